import { attributeTable } from "../../engine/channels/attribute.ts";
import { FEED_COLUMN_NAMES } from "../../engine/channels/common-values.ts";

const SOURCE = { document: "Selling Partner API, listings feed schema v2 and product type definitions", date: "2026-09-21" };

/**
 * Attributes that most product types have. What a product type requires beyond them, its definition says, which is loaded with an
 * account.
 */
export const AMAZON_ATTRIBUTES = attributeTable(SOURCE, FEED_COLUMN_NAMES, [
  {
    name: "sku",
    from: "id",
    type: "text",
    requirement: "required",
    maxLength: 40,
    notes: "The variant's SKU, or the row's id if the SKU is blank or repeated. Part of the message, not an attribute.",
  },
  {
    name: "productType",
    from: null,
    type: "text",
    requirement: "required",
    notes: "Amazon's product type, such as SHIRT, from the channel's settings or a mapping. Part of the message, not an attribute.",
  },
  { name: "item_name", from: "title", type: "text", requirement: "required", maxLength: 200 },
  { name: "brand", type: "text", requirement: "required", maxLength: 100 },
  { name: "product_description", from: "description", type: "text", requirement: "required", maxLength: 2000, tooLong: "cut" },
  { name: "bullet_point", type: "list", maxLength: 500, maxItems: 5 },
  {
    name: "externally_assigned_product_identifier",
    from: "gtin",
    type: "gtin",
    requirement: "conditional",
    condition: "neither an ASIN nor an exemption is given",
  },
  { name: "merchant_suggested_asin", type: "text", maxLength: 10, notes: "For a product that Amazon already has." },
  {
    name: "condition_type",
    from: "condition",
    type: "enum",
    requirement: "required",
    allowedValues: [
      "new_new",
      "new_open_box",
      "refurbished_refurbished",
      "used_like_new",
      "used_very_good",
      "used_good",
      "used_acceptable",
      "collectible_like_new",
      "collectible_very_good",
      "collectible_good",
      "collectible_acceptable",
    ],
    spellings: { new: "new_new", refurbished: "refurbished_refurbished", used: "used_good", open_box_new: "new_open_box" },
    notes: "A blank value counts as new_new.",
  },
  {
    name: "purchasable_offer",
    from: "price",
    type: "price",
    requirement: "required",
    notes: "What a buyer pays. For a sale with dates, the price and the sale price with their schedule.",
  },
  { name: "discounted_price", from: "sale_price", type: "price", notes: "Written within purchasable_offer." },
  { name: "sale_price_effective_date", type: "date_range", notes: "The schedule of discounted_price." },
  { name: "list_price", type: "price", notes: "The price before a sale without dates." },
  {
    name: "fulfillment_availability",
    from: "availability",
    type: "enum",
    requirement: "required",
    allowedValues: ["in_stock", "out_of_stock", "preorder", "backorder"],
    notes: "The variant's quantity, or 0 unless it's in stock.",
  },
  { name: "main_product_image_locator", from: "image_link", type: "url", requirement: "required" },
  {
    name: "other_product_image_locator",
    from: "additional_image_link",
    type: "urls",
    maxItems: 8,
    notes: "Written as other_product_image_locator_1 to _8.",
  },
  { name: "color", type: "text", maxLength: 100 },
  { name: "size", type: "text", maxLength: 100 },
  { name: "material", type: "text", maxLength: 200 },
  { name: "target_gender", from: "gender", type: "enum", allowedValues: ["male", "female", "unisex"] },
  {
    name: "age_range_description",
    from: "age_group",
    type: "enum",
    allowedValues: ["Newborn", "Infant", "Toddler", "Kid", "Adult"],
    spellings: { newborn: "Newborn", infant: "Infant", toddler: "Toddler", kids: "Kid", adult: "Adult" },
  },
  { name: "country_of_origin", type: "text", maxLength: 2, notes: "ISO 3166-1 alpha-2." },
  { name: "item_package_weight", from: "shipping_weight", type: "measure", units: ["g", "kg", "oz", "lb"] },
  { name: "part_number", from: "mpn", type: "text", maxLength: 70 },
]);
