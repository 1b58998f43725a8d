import type { Sql } from "../../kernel/sql.ts";
import { sql } from "../sql/fragment.ts";
import { ownerOfColumn } from "./source-columns.ts";

/**
 * What each source column of a snapshot is, over a variant `v`, and its product `p` with the product's images. Never NULL: blank
 * is ''. Lists join their items with a comma; a comma inside an image URL is percent-encoded, inside a title it becomes U+201A.
 */
interface SnapshotValue {
  readonly column: string;
  readonly sql: (currency: Sql) => Sql;
  /** Read by plans, not shown as a source column. */
  readonly hidden: boolean;
}

const value = (column: string, of: Sql): SnapshotValue => ({ column, sql: () => of, hidden: false });
const hidden = (column: string, of: Sql): SnapshotValue => ({ column, sql: () => of, hidden: true });

/** A variant's own image, else the product's first. */
const image = sql`coalesce(nullif(v.image, ''), p.first_url, '')`;
const encodedImage = sql`replace(${image}, ',', '%2C')`;
/** The product's other images: all of them without this one, by text, because each URL stands there once. */
const furtherImages = sql`CASE WHEN ${image} = p.first_url THEN p.further_urls
  WHEN ends_with(p.all_urls, ',' || ${encodedImage}) THEN left(p.all_urls, length(p.all_urls) - length(${encodedImage}) - 1)
  ELSE replace(p.all_urls, ',' || ${encodedImage} || ',', ',') END`;
/** A variant that the platform numbers may have an address of its own. */
export function addressOf(link: Sql, { links }: { readonly links: Sql }): Sql {
  return sql`CASE WHEN ${links} = 'true' AND v.numbered AND ${link} <> ''
  THEN concat(${link}, CASE WHEN contains(${link}, '?') THEN '&' ELSE '?' END, 'variant=', v.row_id) ELSE ${link} END`;
}

export const SNAPSHOT_VALUES: readonly SnapshotValue[] = Object.freeze([
  value("id", sql`CAST(v.row_id AS VARCHAR)`),
  value("product_id", sql`CAST(p.product_id AS VARCHAR)`),
  value("title", sql`p.title`),
  value("variant_title", sql`v.variant_title`),
  value("body_html", sql`p.body_html`),
  value("vendor", sql`p.vendor`),
  value("product_type", sql`p.product_type`),
  value("handle", sql`p.handle`),
  value("tags", sql`p.tags`),
  value("sku", sql`v.sku`),
  value("barcode", sql`v.barcode`),
  value("price", sql`v.price`),
  value("compare_at_price", sql`v.compare_at_price`),
  { column: "currency", sql: (currency) => currency, hidden: false },
  value("inventory_quantity", sql`v.inventory_quantity`),
  value("inventory_policy", sql`v.inventory_policy`),
  value("inventory_tracked", sql`v.inventory_tracked`),
  value("available", sql`v.available`),
  value("image_src", image),
  value("variant_image_src", sql`v.image`),
  value("additional_images", sql`coalesce(${furtherImages}, '')`),
  value("option1_name", sql`p.option1_name`),
  value("option1_value", sql`v.option1_value`),
  value("option2_name", sql`p.option2_name`),
  value("option2_value", sql`v.option2_value`),
  value("option3_name", sql`p.option3_name`),
  value("option3_value", sql`v.option3_value`),
  value("weight", sql`v.weight`),
  value("weight_unit", sql`v.weight_unit`),
  value("cost", sql`v.cost`),
  value("status", sql`p.status`),
  value("published_at", sql`p.published_at`),
  value("link", addressOf(sql`p.link`, { links: sql`p.variant_links` })),
  value("category", sql`p.category`),
  value("category_id", sql`p.category_id`),
  value("collections", sql`p.collections`),
  value("seo_title", sql`p.seo_title`),
  value("seo_description", sql`p.seo_description`),
  value("country_of_origin", sql`v.country_of_origin`),
  value("hs_code", sql`v.hs_code`),
  value("requires_shipping", sql`v.requires_shipping`),
  value("gift_card", sql`p.gift_card`),
  value("unit_price", sql`v.unit_price`),
  value("created_at", sql`coalesce(v.created_at, p.created_at)`),
  value("updated_at", sql`coalesce(v.updated_at, p.updated_at)`),
  value("canonical_margin_pct", sql`v.canonical_margin_pct`),
  hidden("body_text", sql`p.body_text`),
  hidden("published", sql`p.published`),
  hidden("variant_position", sql`CAST(v.variant_position AS VARCHAR)`),
  hidden("variant_published", sql`v.variant_published`),
  hidden("requires_selling_plan", sql`p.requires_selling_plan`),
  hidden("combined_listing_role", sql`p.combined_listing_role`),
  hidden("handle_taken", sql`p.handle_taken`),
  hidden("collection_ids", sql`p.collection_ids`),
  hidden("google_category", sql`p.google_category`),
  hidden("option1_attribute", sql`p.option1_attribute`),
  hidden("option2_attribute", sql`p.option2_attribute`),
  hidden("option3_attribute", sql`p.option3_attribute`),
  hidden("several_variants", sql`CASE WHEN p.variant_count > 1 THEN 'true' ELSE '' END`),
  hidden("options_in_title", sql`p.options_in_title`),
  hidden("options_in_seo_title", sql`p.options_in_seo_title`),
  hidden("barcode_gtin", sql`v.barcode_gtin`),
  hidden("inventory_item_id", sql`v.inventory_item_id`),
]);

/** Whether a source column says the same of every variant of a product: what it is made of mentions none. */
export function isOfProduct(called: string): boolean {
  const found = SNAPSHOT_VALUES.find(({ column }) => column === called);
  return found === undefined ? ownerOfColumn(called) === "product" : !/\bv\./.test(found.sql(sql`''`).text);
}
