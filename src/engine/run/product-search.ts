import type { Sql } from "../../kernel/sql.ts";
import { sourceColumn } from "../source/product-members.ts";
import { integer, join, literal, sql } from "../sql/fragment.ts";
import { holds } from "./run-list.ts";
import type { ColumnsFile } from "./product-list.ts";

const folded = (value: Sql): Sql => sql`lower(nfc_normalize(trim(${value})))`;

/** `ord, row_id, product_id, title, sku` of the rows with an SKU, whatever its case, in feed order, and `total` of them. */
export function rowsOfSku({ file, columns }: ColumnsFile, sku: string, limit: number): Sql {
  const of = sourceColumn(columns, "sku");
  return sql`SELECT ${shown(columns)}, count(*) OVER () AS total FROM read_parquet(${literal(file)})
    WHERE ${folded(of)} = ${folded(literal(sku))} ORDER BY ord LIMIT ${integer(limit)}`;
}

/** What a product is searched by, past its title. */
const OTHERS = ["sku", "barcode", "handle", "vendor", "product_type", "tags"];
/** What names a product wholly. */
const NAMES = ["title", "sku", "barcode", "handle"];

/**
 * The same of products that hold a text, each by the row that holds it best: one of its names is the text, its title begins with it, its title holds
 * it, something else does. Products with the same rank come in feed order.
 */
export function productsHolding({ file, columns }: ColumnsFile, search: string, limit: number): Sql {
  const of = (column: string): Sql => folded(sourceColumn(columns, column));
  const text = folded(literal(search));
  const either = (names: readonly string[], test: (value: Sql) => Sql): Sql =>
    join(
      names.map((column) => test(of(column))),
      sql` OR `,
    );
  const rank = sql`CASE WHEN ${either(NAMES, (value) => sql`${value} = ${text}`)} THEN 0
    WHEN starts_with(${of("title")}, ${text}) THEN 1 WHEN ${holds(of("title"), search.trim())} THEN 2
    WHEN ${either(OTHERS, (value) => holds(value, search.trim()))} THEN 3 END`;
  const ranked = sql`SELECT ${shown(columns)}, ${rank} AS rank FROM read_parquet(${literal(file)})`;
  const best = sql`SELECT * FROM (${ranked}) WHERE rank IS NOT NULL QUALIFY row_number() OVER (PARTITION BY product_id ORDER BY rank, ord) = 1`;
  return sql`SELECT *, count(*) OVER () AS total FROM (${best}) ORDER BY rank, ord LIMIT ${integer(limit)}`;
}

/** The same of one row. */
export function rowOfId({ file, columns }: ColumnsFile, rowId: number): Sql {
  return sql`SELECT ${shown(columns)}, 1 AS total FROM read_parquet(${literal(file)}) WHERE row_id = ${integer(rowId)} LIMIT 1`;
}

function shown(columns: readonly string[]): Sql {
  return sql`ord, row_id, product_id, ${sourceColumn(columns, "title")} AS title, ${sourceColumn(columns, "sku")} AS sku`;
}
