"""Amazon's JSON_LISTINGS_FEED, version 2: section 8 of the channel facts."""

import json
import re
from collections import Counter
from decimal import Decimal

from canonical import one_line_variants
from findings import Unreadable, shown
from flat import paired
from google import discontinued
from rules import PRICE, instant, is_cut, list_items, same_instant, same_item
from strict_json import parse_json

HEADER_MEMBERS = {"sellerId", "version", "issueLocale", "report"}
MESSAGE_MEMBERS = {"messageId", "sku", "operationType", "productType", "requirements", "attributes"}
REQUIREMENTS = ("LISTING", "LISTING_PRODUCT_ONLY", "LISTING_OFFER_ONLY")
MESSAGES_MAX = 25_000
LANGUAGE_TAG = re.compile(r"[a-z]{2}_[A-Z]{2}")
CONDITIONS = {
    "new": ("new_new",),
    "refurbished": ("refurbished_refurbished",),
    "used": ("used_good", "used_like_new", "used_very_good", "used_acceptable"),
}
IDENTIFIER_TYPES = {8: ("ean", "gtin"), 12: ("upc", "gtin"), 13: ("ean", "gtin"), 14: ("gtin",)}
OTHER_IMAGES_MAX = 8
BULLETS_MAX = 5
"""Attributes that only a merchant can fill."""
NAMED = (
    "country_of_origin batteries_required supplier_declared_dg_hz_regulation merchant_suggested_asin item_type_keyword "
    "recommended_browse_nodes item_package_dimensions"
).split()
may_omit = discontinued


class Wrong(Exception):
    """What was expected instead."""


def read(text, context, report):
    document = parse_json(text, "the file")
    if not isinstance(document, dict) or set(document) != {"header", "messages"} or not isinstance(document["messages"], list):
        raise Unreadable("the document is not a header and messages")
    check_header(document["header"], context, report)
    if len(document["messages"]) > MESSAGES_MAX:
        report.fault(f"{len(document['messages'])} messages; a feed takes {MESSAGES_MAX}")
    for number, message in enumerate(document["messages"], 1):
        check_message(message, number, context, report)
    return [message for message in document["messages"] if isinstance(message, dict)]


def check_header(header, context, report):
    if not isinstance(header, dict) or not set(header) <= HEADER_MEMBERS:
        report.fault(f"header {shown(header)}")
        return
    if header.get("version") != "2.0":
        report.fault(f"version {shown(header.get('version'))}, not 2.0")
    seller = context.settings.get("seller_id") or ""
    if not isinstance(header.get("sellerId"), str) or (seller != "" and header["sellerId"] != seller):
        report.fault(f"sellerId {shown(header.get('sellerId'))}, not {shown(seller)}")
    if not LANGUAGE_TAG.fullmatch(str(header.get("issueLocale", "en_US"))):
        report.fault(f"issueLocale {shown(header['issueLocale'])}")


def check_message(message, number, context, report):
    if not isinstance(message, dict) or not set(message) <= MESSAGE_MEMBERS:
        report.fault(f"message {number} has members {sorted(set(message) - MESSAGE_MEMBERS) if isinstance(message, dict) else message}")
        return
    if message.get("messageId") != number:
        report.fault(f"message {number} has messageId {shown(message.get('messageId'))}")
    if message.get("operationType") != "UPDATE":
        report.fault(f"message {number} has operationType {shown(message.get('operationType'))}, not UPDATE")
    if message.get("requirements", "LISTING") not in REQUIREMENTS:
        report.fault(f"message {number} has requirements {shown(message['requirements'])}")
    if not isinstance(message.get("sku"), str) or message["sku"] == "":
        report.fault(f"message {number} has no sku")
    if not isinstance(message.get("productType"), str) or message["productType"] == "":
        report.fault(f"message {number} has no productType")
    wanted = context.settings.get("product_type")
    if wanted and not context.settings.get("product_type_by") and message.get("productType") != wanted:
        report.fault(f"message {number} has productType {shown(message.get('productType'))}, not {shown(wanted)}")
    if not isinstance(message.get("attributes"), dict) or not message["attributes"]:
        report.fault(f"message {number} has no attributes")


# SKUs.


def accepted_skus(rows):
    """The SKU, or the row's id where that is blank or repeated; the first of those who repeat it may keep it."""
    names = [row.about.get("sku", "").strip() for row in rows]
    counts, seen, answer = Counter(names), set(), []
    for row, name in zip(rows, names):
        instead = [other for other in (row.canonical.get("id", ""), row.about.get("row_id", "")) if other != ""]
        if name == "" or counts[name] == 1:
            answer.append(instead if name == "" else sku_forms(row))
        else:
            answer.append(instead if name in seen else [*instead, *sku_forms(row)])
        seen.add(name)
    return answer


def sku_forms(row):
    """The SKU on one line, or as it is; space around it may go."""
    lines = [*one_line_variants(row.about["sku"]), row.about["sku"]]
    return list(dict.fromkeys([*lines, *(line.strip() for line in lines)]))


def compare(messages, rows, context, report):
    report.rows = len(messages)
    present = [str(message.get("sku", "")) for message in messages]
    for sku in sorted({sku for sku, count in Counter(present).items() if count > 1}):
        report.fault(f"the sku {shown(sku)} is there twice")
    known = set(present)
    wanted = {id(row): next((sku for sku in skus if sku in known), skus[0] if skus else "") for row, skus in zip(rows, accepted_skus(rows))}
    pairs = paired(rows, messages, lambda row: wanted[id(row)], lambda message: str(message.get("sku", "")), context, report, may_omit)
    for row, message in pairs:
        if message.get("sku") != wanted[id(row)]:
            report.difference(row, "sku", wanted[id(row)], message.get("sku"))
        attributes = message.get("attributes")
        compare_attributes(row, attributes if isinstance(attributes, dict) else {}, context, report)


def compare_attributes(row, attributes, context, report):
    judges = {**JUDGES, **{name: mapped(name) for name in row.mapped if name not in JUDGES}}
    for name in context.settings.get("extra_attributes") or []:
        judges.setdefault(name, mapped(name))
    for name in attributes:
        if name not in judges:
            report.difference(row, name, "", plain(attributes[name]))
    for name, judge in judges.items():
        try:
            judge(row, attributes.get(name), context)
        except Wrong as error:
            report.difference(row, name, str(error), plain(attributes.get(name, "")))


def plain(value):
    """The value without exact numbers, which JSON's writer doesn't know."""
    return json.loads(as_text(value)) if not isinstance(value, str) else value


def as_text(value):
    return value if isinstance(value, str) else json.dumps(value, default=str, ensure_ascii=False)


# Shapes.


def only(found, context, names, expected):
    """The one object of an attribute, of the marketplace, with no member but `names`."""
    if not isinstance(found, list) or len(found) != 1 or not isinstance(found[0], dict):
        raise Wrong(f"one object with {expected}")
    marketplace = context.settings.get("marketplace_id") or ""
    given = found[0].get("marketplace_id")
    if not isinstance(given, str) or (marketplace != "" and given != marketplace):
        raise Wrong(f"marketplace_id {marketplace}")
    unknown = set(found[0]) - {"marketplace_id", *names}
    if unknown:
        raise Wrong(f"no {sorted(unknown)[0]}")
    return found[0]


def nothing(found):
    if found is not None:
        raise Wrong("")


def worded(name, source, limit=None, may=False, tagged=False):
    """A text in a language. `may`: the attribute can be left out. `tagged`: Amazon wants to know the language."""

    def judge(row, found, context):
        value = row.value(name, source)
        if value == "" or (found is None and may):
            return nothing(found)
        entry = only(found, context, ("value", "language_tag"), value)
        tag = entry.get("language_tag")
        if (tag is None and tagged) or (tag is not None and not LANGUAGE_TAG.fullmatch(str(tag))):
            raise Wrong("a language_tag such as en_US")
        is_short = limit is not None and len(value) > limit and is_cut(value, str(entry.get("value")), limit)
        if entry.get("value") != value and not is_short:
            raise Wrong(value)

    return judge


def mapped(name):
    """An attribute whose value a merchant mapped: it is one of the values, or they are the lines of it."""

    def judge(row, found, _context):
        value = row.value(name, name)
        if value == "":
            return nothing(found)
        texts = list(leaves(found))
        if value not in texts and value not in (",".join(texts), ", ".join(texts)) and as_text(found) != value:
            raise Wrong(value)

    return judge


def leaves(value):
    if isinstance(value, dict):
        for name, member in value.items():
            if name not in ("marketplace_id", "language_tag"):
                yield from leaves(member)
    elif isinstance(value, list):
        for item in value:
            yield from leaves(item)
    elif value is not None:
        yield str(value).lower() if isinstance(value, bool) else str(value)


def image(name, value, found, context):
    if value == "":
        return nothing(found)
    location = only(found, context, ("media_location",), value).get("media_location")
    if not isinstance(location, str) or not same_item(value, location):
        raise Wrong(value)


def main_image(row, found, context):
    image("main_product_image_locator", row.value("main_product_image_locator", "image_link"), found, context)


def other_image(slot):
    name = f"other_product_image_locator_{slot}"

    def judge(row, found, context):
        listed = [item for item in row.canonical.get("additional_image_link", "").split(",") if item != ""]
        image(name, row.value(name, None) or (listed[slot - 1] if slot <= len(listed) else ""), found, context)

    return judge


# Identifiers and condition.


def identifier(row, found, context):
    gtins = [gtin.strip() for gtin in row.value("externally_assigned_product_identifier", "gtin").split(",")]
    if gtins[0] == "":
        return nothing(found)
    entry = only(found, context, ("type", "value"), gtins[0])
    types = IDENTIFIER_TYPES.get(len(gtins[0]), ("ean", "upc", "gtin"))
    if entry.get("value") != gtins[0] or entry.get("type") not in types:
        raise Wrong(f"{types[0]} {gtins[0]}")


def exemption(row, found, context):
    if row.value("supplier_declared_has_product_identifier_exemption", None) != "":
        return mapped("supplier_declared_has_product_identifier_exemption")(row, found, context)
    exempt = context.settings.get("exempt_from_gtin")
    has_gtin = row.value("externally_assigned_product_identifier", "gtin") != ""
    if has_gtin or exempt is False or (exempt is None and found is None):
        return nothing(found)
    if only(found, context, ("value",), "value true").get("value") is not True:
        raise Wrong("true")


def condition(row, found, context):
    value = row.value("condition_type", "condition").strip().lower()
    if value == "" and found is None:
        return
    accepted = CONDITIONS.get(value, (value.replace(" ", "_") if value else "new_new",))
    if found is None and value not in CONDITIONS and not re.match("new_|used_|refurbished_|collectible_", accepted[0]):
        return
    if only(found, context, ("value",), accepted[0]).get("value") not in accepted:
        raise Wrong(accepted[0])


# Prices and stock.


def amount(text):
    """The number and the currency of a canonical price; None for what isn't one."""
    parts = PRICE.fullmatch(text)
    return None if parts is None else (Decimal(parts[1]), parts[2])


def plans(row):
    """
    What a buyer pays, the discount with its days, and the price before. A discount needs a start and an end: a sale price without
    them is what the buyer pays, and the price is the list price. A sale price that isn't below the price may be ignored.
    """
    regular, sale = amount(row.value("price", "price")), amount(row.value("sale_price", "sale_price"))
    if regular is None or sale is None:
        return [(regular, None, None)]
    days = row.value("sale_price_effective_date", "sale_price_effective_date").split("/")
    has_days = len(days) == 2 and None not in map(instant, days)
    plan = (regular, (sale, days), None) if has_days else (sale, None, regular)
    return [plan] if 0 < sale[0] < regular[0] else [plan, (regular, None, None)]


def by_plan(judge):
    """Whether the attribute fits one of the row's plans."""

    def judged(row, found, context):
        wrong = []
        for plan in plans(row):
            try:
                return judge(row, found, context, plan)
            except Wrong as error:
                wrong.append(error)
        raise wrong[0]

    return judged


def number_is(found, wanted):
    return isinstance(found, (int, Decimal)) and not isinstance(found, bool) and Decimal(found) == wanted


def scheduled(found, expected):
    """The one schedule of a price."""
    if isinstance(found, list) and len(found) == 1 and isinstance(found[0], dict) and set(found[0]) == {"schedule"}:
        schedule = found[0]["schedule"]
        if isinstance(schedule, list) and len(schedule) == 1 and isinstance(schedule[0], dict):
            return schedule[0]
    raise Wrong(expected)


def offer(_row, found, context, plan):
    paid, discount, _ = plan
    if paid is None:
        return nothing(found)
    entry = only(found, context, ("currency", "our_price", "discounted_price", "audience"), f"our_price {paid[0]}")
    if entry.get("currency") != paid[1]:
        raise Wrong(f"currency {paid[1]}")
    ours = scheduled(entry.get("our_price"), f"our_price {paid[0]}")
    if set(ours) != {"value_with_tax"} or not number_is(ours["value_with_tax"], paid[0]):
        raise Wrong(f"our_price {paid[0]}")
    check_discount(discount, entry.get("discounted_price"))


def check_discount(discount, found):
    if discount is None:
        if found is not None:
            raise Wrong("no discounted_price")
        return
    (value, _), days = discount
    expected = f"discounted_price {value} from {days[0]} to {days[1]}"
    entry = scheduled(found, expected)
    agrees = number_is(entry.get("value_with_tax"), value) and set(entry) == {"value_with_tax", "start_at", "end_at"}
    if not agrees or not all(same_instant(day, str(entry[end])) for day, end in zip(days, ("start_at", "end_at"))):
        raise Wrong(expected)


# The marketplaces of the United States and Canada.
BEFORE_TAX = ("ATVPDKIKX0DER", "A2EUQ1WTGCTBG2")


def list_price(row, found, context, plan):
    """The regular price. It must be there where the offer has the sale price, and may be elsewhere."""
    paid, _, before = plan
    own = amount(row.value("list_price", None))
    wanted = own or before or paid
    if wanted is None or (found is None and before is None and own is None):
        return nothing(found)
    entry = only(found, context, ("currency", "value", "value_with_tax"), f"{wanted[0]} {wanted[1]}")
    member = "value" if entry.get("marketplace_id") in BEFORE_TAX else "value_with_tax"
    agrees = entry.get("currency") == wanted[1] and number_is(entry.get(member), wanted[0])
    if not agrees or set(entry) != {"marketplace_id", "currency", member}:
        raise Wrong(f"{wanted[0]} {wanted[1]}")


def stock(row, found, _context):
    availability = row.value("availability", "availability").strip().lower().replace(" ", "_")
    if found is None and availability not in ("in_stock", "out_of_stock"):
        return
    if not isinstance(found, list) or len(found) != 1 or not isinstance(found[0], dict):
        raise Wrong("one object with a quantity")
    entry = found[0]
    if entry.get("fulfillment_channel_code") != (row.value("fulfillment_channel_code", None) or "DEFAULT"):
        raise Wrong("fulfillment_channel_code DEFAULT")
    check_quantity(availability, row.about.get("quantity", ""), entry.get("quantity"))


def check_quantity(availability, known, found):
    if found is not None and (not isinstance(found, int) or isinstance(found, bool) or found < 0):
        raise Wrong("a whole number of pieces")
    if availability == "out_of_stock" and found != 0:
        raise Wrong("quantity 0")
    if availability == "in_stock":
        is_counted = re.fullmatch(r"[1-9]\d*", known) is not None
        if (is_counted and found != int(known)) or found == 0:
            raise Wrong(f"quantity {known}" if is_counted else "a quantity above 0")


# What may be there.


def if_there(judge):
    def judged(row, found, context):
        if found is not None:
            judge(row, found, context)

    return judged


def word(name, *sources):
    """A value that is one of the row's columns."""

    def judge(row, found, _context):
        values = [row.value(name, source) for source in sources]
        if not any(value != "" and value in leaves(found) for value in values):
            raise Wrong(" or ".join(values))

    return if_there(judge)


def sized(row, found, _context):
    value = row.value("size", "size")
    if value == "" or value not in leaves(found):
        raise Wrong(value)


def weight(row, found, _context):
    parts = re.match(r"(\d+(?:\.\d+)?)", row.value("item_package_weight", "shipping_weight"))
    if parts is None or not any(re.fullmatch(r"[\d.]+", leaf) and Decimal(leaf) == Decimal(parts[1]) for leaf in leaves(found)):
        raise Wrong(row.value("item_package_weight", "shipping_weight"))


def child(_row, found, context):
    if only(found, context, ("value",), "child").get("value") != "child":
        raise Wrong("child")


def bullets(row, found, _context):
    """At most five of them, mapped or the highlights."""
    value = row.value("bullet_point", "product_highlight")
    if value == "" or (found is None and row.value("bullet_point", None) == ""):
        return nothing(found)
    texts = list(leaves(found))
    if '"' in value and texts == list_items(value)[:BULLETS_MAX]:
        return None
    if not 0 < len(texts) <= BULLETS_MAX or not any(value.startswith(joined.join(texts)) for joined in (",", ", ", "|", " | ", "; ")):
        raise Wrong(value)


def anything(_row, _found, _context):
    return None


JUDGES = {
    "item_name": worded("item_name", "title", 200, tagged=True),
    "brand": worded("brand", "brand", 100, tagged=True),
    "product_description": worded("product_description", "description", 2_000, tagged=True),
    "externally_assigned_product_identifier": identifier,
    "supplier_declared_has_product_identifier_exemption": exemption,
    "condition_type": condition,
    "purchasable_offer": by_plan(offer),
    "list_price": by_plan(list_price),
    "fulfillment_availability": stock,
    "main_product_image_locator": main_image,
    **{f"other_product_image_locator_{slot}": other_image(slot) for slot in range(1, OTHER_IMAGES_MAX + 1)},
    "color": worded("color", "color"),
    "material": worded("material", "material"),
    "size": worded("size", "size", may=True),
    **{name: if_there(sized) for name in ("apparel_size", "footwear_size", "shirt_size", "bottoms_size", "skirt_size", "headwear_size")},
    **{name: mapped(name) for name in NAMED},
    "bullet_point": bullets,
    "target_gender": word("target_gender", "gender"),
    "department": if_there(anything),
    "age_range_description": word("age_range_description", "age_group"),
    "part_number": word("part_number", "mpn"),
    "model_number": word("model_number", "mpn"),
    "item_package_weight": if_there(weight),
    "parentage_level": if_there(child),
    "child_parent_sku_relationship": if_there(anything),
    "variation_theme": if_there(anything),
    "merchant_release_date": word("merchant_release_date", "availability_date"),
    "product_site_launch_date": word("product_site_launch_date", "availability_date"),
}
