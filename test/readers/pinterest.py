"""Pinterest catalog: TSV or Google's RSS, section 6 of the channel facts."""

from flat import Attribute
from google import CONDITION, CUSTOM_LABELS, YES_NO, discontinued, read, same
from rules import SHIPPING, category, date, date_range, groups, measure, price, spelled, text, text_list, url, url_list

__all__ = ["TABLE", "may_omit", "read"]

AVAILABILITY = {
    "in_stock": ("in stock",),
    "out_of_stock": ("out of stock",),
    "preorder": ("preorder",),
    "backorder": ("out of stock", "preorder"),
}

TABLE = [
    Attribute("id", "id"),
    Attribute("title", "title", text(500, cut="must")),
    Attribute("description", "description", text(10_000, cut="must")),
    *same("link image_link ad_link mobile_link ios_deep_link android_deep_link video_link", url),
    *same("price sale_price min_ad_price", price),
    Attribute("availability", "availability", spelled(AVAILABILITY)),
    Attribute("additional_image_link", "additional_image_link", url_list(10, repeated=True)),
    Attribute("sale_price_effective_date", "sale_price_effective_date", date_range()),
    *same("item_group_id gtin mpn age_group gender size_system"),
    Attribute("google_product_category", "google_product_category", category()),
    Attribute("product_type", "product_type", text(1_000)),
    Attribute("condition", "condition", spelled(CONDITION)),
    *same("brand color size material pattern", text()),
    Attribute("size_type", "size_type", spelled({"big": ("big", "big_and_tall"), "tall": ("tall", "big_and_tall"), "big_and_tall": ("big_and_tall",)})),
    *same("variant_names variant_values", text_list()),
    Attribute("shipping", "shipping", groups(SHIPPING)),
    *same("shipping_weight shipping_width shipping_height unit_pricing_measure unit_pricing_base_measure", measure),
    Attribute("tax", "tax", groups(SHIPPING)),
    *same("free_shipping_label free_shipping_limit installment_price last_updated_time multipack"),
    *same(" ".join(CUSTOM_LABELS), text(511)),
    *same(" ".join(f"custom_number_{slot}" for slot in range(5))),
    *same("adult is_bundle", YES_NO),
    *same("average_review_rating number_of_ratings number_of_reviews"),
    Attribute("promotion_id", "promotion_id", text_list()),
    *same("expiration_date availability_date", date()),
]

may_omit = discontinued
