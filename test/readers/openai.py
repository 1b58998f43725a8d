"""OpenAI's product feed: JSON Lines, section 10.1 of the channel facts."""

import json
import re
from decimal import Decimal

from findings import Unreadable, shown
from flat import Attribute, Found
from google import CONDITION, discontinued, same
from rules import PRICE, SHIPPING, boolean, category, date, groups, measure, price, same_instant, spelled, text, text_list, url, url_list
from strict_json import parse_json
from text_file import lines_of

AVAILABILITY = {
    "in_stock": ("in_stock",),
    "out_of_stock": ("out_of_stock",),
    "preorder": ("pre_order",),
    "pre_order": ("pre_order",),
    "backorder": ("backorder",),
    "unknown": ("unknown",),
}
TRUE_FALSE = boolean(("true",), ("false",))
COUNTRIES = re.compile(r"[A-Z]{2}(?:, ?[A-Z]{2})*")
REQUIRED = ("is_eligible_search", "is_eligible_checkout")


class TrueOrFalse(Attribute):
    """The channel reads booleans alone, so a row whose text is neither has no value for it."""

    def value(self, row):
        text = super().value(row)
        return text if text.lower() in ("true", "yes", "false", "no") else ""


def availability(value, cell, context):
    """A word of no meaning to the channel may become `unknown`."""
    expected = spelled(AVAILABILITY)(value, cell, context)
    known = value.strip().lower().replace(" ", "_") in AVAILABILITY
    return None if expected is None or (not known and cell == ["unknown"]) else expected


def range_end(at):
    """The start or the end of `sale_price_effective_date`, as a moment or its day."""

    def rule(value, cell, _context):
        ends = value.split("/")
        end = ends[at] if len(ends) == 2 else value
        return None if len(cell) == 1 and same_instant(end, cell[0]) else end

    return rule


def path(value, cell, context):
    return category(path_only=True)(value, cell, context)


def product_type_instead(row, cell, _context):
    """Where a row has no category, its product type may take the place."""
    product_type = row.value("product_type", "product_type")
    return None if cell == [product_type] else ""


def has_variations(row, cell, _context):
    """True where another row has the same group. A group of one row may have variants that aren't sent."""
    group = row.value("group_id", "item_group_id")
    if group == "":
        return one_word("false", cell)
    return one_word("true", cell) if row.siblings > 1 else None if cell in (["true"], ["false"]) else "true"


def one_word(expected, cell):
    return None if cell == [expected] else expected


def variant_attributes(row, cell, _context):
    """A map of option names to values; those named as a column agree with it."""
    try:
        options = json.loads(cell[0])
    except ValueError:
        return "a JSON map"
    if not isinstance(options, dict) or not all(isinstance(value, str) for value in options.values()):
        return "a JSON map of texts"
    wrong = [name for name, value in options.items() if row.canonical.get(name.lower(), value) not in ("", value)]
    return f"{wrong[0]} {row.canonical[wrong[0].lower()]}" if wrong else None


def shorter_than(limit):
    return lambda _row, cell, _context: None if len(cell) == 1 and len(cell[0]) <= limit else f"at most {limit} characters"


def seller(row, cell, context):
    """The shop's name where a test says it."""
    name = context.settings.get("seller_name")
    return one_word(name[:70], cell) if name else shorter_than(70)(row, cell, context)


def countries(_row, cell, context):
    target = context.settings.get("target_country")
    found = ",".join(cell)
    agrees = COUNTRIES.fullmatch(found) and (target is None or target in re.split(", ?", found))
    return None if agrees else target or "country codes"


def link_of_ours(_row, cell, _context):
    return None if re.fullmatch(r"https?://\S+", cell[0]) else "a URL"


def searchable(row, cell, _context):
    return None if cell == ["true"] or (discontinued(row) and cell == ["false"]) else "true"


def weight_number(value, cell, _context):
    number = re.match(r"[\d.]+", value)
    return None if cell == [value] or (number and cell == [number[0]]) else value


def weight_unit(value, cell, _context):
    unit = re.sub(r"^[\d.]+\s*", "", value)
    return None if cell == [unit] else unit


TABLE = [
    Attribute("item_id", "id"),
    Attribute("title", "title", text(150)),
    Attribute("description", "description", text(5_000)),
    Attribute("url", "link", url),
    Attribute("image_url", "image_link", url),
    Attribute("brand", "brand", text(70)),
    *same("price sale_price", price),
    Attribute("availability", "availability", availability, blank=lambda _row, cell, _context: one_word("unknown", cell)),
    Attribute("availability_date", "availability_date", date()),
    Attribute("seller_name", blank=seller),
    TrueOrFalse("is_eligible_search", rule=TRUE_FALSE, blank=searchable),
    TrueOrFalse("is_eligible_checkout", rule=TRUE_FALSE, blank=lambda _row, cell, _context: one_word("false", cell)),
    *[Attribute(name, rule=url, blank=link_of_ours) for name in ("seller_url", "seller_privacy_policy", "seller_tos", "return_policy")],
    *[Attribute(name, blank=countries) for name in ("target_countries", "store_country")],
    Attribute("gtin", "gtin", text_list()),
    Attribute("mpn", "mpn"),
    Attribute("condition", "condition", spelled(CONDITION)),
    Attribute("product_category", "google_product_category", path, blank=product_type_instead),
    Attribute("material", "material", text(100)),
    *same("age_group gender size_system"),
    Attribute("color", "color", text(40)),
    Attribute("size", "size", text(20)),
    Attribute("sale_price_start_date", "sale_price_effective_date", range_end(0)),
    Attribute("sale_price_end_date", "sale_price_effective_date", range_end(1)),
    Attribute("unit_pricing_measure", "unit_pricing_measure", measure),
    Attribute("base_measure", "unit_pricing_base_measure", measure),
    Attribute("additional_image_urls", "additional_image_link", url_list()),
    Attribute("video_url", "video_link", url),
    Attribute("group_id", "item_group_id"),
    TrueOrFalse("listing_has_variations", rule=TRUE_FALSE, blank=has_variations),
    Attribute("variant_dict", blank=variant_attributes),
    Attribute("item_group_title", "item_group_title", text(150), blank=shorter_than(150)),
    Attribute("shipping", "shipping", groups(SHIPPING)),
    Attribute("weight", "shipping_weight", weight_number, may=True),
    Attribute("item_weight_unit", "shipping_weight", weight_unit, may=True),
    *[Attribute(name, rule=url) for name in ("model_3d_url", "warning_url")],
    *[TrueOrFalse(name, rule=TRUE_FALSE) for name in ("is_digital", "is_ads_eligible", "accepts_returns", "accepts_exchanges")],
    *[
        Attribute(name)
        for name in (
            "pricing_trend offer_id dimensions length width height dimensions_unit return_deadline_in_days star_rating review_count "
            "store_star_rating store_review_count q_and_a reviews popularity_score return_rate warning age_restriction "
            "related_product_id relationship_type geo_price geo_availability marketplace_seller ads_metadata"
        ).split()
    ],
]


def may_omit(row):
    amount = PRICE.fullmatch(row.value("price", "price"))
    return discontinued(row) or (amount is not None and Decimal(amount[1]) == 0)


def read(text, context, report):
    rows = [product(line, number, report) for number, line in enumerate(lines_of(text, report) if text != "" else [], 1)]
    for number, row in enumerate(rows, 1):
        for name in REQUIRED:
            if not row.get(name):
                report.fault(f"line {number}: no {name}")
    return Found(list(dict.fromkeys(name for row in rows for name in row)), rows)


def product(line, number, report):
    value = parse_json(line, f"line {number}")
    if not isinstance(value, dict):
        raise Unreadable(f"line {number}: not a JSON object")
    for name in ("price", "sale_price", "item_id"):
        if name in value and not isinstance(value[name], (str, type(None))):
            report.fault(f"line {number}: {name} is {shown(value[name])}, not a string")
    return {name: cell_of(member) for name, member in value.items()}


def cell_of(value):
    """A list is several values; a map is its JSON."""
    if value is None:
        return []
    if isinstance(value, bool):
        return ["true" if value else "false"]
    if isinstance(value, list) and all(isinstance(item, str) for item in value):
        return value
    return [value if isinstance(value, str) else json.dumps(value, default=str)]
