import type { Sql } from "../../kernel/sql.ts";
import { sourceColumn } from "../source/product-members.ts";
import { integer, join, list, literal, name, sql } from "../sql/fragment.ts";
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

/** What a person may paste to name one thing exactly. */
export interface NamedBy {
  readonly text: string;
  /** Where it is an id, with a prefix or without. */
  readonly id: number | null;
}

/** How `productsNamed` ranks: the index is the rank. */
export const NAMED_BY = ["id", "sku", "gtin", "handle", "title", "title"] as const;

const FOLDED = ["title", "sku", "handle", "barcode"] as const;

/** `ord, row_id, product_id, title, sku, handle` and folded `title_folded, sku_folded, …`: what `productsNamed` looks into. A row takes some 300 bytes. */
export function loadNames({ file, columns }: ColumnsFile): Sql {
  const folds = FOLDED.map((column) => sql`lower(${sourceColumn(columns, column)}) AS ${name(`${column}_folded`)}`);
  return sql`SELECT ${shown(columns)}, ${sourceColumn(columns, "handle")} AS handle, ${list(folds)} FROM read_parquet(${literal(file)})`;
}

/** More than any `ord`, so that a number holds a rank and a row. */
const ORDS = 2 ** 32;

/**
 * `row_id, title, sku, handle` and `rank` of products that a text names: by an id, SKU, GTIN or handle wholly, by the beginning of the title, or by words
 * that are all in the title. One row a product, the one that is named best. Leading zeros of a GTIN don't count. `names`: of `loadNames`.
 */
export function productsNamed(names: Sql, { text, id }: NamedBy, limit: number): Sql {
  const wanted = sql`lower(nfc_normalize(${literal(text)}))`;
  const words = text.split(/\s+/).map((word) => holds(name("title_folded"), word));
  const gtin = /^[0-9]{6,14}$/.test(text)
    ? sql`ltrim(barcode_folded, '0') = ltrim(${literal(text)}, '0')`
    : sql`barcode_folded = ${wanted}`;
  const isId = id === null ? sql`false` : sql`row_id = ${integer(id)} OR product_id = ${integer(id)}`;
  const rank = sql`CASE WHEN ${isId} THEN 0 WHEN sku_folded = ${wanted} THEN 1 WHEN ${gtin} THEN 2 WHEN handle_folded = ${wanted} THEN 3
    WHEN starts_with(title_folded, ${wanted}) THEN 4 WHEN ${join(words, sql` AND `)} THEN 5 END`;
  const ranked = sql`SELECT product_id, CAST(ord AS BIGINT) + ${integer(ORDS)} * (${rank}) AS place FROM ${names}`;
  const best = sql`SELECT min(place) AS place FROM (${ranked}) WHERE place IS NOT NULL GROUP BY product_id ORDER BY place LIMIT ${integer(limit)}`;
  return sql`SELECT n.row_id, n.title, n.sku, n.handle, best.place // ${integer(ORDS)} AS rank
    FROM (${best}) best JOIN ${names} n ON n.ord = best.place % ${integer(ORDS)} ORDER BY best.place`;
}

/** The same of one row. */
export function rowOfId({ file, columns }: ColumnsFile, rowId: number): Sql {
  return sql`SELECT ${shown(columns)}, 1 AS total FROM read_parquet(${literal(file)}) WHERE row_id = ${integer(rowId)} LIMIT 1`;
}

function shown(columns: readonly string[]): Sql {
  return sql`ord, row_id, product_id, ${sourceColumn(columns, "title")} AS title, ${sourceColumn(columns, "sku")} AS sku`;
}
