"""RSS 2.0 with Google's namespace, read by expat: well-formed, valid characters, one `<item>` a row."""

import xml.parsers.expat

from findings import Unreadable, shown

GOOGLE = "http://base.google.com/ns/1.0"
CHANNEL_ELEMENTS = {"title", "link", "description", "language", "generator", "metadata"}
CHANNEL_REQUIRED = ("title", "link", "description")
"""RSS's own; Google reads them with the prefix or without it."""
PLAIN_ELEMENTS = {"title", "link", "description"}


class Element:
    def __init__(self, namespace, name, attributes, line):
        self.namespace = namespace
        self.name = name
        self.attributes = attributes
        self.line = line
        self.children = []
        self.text = ""


def tree_of(text):
    parser = xml.parsers.expat.ParserCreate(encoding="utf-8", namespace_separator=" ")
    root = Element("", "document", {}, 0)
    path = [root]

    def start(tag, attributes):
        namespace, _, name = tag.rpartition(" ")
        element = Element(namespace, name, attributes, parser.CurrentLineNumber)
        path[-1].children.append(element)
        path.append(element)

    def declared(version, encoding, _standalone):
        if version != "1.0":
            raise Unreadable(f"XML {version}, not 1.0")
        if encoding is not None and encoding.upper() != "UTF-8":
            raise Unreadable(f"declared as {encoding}, not UTF-8")

    def characters(data):
        path[-1].text += data

    def doctype(*_):
        raise Unreadable("a document type declaration")

    parser.buffer_text = True
    parser.StartElementHandler = start
    parser.EndElementHandler = lambda _: path.pop()
    parser.CharacterDataHandler = characters
    parser.XmlDeclHandler = declared
    parser.StartDoctypeDeclHandler = doctype
    try:
        parser.Parse(text.encode("utf-8"), True)
    except xml.parsers.expat.ExpatError as error:
        message = xml.parsers.expat.ErrorString(error.code)
        raise Unreadable(f"not well-formed XML: line {error.lineno}, column {error.offset + 1}: {message}") from error
    return root.children[0]


def items_of(text, report):
    rss = tree_of(text)
    if (rss.namespace, rss.name) != ("", "rss") or rss.attributes.get("version") != "2.0":
        raise Unreadable("the root is not <rss version=\"2.0\">")
    if len(rss.children) != 1 or rss.children[0].name != "channel":
        raise Unreadable("<rss> does not hold one <channel>")
    children = rss.children[0].children
    for name in CHANNEL_REQUIRED:
        if [child.name for child in children].count(name) != 1:
            report.fault(f"<channel> does not have one <{name}>")
    items = [child for child in children if child.name == "item"]
    for child in children:
        if child.name != "item" and child.name not in CHANNEL_ELEMENTS:
            report.fault(f"line {child.line}: <{child.name}> in <channel>")
    return items


def read_rss(text, report):
    """The names that are used, and the rows: a name's values in their order, a nested one as a dictionary."""
    rows = [row_of(item, report) for item in items_of(text, report)]
    return list(dict.fromkeys(name for row in rows for name in row)), rows


def row_of(item, report):
    row, elements = {}, {}
    if item.text.strip() != "":
        report.fault(f"line {item.line}: text {shown(item.text.strip())} between the elements of an item")
    for child in item.children:
        if child.namespace != GOOGLE and (child.namespace != "" or child.name not in PLAIN_ELEMENTS):
            report.fault(f"line {child.line}: <{child.name}> is not in Google's namespace")
        if elements.setdefault(child.name, child.namespace) != child.namespace:
            report.fault(f"line {child.line}: <{child.name}> with the prefix and without it")
        if child.attributes:
            report.fault(f"line {child.line}: <{child.name}> has XML attributes")
        row.setdefault(child.name, []).append(value_of(child))
    return row


def value_of(element):
    if not element.children:
        return element.text
    return {child.name: child.text for child in element.children}


def valid_variants(value):
    """A value whose characters XML lacks: left out, or replaced by a space or U+FFFD. Others are themselves."""
    if all(map(is_valid, value)):
        return [value]
    return ["".join(character if is_valid(character) else instead for character in value) for instead in ("", " ", "\ufffd")]


def is_valid(character):
    code = ord(character)
    return code in (0x9, 0xA, 0xD) or 0x20 <= code <= 0xD7FF or 0xE000 <= code <= 0xFFFD or code >= 0x10000
