"""The canonical file: tab-delimited, a cell with a quote enclosed in quotes, no other cell quoted."""

import re
from collections import Counter

from delimited import Bad, google_cell, read_delimited, tsv_line
from findings import shown

CONTROL = re.compile("[\x00-\x1f\x7f-\x9f]+")
"""What a test says of a row that is no attribute of any channel."""
ABOUT_ROWS = {"row_id", "product_id", "sku", "quantity"}


class Row:
    """A canonical row and what a test adds to it: `sku`, `quantity`, `row_id`, and values mapped to attributes of the channel."""

    def __init__(self, number, canonical, added):
        self.number = number
        self.canonical = {name.lower(): value for name, value in canonical.items()}
        self.siblings = 1
        self.about = {name: "" if value is None else str(value) for name, value in added.items() if name in ABOUT_ROWS}
        self.mapped = {name: str(value) for name, value in added.items() if name not in ABOUT_ROWS and value not in (None, "")}

    def value(self, attribute, source):
        """What is mapped to the attribute, or a column of its name, goes before what it reads by default."""
        named = self.mapped.get(attribute) or self.canonical.get(attribute.lower(), "")
        if named != "" or source is None:
            return named
        return self.canonical.get(source.lower(), "")


def one_line_variants(value):
    """Control characters become one space: each of them, or each run of them."""
    return list(dict.fromkeys([CONTROL.sub(" ", value), CONTROL.sub(lambda run: " " * len(run[0]), value)]))


def canonical_cell(raw):
    value = google_cell(raw)
    if raw != value and '"' not in value:
        raise Bad(f"{shown(raw)} is quoted and holds no quote")
    return value


def canonical_rows(text, added, report):
    """A row of `added` for each of the file, in its order, or none at all."""
    faults = len(report.faults)
    _, rows = read_delimited(text, tsv_line(canonical_cell), report)
    report.faults[faults:] = [f"canonical file: {fault}" for fault in report.faults[faults:]]
    if added and len(added) != len(rows):
        report.fault(f"canonical file: {len(rows)} rows, but attributes of {len(added)}")
    padded = list(added) + [{}] * (len(rows) - len(added))
    answer = [Row(number, {name: cells[0] for name, cells in row.items()}, padded[number - 1]) for number, row in enumerate(rows, 1)]
    groups = Counter(row.canonical.get("item_group_id", "") for row in answer)
    for row in answer:
        row.siblings = groups[row.canonical.get("item_group_id", "")]
    return answer
