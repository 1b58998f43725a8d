"""TikTok catalog: CSV with TikTok's names, or Google's RSS; section 5 of the channel facts."""

from delimited import csv_line, read_delimited
from flat import Attribute, Found
from google import CONDITION, CUSTOM_LABELS, same
from meta import AVAILABILITY, may_omit
from rss import read_rss
from rules import COLON_TIME, SHIPPING, category, date_range, groups, measure, price, spelled, text, url, url_list

APP_LINKS = " ".join(
    ["ios_url ios_app_store_id ios_app_name android_url android_package android_app_name"]
    + [f"{device}_url {device}_app_store_id {device}_app_name" for device in ("iPhone", "iPad")]
)

TABLE = [
    Attribute("sku_id", "id"),
    Attribute("title", "title", text(500)),
    Attribute("description", "description", text(10_000)),
    Attribute("availability", "availability", spelled(AVAILABILITY)),
    Attribute("condition", "condition", spelled(CONDITION)),
    *same("price sale_price", price),
    *same("link image_link video_link", url),
    Attribute("brand", "brand", text(150)),
    Attribute("additional_image_link", "additional_image_link", url_list(10)),
    *same("age_group gender item_group_id gtin mpn tax"),
    *same("color pattern", text(100)),
    Attribute("material", "material", text(200)),
    Attribute("size", "size", text()),
    Attribute("google_product_category", "google_product_category", category(levels=3)),
    Attribute("product_type", "product_type", text()),
    Attribute("sale_price_effective_date", "sale_price_effective_date", date_range(COLON_TIME)),
    Attribute("shipping", "shipping", groups(SHIPPING, joined=";")),
    Attribute("shipping_weight", "shipping_weight", measure),
    *same(APP_LINKS),
    *same(" ".join(CUSTOM_LABELS), text(100)),
]
"""In RSS Google's name of the id is fine too."""
RSS_TABLE = [Attribute("sku_id", "id", aliases=("id",)), *TABLE[1:]]


def table(context):
    return RSS_TABLE if context.is_xml else TABLE


def read(text, context, report):
    if context.is_xml:
        return Found(*read_rss(text, report))
    return Found(*read_delimited(text, csv_line(quotes_spaces=False), report))
