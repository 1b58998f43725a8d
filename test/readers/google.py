"""Google Merchant Center: TSV or RSS, section 4 of the channel facts."""

from delimited import google_cell, read_delimited, tsv_line
from flat import Attribute, Found
from rss import read_rss
from rules import (
    SHIPPING,
    boolean,
    category,
    date,
    date_range,
    exact,
    groups,
    measure,
    price,
    spelled,
    text,
    text_list,
    url,
    url_list,
)

AVAILABILITY = {word: (word,) for word in ("in_stock", "out_of_stock", "preorder", "backorder")}
CONDITION = {word: (word,) for word in ("new", "refurbished", "used")}
YES_NO = boolean(("yes", "true"), ("no", "false"))


def same(names, rule=exact):
    """Attributes that are named as the canonical column."""
    return [Attribute(name, name, rule) for name in names.split()]


CUSTOM_LABELS = [f"custom_label_{slot}" for slot in range(5)]

TABLE = [
    Attribute("id", "id"),
    Attribute("title", "title", text(150, cut="must")),
    Attribute("description", "description", text(5_000, cut="must")),
    *same("link image_link mobile_link canonical_link ads_redirect virtual_model_link", url),
    *same("lifestyle_image_link video_link", url_list(repeated=True)),
    Attribute("additional_image_link", "additional_image_link", url_list(10, repeated=True)),
    Attribute("document_link", "document_link", url_list(5)),
    Attribute("availability", "availability", spelled(AVAILABILITY)),
    *same("availability_date expiration_date", date()),
    *same("price sale_price cost_of_goods_sold auto_pricing_min_price maximum_retail_price", price),
    Attribute("sale_price_effective_date", "sale_price_effective_date", date_range(length_max=51)),
    Attribute("google_product_category", "google_product_category", category()),
    Attribute("product_type", "product_type", text(750)),
    Attribute("brand", "brand", text(70)),
    Attribute("gtin", "gtin", text_list(10)),
    *same("mpn item_group_id"),
    Attribute("identifier_exists", "identifier_exists", spelled({"yes": ("yes",), "no": ("no",), "true": ("yes", "true"), "false": ("no", "false")})),
    Attribute("condition", "condition", spelled(CONDITION)),
    *same("adult is_bundle", YES_NO),
    *same("multipack energy_efficiency_class min_energy_efficiency_class max_energy_efficiency_class age_group gender"),
    *same("color size pattern", text(100)),
    Attribute("material", "material", text(200)),
    Attribute("size_type", "size_type", text_list(2)),
    *same("size_system popularity_rank related_product variant_option question_and_answer loyalty_program minimum_order_value"),
    Attribute("item_group_title", "item_group_title", text(150)),
    *same("product_length product_width product_height product_weight shipping_weight shipping_length shipping_width shipping_height", measure),
    *same("unit_pricing_measure unit_pricing_base_measure", measure),
    Attribute("product_detail", "product_detail", groups(("section_name", "attribute_name", "attribute_value"), nested=True)),
    Attribute("installment", "installment", groups(("months", "amount"), nested=True)),
    Attribute("subscription_cost", "subscription_cost", groups(("period", "period_length", "amount"), nested=True)),
    Attribute("certification", "certification", groups(("authority", "name", "code"), nested=True)),
    Attribute("shipping", "shipping", groups(SHIPPING, nested=True)),
    *same("structured_title structured_description", groups(("digital_source_type", "content"), nested=True)),
    *same("link_template tax tax_category returns carrier_shipping free_shipping_threshold"),
    *same("product_highlight included_destination excluded_destination shopping_ads_excluded_country", text_list()),
    Attribute("promotion_id", "promotion_id", text_list(10)),
    *same("pause ships_from_country min_handling_time max_handling_time"),
    *same(" ".join(["shipping_label", "transit_time_label", "return_policy_label", *CUSTOM_LABELS]), text(100)),
]


def discontinued(row):
    return row.value("availability", "availability").strip().lower() == "discontinued"


may_omit = discontinued


def read(text, context, report):
    if context.is_xml:
        return Found(*read_rss(text, report))
    return Found(*read_delimited(text, tsv_line(google_cell), report))
