"""What a reader reports: faults of the file, and cells that differ from what the channel's rules make of the canonical row."""

REPORTED_MAX = 200


class Report:
    """`rows` is how many rows the file has; `omitted` lists canonical rows that may be absent and are."""

    def __init__(self):
        self.rows = 0
        self.omitted = []
        self.differences = []
        self.faults = []

    def fault(self, text):
        self.faults.append(text)

    def difference(self, row, attribute, expected, found):
        self.differences.append({"row": row.number, "id": row.canonical.get("id", ""), "attribute": attribute, "expected": expected, "found": found})

    def as_json(self):
        return {
            "rows": self.rows,
            "omitted": self.omitted,
            "differences": self.differences[:REPORTED_MAX],
            "faults": self.faults[:REPORTED_MAX],
            "more": max(0, len(self.differences) - REPORTED_MAX) + max(0, len(self.faults) - REPORTED_MAX),
        }


class Unreadable(Exception):
    """The file can't be read any further."""


def shown(text):
    """A value as a fault quotes it."""
    whole = repr(text)
    return whole if len(whole) <= 120 else whole[:120] + "…"
