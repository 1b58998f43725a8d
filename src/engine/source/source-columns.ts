/**
 * The canonical source columns, the same for every storefront. A snapshot's `source.parquet` holds
 * each as text, blank = "", beside the order (`ord`) and the row id; metafield columns follow in the storefront's order.
 * `type` is how rules compare a column; the stored value is text all the same.
 */

export type ColumnType = "text" | "number" | "money" | "boolean" | "date" | "list";

export interface SourceColumn {
  readonly name: string;
  readonly type: ColumnType;
  /** Computed from other columns: it can be read and mapped, not overridden cell by cell. */
  readonly computed: boolean;
}

const column = (name: string, type: ColumnType = "text"): SourceColumn => ({ name, type, computed: false });

export const SOURCE_COLUMNS: readonly SourceColumn[] = Object.freeze([
  column("id"),
  column("product_id"),
  column("title"),
  column("variant_title"),
  column("body_html"),
  column("vendor"),
  column("product_type"),
  column("handle"),
  column("tags", "list"),
  column("sku"),
  column("barcode"),
  column("price", "money"),
  column("compare_at_price", "money"),
  column("currency"),
  column("inventory_quantity", "number"),
  column("inventory_policy"),
  column("inventory_tracked", "boolean"),
  column("available", "boolean"),
  column("image_src"),
  column("variant_image_src"),
  column("additional_images", "list"),
  column("option1_name"),
  column("option1_value"),
  column("option2_name"),
  column("option2_value"),
  column("option3_name"),
  column("option3_value"),
  column("weight", "number"),
  column("weight_unit"),
  column("cost", "money"),
  column("status"),
  column("published_at", "date"),
  column("link"),
  column("category"),
  column("category_id"),
  column("collections", "list"),
  column("seo_title"),
  column("seo_description"),
  column("country_of_origin"),
  column("hs_code"),
  column("requires_shipping", "boolean"),
  column("gift_card", "boolean"),
  column("unit_price", "money"),
  column("created_at", "date"),
  column("updated_at", "date"),
  { name: "canonical_margin_pct", type: "number", computed: true },
]);

/** The dynamic column that is `true` for a variant whose purchase brings others; a shop without any hasn't got it. */
export const BUNDLE = "variant-bundle";

/** Columns that are lists of texts. */
export const LISTS: ReadonlySet<string> = new Set(SOURCE_COLUMNS.filter(({ type }) => type === "list").map(({ name }) => name));

/** Whether a column outside the canonical ones has a value of the product or of the variant: a metafield (`metafield-…`, `variant-metafield-…`) or stock at a location (`inventory-…`). */
export function ownerOfColumn(called: string): "product" | "variant" {
  return called.startsWith("variant-") || called.startsWith("inventory-") ? "variant" : "product";
}
