"""Microsoft Merchant Center: TSV that knows no quotes, or Google's RSS; section 7 of the channel facts."""

import google
from delimited import bare_cell, read_delimited, tsv_line
from flat import Attribute, Found
from google import CONDITION, CUSTOM_LABELS, discontinued, same
from rss import read_rss
from rules import (
    SHIPPING,
    boolean,
    category,
    date,
    date_range,
    groups,
    measure,
    price,
    spelled,
    text,
    text_list,
    url,
    url_list,
)

AVAILABILITY = {
    "in_stock": ("in stock",),
    "out_of_stock": ("out of stock",),
    "preorder": ("preorder",),
    "backorder": ("preorder", "out of stock"),
}
"""What a quote may become where cells can't be quoted."""
INSTEAD_OF_QUOTES = ('"', "", "'", "''", "”", "″")


def unquoted(rule):
    """A value keeps its quotes as they are, or has them taken out or replaced, all alike."""

    def judged(value, cell, context):
        if context.is_xml or '"' not in value:
            return rule(value, cell, context)
        answers = [rule(value.replace('"', instead).strip(), cell, context) for instead in INSTEAD_OF_QUOTES]
        answers.append(rule(" ".join(value.replace('"', " ").split()), cell, context))
        return None if None in answers else rule(value, cell, context)

    return judged


TABLE = [
    Attribute("id", "id"),
    Attribute("title", "title", text(150)),
    Attribute("description", "description", text(10_000)),
    *same("link image_link mobile_link", url),
    Attribute("ads_redirect", "ads_redirect", url, aliases=("bingads_redirect",)),
    Attribute("additional_image_link", "additional_image_link", url_list(10)),
    *same("price sale_price", price),
    Attribute("sale_price_effective_date", "sale_price_effective_date", date_range()),
    Attribute("availability", "availability", spelled(AVAILABILITY)),
    *same("availability_date expiration_date", date()),
    Attribute("condition", "condition", spelled(CONDITION)),
    Attribute("brand", "brand", text(1_000)),
    Attribute("gtin", "gtin", text_list(10)),
    *same("mpn item_group_id"),
    Attribute("identifier_exists", "identifier_exists", boolean(("true",), ("false",))),
    Attribute("product_category", "google_product_category", category(), aliases=("google_product_category",)),
    Attribute("product_type", "product_type", text(750)),
    *same("age_group gender"),
    *same("color pattern", text(100)),
    Attribute("size", "size", text()),
    Attribute("material", "material", text(200)),
    Attribute("size_type", "size_type", spelled({"big": ("big", "big and tall"), "tall": ("tall", "big and tall"), "big_and_tall": ("big and tall",)})),
    *same("size_system multipack energy_efficiency_class min_energy_efficiency_class max_energy_efficiency_class"),
    *same("adult is_bundle", google.YES_NO),
    Attribute("shipping", "shipping", groups(SHIPPING)),
    *same("shipping_weight unit_pricing_measure unit_pricing_base_measure", measure),
    *same(" ".join(["shipping_label", *CUSTOM_LABELS]), text(100)),
    Attribute("promotion_id", "promotion_id", text_list(10)),
    Attribute("installment", "installment", groups(("months", "amount"))),
    Attribute("seller_name", "seller_name", text(255)),
]
"""An identifier without its quotes is another."""
IDENTIFIERS = {"id", "item_group_id", "mpn", "gtin", "link", "image_link", "mobile_link", "additional_image_link", "ads_redirect"}
TABLE = [each if each.name in IDENTIFIERS else Attribute(each.name, each.source, unquoted(each.rule), each.may, each.aliases) for each in TABLE]

may_omit = discontinued


def read(text, context, report):
    if context.is_xml:
        return Found(*read_rss(text, report))
    return Found(*read_delimited(text, tsv_line(bare_cell), report))
