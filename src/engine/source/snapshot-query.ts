import type { Sql } from "../../kernel/sql.ts";
import { list, literal, name, sql } from "../sql/fragment.ts";
import { memberText, PRODUCTS, productMetafields, type SnapshotInput, VARIANTS } from "./snapshot-records.ts";
import { SNAPSHOT_VALUES } from "./snapshot-values.ts";

/**
 * Sorted products and variants become a snapshot: one row per variant, in the order product id, variant position, row id, every
 * value text (NFC, blank = ""), numbered by `ord`. The order is data: every later file and view keeps it.
 *
 * The two are put together by position: every product is repeated as often as it has variants, which keeps the order, and no
 * long text is sorted once per variant.
 */

/** The columns of a snapshot, in the order of `s1…`: canonical, metafields, then the hidden ones that only plans read. */
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
    (SELECT count(*) FROM ${PRODUCTS}) AS products,
    (SELECT count(DISTINCT product_id) FROM ${PRODUCTS}) AS product_ids,
    (SELECT count(*) FROM ${VARIANTS}) AS variants,
    (SELECT count(DISTINCT row_id) FROM ${VARIANTS}) AS row_ids,
    (SELECT count(*) FROM (${repeatedProducts(sql`key`)}) p POSITIONAL JOIN (SELECT product_key FROM ${VARIANTS}) v WHERE p.key IS DISTINCT FROM v.product_key) AS misplaced`;
}

/** The sorted relation: `ord, row_id, product_id, s1…`. */
export function snapshotRows(input: SnapshotInput): Sql {
  const values = new Map(SNAPSHOT_VALUES.map((value) => [value.column, value]));
  const columns = snapshotColumns(input.metafieldColumns).map((column, at) => {
    const value = values.get(column)?.sql(literal(input.currency)) ?? metafieldValue(input, column);
    return sql`coalesce(${value}, '') AS ${name(`s${at + 1}`)}`;
  });
  return sql`SELECT row_number() OVER () - 1 AS ord, v.row_id, p.product_id, ${list(columns)}
    FROM (${repeatedProducts(sql`*`)}) p POSITIONAL JOIN ${VARIANTS} v`;
}

/** Each product once per variant, in feed order. */
function repeatedProducts(columns: Sql): Sql {
  return sql`SELECT ${columns}, unnest(range(variant_count)) AS variant_at FROM ${PRODUCTS}`;
}

function metafieldValue(input: SnapshotInput, column: string): Sql {
  const at = productMetafields(input).indexOf(column);
  return at === -1 ? memberText(sql`v.metafields`, column) : sql`p.${name(`m${at + 1}`)}`;
}
