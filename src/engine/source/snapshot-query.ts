import type { Sql } from "../../kernel/sql.ts";
import { list, literal, name, sql } from "../sql/fragment.ts";
import type { SnapshotInput } from "./snapshot-input.ts";
import { productColumn, productColumns } from "./snapshot-products.ts";
import { PRODUCTS, VARIANTS } from "./snapshot-records.ts";
import { SNAPSHOT_VALUES } from "./snapshot-values.ts";
import { variantColumn, variantColumns } from "./snapshot-variants.ts";

/**
 * Sorted products and variants become a snapshot: one row per variant, in the order product id, variant position, row id, every
 * value text (NFC, blank = ""), numbered by `ord`. The order is data: every later file and view keeps it.
 *
 * The two are put together by position: every product is repeated as often as it has variants, which keeps the order, and no
 * long text is sorted once per variant.
 */

/** The columns of a snapshot, in the order of `s1…`: canonical, dynamic, then the hidden ones that only plans read. */
export function snapshotColumns(metafieldColumns: readonly string[]): readonly string[] {
  return SNAPSHOT_VALUES.filter(({ hidden }) => !hidden)
    .map(({ column }) => column)
    .concat(
      metafieldColumns,
      SNAPSHOT_VALUES.filter(({ hidden }) => hidden).map(({ column }) => column),
    );
}

/** Counts that must hold before a snapshot is believed: rows, distinct ids, and whether position has put equals together. */
export function snapshotChecks(): Sql {
  return sql`SELECT
    (SELECT count(product_id) FROM ${PRODUCTS}) AS products,
    (SELECT count(DISTINCT product_id) FROM ${PRODUCTS}) AS product_ids,
    (SELECT count(row_id) FROM ${VARIANTS}) AS variants,
    (SELECT count(DISTINCT row_id) FROM ${VARIANTS}) AS row_ids,
    (SELECT count(*) FROM (${repeatedProducts(sql`product_id, apart`)}) p POSITIONAL JOIN (SELECT product_id, apart FROM ${VARIANTS}) v
      WHERE p.product_id IS DISTINCT FROM v.product_id OR p.apart OR v.apart) AS misplaced`;
}

/** The sorted relation: `ord, row_id, product_id, s1…`. */
export function snapshotRows(input: SnapshotInput): Sql {
  const values = new Map(SNAPSHOT_VALUES.map((value) => [value.column, value]));
  const columns = snapshotColumns(input.metafieldColumns).map((column, at) => {
    const value = values.get(column)?.sql(literal(input.currency)) ?? dynamicValue(input, column);
    return sql`${value} AS ${name(`s${at + 1}`)}`;
  });
  // The table's own numbers: counting the rows here would gather all of them first.
  return sql`SELECT v.ord, v.row_id, p.product_id, ${list(columns)}
    FROM (${repeatedProducts(sql`*`)}) p POSITIONAL JOIN ${VARIANTS} v`;
}

/** Each product once per variant, in feed order. */
function repeatedProducts(columns: Sql): Sql {
  return sql`SELECT ${columns}, unnest(range(variant_count)) AS variant_at FROM ${PRODUCTS}`;
}

function dynamicValue(input: SnapshotInput, column: string): Sql {
  const ofProducts = productColumns(input).indexOf(column);
  return ofProducts === -1 ? sql`v.${variantColumn(variantColumns(input).indexOf(column))}` : sql`p.${productColumn(ofProducts)}`;
}
