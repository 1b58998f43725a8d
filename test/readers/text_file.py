"""Bytes to text: gzip if they are gzip, UTF-8 without a byte order mark, no line ends but `\\n`."""

import gzip
import zlib

from findings import Unreadable

BOMS = {b"\xef\xbb\xbf": "UTF-8", b"\xff\xfe": "UTF-16", b"\xfe\xff": "UTF-16"}


def text_of(data, report):
    if data[:2] == b"\x1f\x8b":
        data = unzipped(data)
    for mark, name in BOMS.items():
        if data.startswith(mark):
            report.fault(f"the file begins with a {name} byte order mark")
            data = data[len(mark):]
    try:
        text = data.decode("utf-8", "strict")
    except UnicodeDecodeError as error:
        raise Unreadable(f"the file is not UTF-8: byte {error.start}: {error.reason}") from error
    if "\r" in text:
        at = text[: text.index("\r")].count("\n") + 1
        report.fault(f"line {at}: carriage return")
    return text


def unzipped(data):
    try:
        return gzip.decompress(data)
    except (OSError, EOFError, zlib.error) as error:
        raise Unreadable(f"the file is not whole gzip: {error}") from error


def lines_of(text, report):
    """The lines without their ends. Every line has one."""
    if text == "":
        raise Unreadable("the file is empty")
    if not text.endswith("\n"):
        report.fault("the last line has no line end")
        text += "\n"
    return text[:-1].split("\n")


def control_in(text):
    """The first control character, or None."""
    return next((character for character in text if ord(character) < 0x20 or 0x7F <= ord(character) <= 0x9F), None)
