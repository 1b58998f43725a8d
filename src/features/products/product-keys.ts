import type { ProductKey } from "../../engine/run/product-list.ts";
import { visibleColumns } from "../../engine/source/snapshot-files.ts";
import { SOURCE_COLUMNS } from "../../engine/source/source-columns.ts";
import type { ProductShape } from "./product-shapes.ts";

const source = (column: string): ProductKey => ({
  by: "column",
  column,
  type: SOURCE_COLUMNS.find(({ name }) => name === column)?.type ?? "text",
});
const NOTHING: ProductKey = { by: "nothing" };

/** What each member of a product in a list is sorted by. */
const MEMBERS: Readonly<Record<keyof ProductShape, ProductKey>> = {
  id: { by: "number", of: "row_id" },
  object: NOTHING,
  shopify_product_id: { by: "number", of: "product_id" },
  shopify_variant_id: { by: "number", of: "row_id" },
  sku: source("sku"),
  title: { by: "edited column", column: "title" },
  price: source("price"),
  compare_at_price: source("compare_at_price"),
  currency: source("currency"),
  inventory_quantity: source("inventory_quantity"),
  image_url: source("image_src"),
  vendor: source("vendor"),
  product_type: { by: "edited column", column: "product_type" },
  condition: { by: "condition" },
  status: source("status"),
  excluded: { by: "excluded" },
  excluded_reason: { by: "reason" },
  cause: NOTHING,
  has_overrides: { by: "edited" },
  extracted_at: NOTHING,
  created_at: source("created_at"),
  updated_at: source("updated_at"),
};

/** Everything `sort` can name. */
export function sortNames(columns: readonly string[]): readonly string[] {
  return [...new Set([...Object.keys(MEMBERS), ...visibleColumns(columns).map(({ column }) => column)])];
}

/** What `sort` names: a member, else a source column of the shop. A name that both have is the member. */
export function productKey(
  sort: string,
  { columns, hasPlatformIds }: { readonly columns: readonly string[]; readonly hasPlatformIds: boolean },
): ProductKey | undefined {
  // Where they are null, they order nothing.
  if (!hasPlatformIds && (sort === "shopify_product_id" || sort === "shopify_variant_id")) return NOTHING;
  const own = new Map<string, ProductKey>(Object.entries(MEMBERS)).get(sort);
  if (own !== undefined) return own;
  if (sort === "product_id") return { by: "number", of: "product_id" };
  return visibleColumns(columns).some(({ column }) => column === sort) ? source(sort) : undefined;
}
