"""Meta catalog: CSV or RSS, section 4b of the channel facts."""

import re

from delimited import csv_line, read_delimited
from flat import Attribute, Found
from google import CONDITION, CUSTOM_LABELS, same
from rss import read_rss
from rules import COLON_TIME, SHIPPING, category, date, date_range, groups, measure, price, spelled, text, url, url_list

AVAILABILITY = {
    "in_stock": ("in stock",),
    "out_of_stock": ("out of stock",),
    "preorder": ("preorder",),
    "backorder": ("available for order",),
    "discontinued": ("discontinued",),
}
SENT_FOR_APPS = re.compile(r"# ref_(?:application|asset)_id \S+")
XML_LINE_BYTES_MAX = 5_242_880

"""Shared with Snapchat, whose optional attributes are Meta's."""
OPTIONAL = [
    *same("mobile_link", url),
    Attribute("additional_image_link", "additional_image_link", url_list(20, separators=",; |", total_max=2_000)),
    Attribute("sale_price", "sale_price", price),
    Attribute("sale_price_effective_date", "sale_price_effective_date", date_range(COLON_TIME)),
    Attribute("google_product_category", "google_product_category", category()),
    Attribute("fb_product_category", "fb_product_category"),
    Attribute("product_type", "product_type", text(750)),
    *same("gtin mpn item_group_id age_group gender additional_variant_attribute status visibility"),
    *same("color size material", text(200)),
    Attribute("pattern", "pattern", text(100)),
    Attribute("quantity_to_sell_on_facebook", "quantity_to_sell_on_facebook", blank=lambda row, cell, _context: None if cell == [row.about.get("quantity")] else ""),
    *same(" ".join(CUSTOM_LABELS), text(100)),
    *same(" ".join(f"custom_number_{slot}" for slot in range(5))),
    *same("internal_label origin_country importer_name importer_address manufacturer_info return_policy_days"),
    *same("video[0].url product_tags[0] rich_text_description short_description"),
    *same(" ".join(f"applink.{name}" for name in "ios_url ios_app_store_id ios_app_name iphone_url iphone_app_store_id iphone_app_name ipad_url ipad_app_store_id ipad_app_name android_url android_package android_app_name windows_phone_url windows_phone_app_id windows_phone_app_name".split())),
    Attribute("shipping", "shipping", groups(SHIPPING)),
    Attribute("shipping_weight", "shipping_weight", measure),
    Attribute("expiration_date", "expiration_date", date()),
]

TABLE = [
    Attribute("id", "id"),
    Attribute("title", "title", text(200)),
    Attribute("description", "description", text(9_999)),
    Attribute("availability", "availability", spelled(AVAILABILITY)),
    Attribute("condition", "condition", spelled(CONDITION)),
    Attribute("price", "price", price),
    *same("link image_link", url),
    Attribute("brand", "brand", text(100)),
    *OPTIONAL,
]


def may_omit(_row):
    return False


def read(text, context, report):
    if not context.is_xml:
        return Found(*read_delimited(text, csv_line(quotes_spaces=True), report, comment=SENT_FOR_APPS))
    for number, line in enumerate(text.split("\n"), 1):
        if len(line) > XML_LINE_BYTES_MAX // 4 and len(line.encode()) > XML_LINE_BYTES_MAX:
            report.fault(f"line {number} is longer than {XML_LINE_BYTES_MAX} bytes")
    return Found(*read_rss(text, report))
