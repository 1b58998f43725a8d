"""
What a channel makes of a value. A rule is `rule(value, cell, context)`: `value` is the canonical one, never blank; `cell` is the
list of values the file has, one but for repeated XML elements. It returns None if they agree, else what was expected.
"""

import re
import unicodedata
from datetime import datetime, timedelta
from decimal import Decimal

PRICE = re.compile(r"(\d+(?:\.\d{1,3})?) ([A-Z]{3})")
"""ISO 4217 currencies whose minor unit isn't a hundredth."""
MINOR_DIGITS = dict.fromkeys("BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF".split(), 0) | dict.fromkeys(
    "BHD IQD JOD KWD LYD OMR TND".split(), 3
)
"""Code points a cut may give up so as not to split a character, such as an emoji of several."""
CLUSTER_MAX = 40


def exact(value, cell, _context=None):
    return None if cell == [value] else value


def anything(_value, _cell, _context):
    return None


def one_of(*accepted):
    return lambda _value, cell, _context: None if len(cell) == 1 and cell[0] in accepted else accepted[0]


# Texts and limits.


def text(limit=None, cut="may"):
    """A text that `may` be, `must` be or is `never` cut to the channel's limit."""

    def rule(value, cell, _context):
        if limit is None or len(value) <= limit or cut == "never":
            return exact(value, cell)
        if len(cell) == 1 and (is_cut(value, cell[0], limit) or (cut == "may" and cell[0] == value)):
            return None
        whole = longest_words(value, limit)
        return (value[:limit] if whole == "" else whole) if cut == "must" else value

    return rule


def longest_words(value, limit):
    """The longest beginning of at most `limit` code points that ends where a word ends."""
    ends = [at for at in range(1, min(limit, len(value) - 1) + 1) if value[at].isspace() and not value[at - 1].isspace()]
    return value[: ends[-1]] if ends else ""


def is_cut(value, found, limit):
    if found == "" or len(found) > limit or not value.startswith(found):
        return False
    whole = longest_words(value, limit)
    if whole != "":
        # Punctuation at the end may go too.
        return whole.startswith(found) and not any(character.isalnum() for character in whole[len(found):])
    if len(found) == limit:
        return True
    # What was given up, and what follows, is one character of several code points.
    given_up = value[len(found):limit + 1]
    return len(given_up) < CLUSTER_MAX and any(unicodedata.category(character)[0] in "MSC" for character in given_up)


# URLs.


def url(value, cell, context):
    expected = value.replace(" ", "%20") if is_absolute(value) else value
    if len(cell) != 1:
        return expected
    found = cell[0]
    if found == value == expected:
        return None
    agrees = same_url(value, found) and not (is_absolute(found) and " " in found)
    return None if agrees else expected


def ascii_url(value, cell, context):
    """For a channel that wants URLs encoded as RFC 2396 has it."""
    if is_absolute(value) and len(cell) == 1 and not cell[0].isascii():
        return encoded(value)
    return url(value, cell, context)


def is_absolute(value):
    return re.match(r"https?://", value, re.IGNORECASE) is not None


def same_url(one, other):
    """A host's name may be percent-encoded, too: browsers decode it before they look it up."""
    return encoded(one) == encoded(other) or escaped_url(one) == escaped_url(other)


def encoded(value):
    """A URL as ASCII; nothing else about it changes."""
    head = re.match(r"(https?://)([^/?#]*)", value, re.IGNORECASE)
    if head is not None and not head[2].isascii():
        value = head[1] + ascii_host(head[2]) + value[head.end():]
    return escaped_url(value)


def escaped_url(value):
    upper = re.sub(r"%[0-9a-fA-F]{2}", lambda escape: escape[0].upper(), value)
    return "".join(character if character.isascii() and character not in ' "<>\\^`{|}' else escaped(character) for character in upper)


def escaped(character):
    return "".join(f"%{byte:02X}" for byte in character.encode("utf-8", "surrogatepass"))


def ascii_host(host):
    try:
        return host.encode("idna").decode("ascii")
    except UnicodeError:
        return host


def url_list(items_max=None, separators=",", repeated=False, total_max=None):
    """
    URLs in one cell, or repeated XML elements. A reader splits a cell at each of the separators, so none of them may be inside a URL.
    Where `repeated`, XML has an element for each.
    """

    def rule(value, cell, context):
        expected = list_items(value) if context.is_xml else [item for item in value.split(",") if item.strip() != ""]
        expected = expected[:items_max]
        if len(cell) == 1 and not (context.is_xml and repeated):
            found = [item for item in re.split(f"[{re.escape(separators)}]", cell[0]) if item != ""]
            if separators == ",":
                found = [item.strip() for item in found]
        else:
            found = list(cell)
        agrees = same_items(expected, found) or (context.is_xml and not repeated and same_items(expected, cell))
        if not agrees and total_max is not None and len(",".join(expected)) > total_max:
            agrees = 0 < len(found) < len(expected) and same_items(expected[: len(found)], found) and len(",".join(found)) <= total_max
        return None if agrees else ",".join(item.replace(" ", "%20") if is_absolute(item) else item for item in expected)

    return rule


def same_items(expected, found):
    return len(expected) == len(found) and all(map(same_item, expected, found))


def same_item(expected, found):
    return listed(expected) == listed(found) and not (is_absolute(found) and " " in found)


def listed(item):
    return encoded(item.strip()).replace(",", "%2C").replace(";", "%3B").replace("|", "%7C")


# Prices.


def price(value, cell, _context=None):
    """The canonical text; one whose decimals aren't the currency's may become one whose decimals are."""
    if cell == [value]:
        return None
    amount = PRICE.fullmatch(value)
    if amount is None:
        return value
    digits = MINOR_DIGITS.get(amount[2], 2)
    exactly = f"{Decimal(amount[1]):.{digits}f} {amount[2]}"
    return None if Decimal(exactly.split(" ")[0]) == Decimal(amount[1]) and cell == [exactly] else value


def price_either_way(value, cell, context):
    """For a channel that takes the currency before or behind the amount."""
    turned = [re.sub(r"^([A-Z]{3}) (\S+)$", r"\2 \1", found) for found in cell]
    return price(value, turned, context)


# Words.


def spelled(spellings):
    """Canonical word to what the channel calls it; of several any will do. A word the channel's table lacks stays as it is."""

    def rule(value, cell, context):
        word = value.strip().lower().replace(" ", "_")
        accepted = spellings.get(word)
        if accepted is None:
            return exact(value, cell)
        loose = () if value in spellings else (value,)
        return one_of(*accepted, *loose)(value, cell, context)

    return rule


def case_free(rule):
    return lambda value, cell, context: None if rule(value, [found.lower() for found in cell], context) is None else rule(value, cell, context)


def boolean(yes, no):
    """`yes` and `no` are what the channel may be sent for either."""

    def rule(value, cell, context):
        if value.lower() in ("yes", "true"):
            return one_of(*yes)(value, cell, context)
        if value.lower() in ("no", "false"):
            return one_of(*no)(value, cell, context)
        return exact(value, cell)

    return rule


def category(path_only=False, levels=None):
    """Google's category: the id or the full path, whichever the row has. `levels` of a path may be all there is."""

    def rule(value, cell, context):
        path = context.taxonomy.get(value)
        number = context.numbers.get(value)
        accepted = [known for known in (path, value, number) if known is not None]
        if path_only:
            accepted = [path] if path is not None else [value]
        if levels is not None:
            accepted += [" > ".join(known.split(" > ")[:levels]) for known in accepted]
        if value.isdigit() and not context.taxonomy and len(cell) == 1 and " > " in cell[0]:
            return None
        return one_of(*accepted)(value, cell, context)

    return rule


# Times.

ISO_TIME = re.compile(r"(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(:\d\d(?:\.\d+)?)?\s?(Z|[+-]\d\d(?::?\d\d)?)?)?")
"""Such as `2026-12-01T23:59+00:00`; seconds are fine."""
COLON_TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?(?:Z|[+-]\d\d:\d\d)")
ANY_TIME = re.compile(r"\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d)?(?:Z|[+-]\d\d:?\d\d)?)?")


def instant(value):
    """A date, or a moment to the minute; None if it's neither."""
    parts = ISO_TIME.fullmatch(value.strip())
    if parts is None:
        return None
    if parts[2] is None:
        return parts[1]
    zone = (parts[4] or "+00:00").replace("Z", "+00:00")
    try:
        moment = datetime.fromisoformat(f"{parts[1]}T{parts[2]}")
    except ValueError:
        return None
    hours, minutes = int(zone[1:3]), int(zone[-2:] if len(zone) > 3 else 0)
    offset = timedelta(hours=hours, minutes=minutes)
    return moment - offset if zone[0] == "+" else moment + offset


def same_instant(one, other):
    first, second = instant(one), instant(other)
    if first is None or second is None:
        return one == other
    if isinstance(first, str) or isinstance(second, str):
        # A day has no time of its own.
        return one.strip()[:10] == other.strip()[:10]
    return first == second


def date(form=ANY_TIME):
    def rule(value, cell, _context):
        if cell == [value] and (instant(value) is None or form is ANY_TIME):
            return None
        return None if len(cell) == 1 and form.fullmatch(cell[0]) and same_instant(value, cell[0]) else value

    return rule


def date_range(form=ANY_TIME, length_max=None):
    """`start/end`. A range that can't be parsed stays as it is; a day may stay a day."""

    def rule(value, cell, _context):
        ends = value.split("/")
        if len(ends) != 2 or None in map(instant, ends):
            return exact(value, cell)
        if any(isinstance(instant(end), str) for end in ends) and cell == [value]:
            return None
        found = cell[0].split("/") if len(cell) == 1 else []
        agrees = len(found) == 2 and all(form.fullmatch(end) for end in found) and all(map(same_instant, ends, found))
        return None if agrees and (length_max is None or len(cell[0]) <= length_max) else value

    return rule


# Lists, groups and measures.


def tokens(value, separators):
    """Texts and the separator behind each. A text in quotes may contain separators."""
    answer = []
    for text, end in re.findall(rf'(\s*"(?:[^"]|"")*"\s*(?=[{separators}]|$)|[^{separators}]*)([{separators}]|$)', value):
        answer.append((text, end))
        if end == "":
            break
    return answer


def is_quoted(text):
    return re.fullmatch(r'\s*"(?:[^"]|"")*"\s*', text) is not None


def unquoted(text):
    return text.strip()[1:-1].replace('""', '"') if is_quoted(text) else text


def list_items(value):
    """The items of a list. One that contains a comma is in quotes."""
    return [item for item in (unquoted(text).strip() for text, _ in tokens(value, ",")) if item != ""]


def group_items(value, count):
    """Groups with all their colons, but without quotes around their parts, of which each has `count`. The last part may contain colons."""
    answer, parts = [], []
    for text, end in tokens(value, ",:"):
        parts.append(text)
        if end != ":":
            answer.append(parts)
            parts = []
    return [":".join(parts_of(group, count)) for group in answer if "".join(group).strip() != ""]


def parts_of(group, count):
    if len(group) == 1 and is_quoted(group[0]):
        group = [text for text, _ in tokens(unquoted(group[0]), ":")]
    parts = [group[0].lstrip(), *group[1:-1], group[-1].rstrip()] if len(group) > 1 else [group[0].strip()]
    rest = parts[count - 1:]
    last = [":".join(rest)] if rest else []
    return ([unquoted(part) for part in [*parts[: count - 1], *last]] + [""] * count)[:count]


def text_list(items_max=None, joined=","):
    """Items a cell separates by commas, XML by elements."""

    def rule(value, cell, _context):
        expected = list_items(value)
        separate = (lambda piece: [piece]) if '"' in value else (lambda piece: piece.split(joined))
        found = [item.strip() for piece in cell for item in separate(piece) if item.strip() != ""]
        if items_max is not None:
            expected = expected[:items_max]
        return None if found == expected or cell == [value] else joined.join(expected)

    return rule


def groups(names, nested=False, joined=","):
    """
    Parts by colons, such as `country:region:service:price`; several by commas. Where `nested`, XML has an element for each part.
    """

    def rule(value, cell, context):
        items = [item.strip() for item in value.split(",")] if value.count(":") >= len(names) else [value]
        if not all(":" in item for item in items):
            items = [value]
        flat = [joined.join(items)]
        if not context.is_xml:
            return None if cell == flat or ('"' in value and cell == [value]) else flat[0]
        found = [colons(item, names) for item in cell]
        if '"' in value and nested:
            return None if found == group_items(value, len(names)) else f"elements {', '.join(names)} of {value}"
        is_flat = all(isinstance(item, str) for item in cell)
        if is_flat and not (nested and len(items[0].split(":")) == len(names)):
            return None if cell == flat or cell == items else flat[0]
        return None if not is_flat and found == items else f"elements {', '.join(names)} of {value}"

    return rule


def colons(item, names):
    """The nested parts as the colon form has them; Google's longer names of parts end in the short ones."""
    if isinstance(item, str):
        return item
    parts = [next((part for name, part in item.items() if name == wanted or name.endswith(f"_{wanted}")), "") for wanted in names]
    return ":".join(parts)


SHIPPING = ("country", "region", "service", "price")


def measure(value, cell, _context=None):
    """A number, a space and a unit."""
    spaced = re.sub(r"^(\d+(?:\.\d+)?)\s*([A-Za-z]+)$", r"\1 \2", value)
    return None if cell in ([value], [spaced]) else spaced
