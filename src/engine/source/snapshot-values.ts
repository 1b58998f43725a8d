import type { Sql } from "../../kernel/sql.ts";
import { sql } from "../sql/fragment.ts";
import { numberOf, numberText } from "../sql/text-sql.ts";

/**
 * What each source column of a snapshot is, over a variant `v`, and its product `p` with the product's images. NULL is blank.
 * Lists join their items with a comma; a comma inside an image URL is percent-encoded, inside a title it becomes U+201A.
 */
interface SnapshotValue {
  readonly column: string;
  readonly sql: (currency: Sql) => Sql;
  /** Read by plans, not shown as a source column. */
  readonly hidden: boolean;
}

const value = (column: string, of: Sql): SnapshotValue => ({ column, sql: () => of, hidden: false });
const hidden = (column: string, of: Sql): SnapshotValue => ({ column, sql: () => of, hidden: true });

/** Option values as Shopify joins them; a product without options has no variant title. */
const variantTitle = sql`concat_ws(' / ', nullif(v.option1_value, ''), nullif(v.option2_value, ''), nullif(v.option3_value, ''))`;
/** A variant's own image, else the product's first. */
const image = sql`coalesce(nullif(v.image, ''), p.first_url)`;
/** The product's other images: all of them without this one, by text, because each URL stands there once. */
const furtherImages = sql`trim(replace(',' || p.all_urls || ',', ',' || replace(${image}, ',', '%2C') || ',', ','), ',')`;

/**
 * The platform's word where it gives one. Else stock decides: untracked stock never runs out, selling on is allowed by policy,
 * and a quantity the export does not have cannot be counted against the product.
 */
const available = sql`coalesce(v.available, CASE WHEN coalesce(v.inventory_tracked, 'false') <> 'true' OR v.inventory_policy = 'continue'
  OR v.inventory_quantity IS NULL OR coalesce(${numberOf(sql`v.inventory_quantity`)}, 0) > 0 THEN 'true' ELSE 'false' END)`;

const price = numberOf(sql`coalesce(v.price, '')`);
const cost = numberOf(sql`coalesce(v.cost, '')`);
/** Percent of the price that is not cost; blank without both, or for a price of zero. A double would print `-0` and exponents. */
const margin = numberText(
  sql`TRY_CAST(CASE WHEN ${price} > 0 THEN CAST((${price} - ${cost}) AS DOUBLE) / CAST(${price} AS DOUBLE) * 100 END AS DECIMAL(28,1))`,
);

export const SNAPSHOT_VALUES: readonly SnapshotValue[] = Object.freeze([
  value("id", sql`CAST(v.row_id AS VARCHAR)`),
  value("product_id", sql`CAST(p.product_id AS VARCHAR)`),
  value("title", sql`p.title`),
  value("variant_title", variantTitle),
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
  value("available", available),
  value("image_src", image),
  value("variant_image_src", sql`v.image`),
  value("additional_images", furtherImages),
  value("option1_name", sql`p.option1_name`),
  value("option1_value", sql`v.option1_value`),
  value("option2_name", sql`p.option2_name`),
  value("option2_value", sql`v.option2_value`),
  value("option3_name", sql`p.option3_name`),
  value("option3_value", sql`v.option3_value`),
  value("weight", sql`v.weight`),
  value("weight_unit", sql`CASE WHEN coalesce(v.weight, '') <> '' THEN v.weight_unit END`),
  value("cost", sql`v.cost`),
  value("status", sql`p.status`),
  value("published_at", sql`p.published_at`),
  value("link", sql`p.link`),
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
  value("canonical_margin_pct", margin),
  hidden("body_text", sql`p.body_text`),
  hidden("published", sql`p.published`),
  hidden("variant_position", sql`CAST(v.variant_position AS VARCHAR)`),
]);
