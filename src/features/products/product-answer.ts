import type { WarehouseRow, WarehouseValue } from "../../kernel/sql.ts";
import { formatId, storedId } from "../../kernel/ids.ts";
import { type Cause, causeOf } from "../causes/index.ts";
import type { Catalog } from "./open-catalog.ts";
import type { ProductShape } from "./product-shapes.ts";

/** What the shop says of a row beside its catalog. */
export interface RowEdits {
  /** By feed column. */
  readonly overrides: ReadonlyMap<string, string>;
  readonly hasCells: boolean;
}

/** `row`: of `fetchProducts`, or of `fetchProduct` with what the run says. */
export function productAnswer(
  row: WarehouseRow,
  { overrides, hasCells }: RowEdits,
  catalog: Pick<Catalog, "hasPlatformIds" | "extractedAt" | "everyCondition">,
): ProductShape {
  const rowId = storedId("prod", Number(row["row_id"]));
  const platformId = (value: WarehouseValue | undefined): string | null => (catalog.hasPlatformIds ? String(value) : null);
  const quantity = row["inventory_quantity"];
  return {
    id: formatId("prod", rowId),
    object: "product",
    shopify_product_id: platformId(row["product_id"]),
    shopify_variant_id: platformId(row["row_id"]),
    sku: textOf(row["sku"]),
    title: overrides.get("title") ?? textOf(row["title"]) ?? "",
    price: textOf(row["price"]),
    compare_at_price: textOf(row["compare_at_price"]),
    currency: textOf(row["currency"]),
    inventory_quantity: typeof quantity === "number" ? quantity : null,
    image_url: textOf(row["image_url"]),
    vendor: textOf(row["vendor"]),
    product_type: overrides.get("product_type") ?? textOf(row["product_type"]),
    condition: overrides.get("condition") ?? catalog.everyCondition ?? textOf(row["condition"]),
    status: textOf(row["status"]),
    excluded: textOf(row["reason"]) !== null,
    excluded_reason: textOf(row["reason"]),
    cause: rowCause(row),
    has_overrides: overrides.size > 0 || hasCells,
    extracted_at: catalog.extractedAt?.toISOString() ?? null,
    created_at: textOf(row["created_at"]),
    updated_at: textOf(row["updated_at"]),
  };
}

/** Null where no run excluded the row. */
function rowCause({ reason, excluded_by: rule }: WarehouseRow): Cause | null {
  if (typeof reason !== "string") return null;
  return causeOf(reason, rule === null || rule === undefined ? null : Number(rule));
}

function textOf(value: WarehouseValue | undefined): string | null {
  return typeof value === "string" ? value : null;
}
