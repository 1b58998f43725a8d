import type { ChannelPack } from "../channel-port.ts";

const FETCHED = "The file doesn't show it. Meta checks when it fetches the image.";
const PAGE = "Meta compares it with the item's page, which the file doesn't show.";

/** By our code, or by the lower-case name of Meta's error type. */
export const META_UNCHECKED: ChannelPack["unchecked"] = [
  { code: "image_too_small", why: FETCHED },
  { code: "image_too_large", why: FETCHED },
  { code: "image_fetch_failed", why: FETCHED },
  { code: "video_fetch_failed", why: "The file doesn't show it. Meta checks when it fetches the video." },
  { code: "quality_item_link_broken", why: PAGE },
  { code: "quality_item_link_redirecting", why: PAGE },
  { code: "crawled_availability_mismatch", why: PAGE },
  { code: "missing_shipping", why: "Shipping is set in Commerce Manager; the column is optional." },
  { code: "not_enough_images", why: "Meta doesn't publish how many images it wants." },
  { code: "quality_duplicated_description", why: "Meta doesn't publish how many products may share a description." },
  { code: "product_out_of_stock", why: "An out-of-stock item isn't a fault of the file. Meta just doesn't show it in ads." },
  { code: "big_catalog_with_all_items_in_stock", why: "Meta doesn't publish the quantity above which it doubts the stock." },
  { code: "invalid_pre_order_params", why: "The catalog file has no column for the ship date of a preorder." },
  {
    code: "missing_india_compliance_fields",
    why: "The requirements depend on the manufacturer and importer, which the file doesn't show.",
  },
  { code: "illegal_product_category", why: "Meta applies its commerce policy to the item's text and image." },
  { code: "unsupported_product_category", why: "Meta doesn't publish which categories it doesn't accept." },
];
