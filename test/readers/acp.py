"""Products of the Agentic Commerce Protocol (2026-04-17), a product with its variants on each line: section 10.2 of the channel facts."""

import re
from decimal import ROUND_DOWN, ROUND_HALF_UP, Decimal

from findings import Unreadable, shown
from flat import Attribute, Found
from flat import compare as compare_flat
from google import same
from rules import MINOR_DIGITS, PRICE, one_of, url
from strict_json import parse_json
from text_file import lines_of

PRODUCT = {"id": str, "title": str, "description": dict, "url": str, "media": list, "variants": list}
VARIANT = {
    **{"id": str, "title": str, "description": dict, "url": str, "barcodes": list, "price": dict, "list_price": dict},
    **{"availability": dict, "categories": list, "condition": list, "variant_options": list, "media": list, "seller": dict},
}
URI = re.compile(r"https?://[\w.-]+(?::\d+)?(?:[/?#](?:[-\w.~:/?#@!$&'()*+,;=]|%[0-9A-Fa-f]{2})*)?", re.ASCII | re.IGNORECASE)
AVAILABLE = ("in_stock", "preorder", "backorder")


def read(text, _context, report):
    return [product(parse_json(line, f"line {number}"), f"line {number}", report) for number, line in enumerate(lines_of(text, report), 1)]


def product(value, where, report):
    known(value, PRODUCT, where, report)
    if not value.get("id") or not value.get("variants"):
        raise Unreadable(f"{where}: a product has an id and variants")
    for number, variant in enumerate(value["variants"], 1):
        known(variant, VARIANT, f"{where}, variant {number}", report)
    return value


def known(value, members, where, report):
    if not isinstance(value, dict):
        raise Unreadable(f"{where}: not a JSON object")
    for name, member in value.items():
        if name not in members:
            report.fault(f"{where}: unknown member {shown(name)}")
        elif not isinstance(member, members[name]):
            raise Unreadable(f"{where}: {name} is {shown(member)}")


def compare(products, rows, context, report):
    groups = {}
    for row in rows:
        name = row.canonical.get("item_group_id", "")
        groups.setdefault(f"group {name}" if name else f"row {row.number}", []).append(row)
    wanted = [(group_id(group), [row.canonical["id"] for row in group]) for group in groups.values()]
    found = [(each["id"], [variant.get("id") for variant in each["variants"]]) for each in products]
    if wanted != found:
        report.fault(f"the products and their variants aren't those of the canonical file: {difference_of(wanted, found)}")
    for group, each in zip(groups.values(), products):
        compare_product(group[0], each, report)
    variants = [cells_of(variant) for each in products for variant in each["variants"]]
    names = list(dict.fromkeys(name for cells in variants for name in cells))
    ordered = [with_amounts(row) for group in groups.values() for row in group]
    compare_flat(TABLE, Found(names, variants), ordered, context, report)


def group_id(group):
    return group[0].canonical.get("item_group_id") or group[0].canonical["id"]


def difference_of(wanted, found):
    at = next((at for at, pair in enumerate(zip(wanted, found)) if pair[0] != pair[1]), min(len(wanted), len(found)))
    return f"product {at + 1} is {shown(found[at : at + 1])}, expected {shown(wanted[at : at + 1])}"


def compare_product(row, found, report):
    title = row.canonical.get("item_group_title") or row.canonical.get("title", "")
    if found.get("title", "") != title:
        report.difference(row, "product title", title, found.get("title"))
    link = row.canonical.get("link", "")
    if URI.fullmatch(link) and found.get("url") != link:
        report.difference(row, "product url", link, found.get("url"))


def with_amounts(row):
    """What the protocol says of a row that is no column of it. What isn't a price isn't sent."""
    amount, sale = (minor_units(row.canonical.get(name, "")) for name in ("price", "sale_price"))
    urls = [row.canonical.get("image_link", ""), *row.canonical.get("additional_image_link", "").split(",")]
    link, availability = (row.canonical.get(name, "") for name in ("link", "availability"))
    row.mapped |= {
        "selling price": sale or amount,
        "list price": amount if sale else "",
        "available": "" if availability == "" else str(availability in AVAILABLE).lower(),
        "page": link if URI.fullmatch(link) else "",
        "media": " ".join(url for url in map(str.strip, urls) if URI.fullmatch(url)),
    }
    return row


def minor_units(price):
    amount = PRICE.fullmatch(price)
    if amount is None:
        return ""
    exactly = Decimal(amount[1]).scaleb(MINOR_DIGITS.get(amount[2], 2))
    rounded = {str(exactly.quantize(Decimal(1), rounding)) for rounding in (ROUND_HALF_UP, ROUND_DOWN)}
    return " or ".join(f"{one} {amount[2]}" for one in sorted(rounded))


def money(value, cell, context):
    return one_of(*value.split(" or "))(value, cell, context)


def cells_of(variant):
    """The variant as a row: values by the names of `TABLE`."""
    options = {option["name"].lower(): [option["value"]] for option in variant.get("variant_options", [])}
    categories = {each.get("taxonomy"): [each["value"]] for each in variant.get("categories", [])}
    availability = variant.get("availability", {})
    cells = {
        **{name: [variant[name]] for name in ("id", "title") if name in variant},
        "description": list(variant.get("description", {}).values()),
        "page": [variant["url"]] if "url" in variant else [],
        "gtin": [each["value"] for each in variant.get("barcodes", [])],
        "selling price": amount_of(variant.get("price")),
        "list price": amount_of(variant.get("list_price")),
        "availability": [availability["status"]] if "status" in availability else [],
        "available": [str(availability["available"]).lower()] if "available" in availability else [],
        "google_product_category": categories.get("google_product_category", []),
        "product_type": categories.get("merchant", []),
        "condition": variant.get("condition", []),
        **options,
        "media": [each["url"] for each in variant.get("media", [])],
        "seller": [variant["seller"]["name"]] if "name" in variant.get("seller", {}) else [],
    }
    return {name: cell for name, cell in cells.items() if cell}


def amount_of(price):
    return [] if price is None else [f"{price['amount']} {price['currency']}"]


def address(row, cell, context):
    """What is no URI may be left out or written as one."""
    return url(row.canonical.get("link", ""), cell, context)


def all_media(value, cell, _context):
    return None if cell == value.split(" ") else value


def seller(_row, cell, context):
    name = context.settings.get("seller_name")
    return None if name is None or cell == [name] else name


TABLE = [
    *same("id title description"),
    Attribute("page", blank=address),
    Attribute("gtin", "gtin"),
    Attribute("selling price", rule=money),
    Attribute("list price", rule=money),
    *same("availability available google_product_category product_type condition color size material"),
    Attribute("media", rule=all_media),
    Attribute("seller", blank=seller),
]
