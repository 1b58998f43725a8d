"""Compares a file of rows and attributes, whatever its syntax, with the canonical rows: cell by cell by the channel's table."""

import difflib
from collections import Counter
from dataclasses import dataclass, field
from typing import Callable, Optional

from canonical import one_line_variants
from findings import shown
from rss import valid_variants
from rules import exact

SEQUENCES_MAX = 20_000
FORBIDDEN = "nothing"


@dataclass
class Attribute:
    """
    `source` is the canonical column; without one the value is what is mapped to the attribute. A `may` attribute can be left out.
    `blank` judges the cell of a row that has no value for it; by default such a cell is blank.
    """

    name: str
    source: Optional[str] = None
    rule: Callable = exact
    may: bool = False
    aliases: tuple = ()
    blank: Optional[Callable] = None

    def value(self, row):
        return row.value(self.name, self.source)


@dataclass
class Context:
    """What a test says of one file."""

    channel: str
    format: str
    settings: dict
    currency: str
    taxonomy: dict = field(default_factory=dict)

    def __post_init__(self):
        self.numbers = {path: number for number, path in self.taxonomy.items()}

    @property
    def is_xml(self):
        return self.format == "rss"


@dataclass
class Found:
    """The names a file has (a header, or all that rows use), and its rows, values by name."""

    names: list
    rows: list


def compare(table, found, rows, context, report, may_omit=lambda _row: False):
    report.rows = len(found.rows)
    attributes = attributes_of(table, found.names, context, report)
    identity = attributes.get(table[0].name)
    if identity is None:
        if rows:
            report.fault(f"there is no {table[0].name}")
        return
    pairs = paired(rows, found.rows, lambda row: table[0].value(row), lambda cells: first(cells, identity), context, report, may_omit)
    for attribute in known_attributes(table, context):
        name = attributes.get(attribute.name)
        if name is None:
            require(attribute, pairs, report)
        elif pairs and all(attribute.value(row) == "" for row in rows) and all(is_blank(cells.get(name, [])) for cells in found.rows):
            report.fault(f"{shown(name)} is blank in every row")
        else:
            compare_attribute(attribute, name, pairs, context, report)


def known_attributes(table, context):
    names = {attribute.name for attribute in table}
    extra = [name for name in context.settings.get("extra_attributes") or [] if name not in names]
    return [*table, *(Attribute(name, name) for name in extra)]


def attributes_of(table, names, context, report):
    """The name by which the file has each attribute."""
    by_name = {name: attribute for attribute in known_attributes(table, context) for name in (attribute.name, *attribute.aliases)}
    used = {}
    for name in dict.fromkeys(names):
        attribute = by_name.get(name)
        if attribute is None:
            report.fault(f"unknown attribute {shown(name)}")
        elif attribute.name in used:
            report.fault(f"{shown(used[attribute.name])} and {shown(name)} are the same attribute")
        else:
            used[attribute.name] = name
    return used


def first(cells, name):
    values = cells.get(name) or [""]
    return values[0] if isinstance(values[0], str) else str(values[0])


def is_blank(cell):
    return all(value in ("", None) for value in cell)


def require(attribute, pairs, report):
    lacking = [row for row, _ in pairs if attribute.value(row) != ""]
    if lacking and not attribute.may:
        report.fault(f"{attribute.name} is missing; row {lacking[0].number} has {shown(attribute.value(lacking[0]))}")


def compare_attribute(attribute, name, pairs, context, report):
    for row, cells in pairs:
        cell = cells.get(name, [])
        expected = judge(attribute, row, [] if is_blank(cell) else cell, context)
        if expected is not None:
            report.difference(row, attribute.name, expected, cell[0] if len(cell) == 1 else cell if cell else "")


def judge(attribute, row, cell, context):
    """None if the cell is right, else what was expected."""
    value = attribute.value(row)
    if value == "":
        return None if not cell else attribute.blank(row, cell, context) if attribute.blank is not None else ""
    if not cell:
        return None if attribute.may or "" in variants_of(value, context) else expected_of(attribute.rule, value, context)
    return agreement(attribute.rule, value, cell, context)


def agreement(rule, value, cell, context):
    """None if the cell is one of the forms the value may take, else what was expected."""
    answers = [rule(variant, cell, context) for variant in variants_of(value, context) if variant != ""]
    return None if not answers or None in answers else answers[0]


def variants_of(value, context):
    lines = one_line_variants(value)
    return [valid for line in lines for valid in valid_variants(line)] if context.is_xml else lines


def expected_of(rule, value, context):
    return rule(variants_of(value, context)[0], [FORBIDDEN], context) or value


# Rows.


def paired(rows, found, id_of, found_id_of, context, report, may_omit):
    """Canonical rows with those of the file. Reports rows that are missing, that nobody knows, and another order."""
    wanted = [valid_variants(id_of(row))[0] if context.is_xml else id_of(row) for row in rows]
    present = [found_id_of(cells) for cells in found]
    if wanted == present:
        return list(zip(rows, found))
    if Counter(wanted) == Counter(present):
        at = next(at for at, (one, other) in enumerate(zip(wanted, present)) if one != other)
        report.fault(f"another order: row {at + 1} is {shown(present[at])}, the canonical file has {shown(wanted[at])}")
        return by_id(rows, wanted, found, present)
    return aligned(Alignment(rows, wanted, found, present), context, report, may_omit)


def by_id(rows, wanted, found, present):
    places = {}
    for cells, name in zip(found, present):
        places.setdefault(name, []).append(cells)
    return [(row, places[name].pop(0)) for row, name in zip(rows, wanted)]


@dataclass
class Alignment:
    rows: list
    wanted: list
    found: list
    present: list


def aligned(lists, context, report, may_omit):
    pairs = []
    for _, from_row, to_row, from_cells, to_cells in steps(lists.wanted, lists.present):
        if to_row - from_row == to_cells - from_cells:
            # Those that aren't equal have other ids.
            pairs += zip(lists.rows[from_row:to_row], lists.found[from_cells:to_cells])
            continue
        for row in lists.rows[from_row:to_row]:
            if may_omit(row) or context.settings.get("omit_rows_with_errors"):
                report.omitted.append(row.canonical.get("id", ""))
            else:
                report.fault(f"row {row.number} ({shown(row.canonical.get('id', ''))}) is missing")
        for at in range(from_cells, to_cells):
            report.fault(f"the file's row {at + 1} ({shown(lists.present[at])}) is not in the canonical file")
    return pairs


def steps(wanted, present):
    """What changed from one list to the other. Long lists are compared without the search for the least change."""
    if max(len(wanted), len(present)) <= SEQUENCES_MAX:
        return difflib.SequenceMatcher(None, wanted, present, autojunk=False).get_opcodes()
    return long_steps(wanted, present)


def long_steps(wanted, present):
    answer, at = [], 0
    for row, name in enumerate(wanted):
        if at < len(present) and present[at] == name:
            answer.append(("equal", row, row + 1, at, at + 1))
            at += 1
        else:
            answer.append(("delete", row, row + 1, at, at))
    return [*answer, ("insert", len(wanted), len(wanted), at, len(present))]
