"""TSV and CSV, read strictly: every line a row, every row as many cells as the header, quotes only as the channel reads them."""

import re

from findings import Unreadable, shown
from text_file import control_in, lines_of

ENCLOSED = re.compile(r'"((?:[^"]|"")*)"')
CSV_CELL = re.compile(r'"(?:[^"]|"")*"|[^",]*')


class Bad(Exception):
    pass


def google_cell(raw):
    """A cell with a quote is enclosed in quotes, and inner quotes are doubled."""
    if '"' not in raw:
        return raw
    enclosed = ENCLOSED.fullmatch(raw)
    if enclosed is None:
        raise Bad(f"unescaped quote in {shown(raw)}")
    return enclosed[1].replace('""', '"')


def bare_cell(raw):
    """A cell of a channel that knows no quoting."""
    return raw


def tsv_line(cell):
    return lambda line: [cell(raw) for raw in line.split("\t")]


def csv_line(quotes_spaces):
    """RFC 4180. Where `quotes_spaces`, a cell with a space is quoted too."""

    def read(line):
        cells, at = [], 0
        while True:
            raw = CSV_CELL.match(line, at)
            end = raw.end()
            if raw[0] == "" and line.startswith('"', at):
                raise Bad(f"a quote that isn't closed: {shown(line[at:])}")
            if end < len(line) and line[end] != ",":
                raise Bad(f"unescaped quote after {shown(line[at:end])}")
            cells.append(csv_cell(raw[0], quotes_spaces))
            if end == len(line):
                return cells
            at = end + 1

    return read


def csv_cell(raw, quotes_spaces):
    if raw.startswith('"'):
        return raw[1:-1].replace('""', '"')
    if quotes_spaces and " " in raw:
        raise Bad(f"{shown(raw)} has a space and is not quoted")
    return raw


def read_delimited(text, read_line, report, comment=None):
    """The header, and the rows as dictionaries."""
    lines = lines_of(text, report)
    skipped = 0
    while comment is not None and skipped < len(lines) and comment.fullmatch(lines[skipped]):
        skipped += 1
    lines = lines[skipped:]
    if not lines:
        raise Unreadable("the file has no header")
    try:
        header = read_line(lines[0])
    except Bad as error:
        raise Unreadable(f"the header: {error}") from error
    for name in sorted({name for name in header if header.count(name) > 1}):
        report.fault(f"the column {shown(name)} is there twice")
    if "" in header:
        report.fault("a column has no name")
    return header, [row for row in (row_of(line, at, header, read_line, report) for at, line in enumerate(lines[1:], skipped + 2)) if row is not None]


def row_of(line, number, header, read_line, report):
    try:
        cells = read_line(line)
    except Bad as error:
        report.fault(f"line {number}: {error}")
        return None
    if len(cells) != len(header):
        report.fault(f"line {number}: {len(cells)} cells, the header has {len(header)}")
        return None
    for name, cell in zip(header, cells):
        control = control_in(cell)
        if control is not None:
            report.fault(f"line {number}: control character U+{ord(control):04X} in {name}")
    return {name: [cell] for name, cell in zip(header, cells)}
