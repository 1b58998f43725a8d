import { rowsOfProduct } from "../../engine/run/membership-query.ts";
import { formatId, storedId } from "../../kernel/ids.ts";
import type { WarehouseRow } from "../../kernel/sql.ts";
import { type Cause, causeOf } from "../causes/index.ts";
import type { ShopCall } from "../operation.ts";
import { findListedOutput } from "../runs/index.ts";
import type { FeedRuns } from "./membership-queries.ts";
import { type FeedOfProductShape, VARIANTS_MAX } from "./product-feeds-shapes.ts";

/** A rule may split a variant into this many rows. */
const ITEMS_MAX = 100;

type Variant = FeedOfProductShape["variants"][number];

/** A product's rows in the run that a feed's lists show. */
export interface RowsInFeed {
  /** Columns of the run, attributes too. */
  readonly columns: readonly string[];
  readonly variants: ReadonlyMap<number, Variant>;
}

/** One look at the run's file. Undefined where the feed is inactive or has no run to look at. */
export async function readProductRows(
  call: Pick<ShopCall, "shop" | "objects" | "warehouse">,
  feed: FeedRuns,
  { productId, columns }: { readonly productId: number; readonly columns: readonly string[] },
): Promise<RowsInFeed | undefined> {
  const output = feed.active ? await findListedOutput(call.shop, storedId("feed", feed.id)) : undefined;
  if (output === undefined) return undefined;
  await using rows = await call.objects.local(output.rowsKey);
  const all = [...output.columns, ...output.attributes];
  const asked = columns.filter((column) => all.includes(column));
  const statement = rowsOfProduct(
    { file: rows.path, columns: all, causes: output.causes },
    { productId, asked, limit: VARIANTS_MAX * ITEMS_MAX },
  );
  const found = await call.warehouse.of(call.shop.shopId).query(statement);
  return { columns: all, variants: variantsOf(found, asked) };
}

/** Of a variant that a rule has split, the first item that is in the file, else the first. */
function variantsOf(rows: readonly WarehouseRow[], asked: readonly string[]): ReadonlyMap<number, Variant> {
  const byId = Map.groupBy(rows, (row) => Number(row["row_id"]));
  return new Map(
    [...byId].slice(0, VARIANTS_MAX).flatMap(([rowId, items]) => {
      const row = items.find((item) => item["reason"] === null) ?? items[0];
      return row === undefined ? [] : [[rowId, variantOf(rowId, row, asked)] as const];
    }),
  );
}

function variantOf(rowId: number, row: WarehouseRow, asked: readonly string[]): Variant {
  const reason = typeof row["reason"] === "string" ? row["reason"] : null;
  return {
    id: formatId("prod", storedId("prod", rowId)),
    included: reason === null,
    reason,
    cause: reason === null ? null : causeOfRow(reason, row),
    fields: Object.fromEntries(asked.map((column, at) => [column, String(row[`v${at + 1}`] ?? "")])),
  };
}

function causeOfRow(reason: string, { excluded_by: rule }: WarehouseRow): Cause {
  return causeOf(reason, rule === null || rule === undefined ? null : Number(rule));
}
