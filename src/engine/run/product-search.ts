import type { Sql, WarehouseRow } from "../../kernel/sql.ts";
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

/** `ord, row_id, product_id, title, sku, handle`, folded `title_folded, sku_folded, …` and `gtin`, a barcode without leading zeros. A row takes some 300 bytes. */
export function loadNames({ file, columns }: ColumnsFile): Sql {
  const folds = FOLDED.map((column) => sql`lower(${sourceColumn(columns, column)}) AS ${name(`${column}_folded`)}`);
  const gtin = sql`ltrim(lower(${sourceColumn(columns, "barcode")}), '0') AS gtin`;
  return sql`SELECT ${shown(columns)}, ${sourceColumn(columns, "handle")} AS handle, ${list([...folds, gtin])} FROM read_parquet(${literal(file)})`;
}

/** The rows of `loadNames` that name a product first: what its variants share is looked into once. */
export function loadTitles(names: Sql): Sql {
  return sql`SELECT * FROM (${names}) QUALIFY row_number() OVER (PARTITION BY product_id, title_folded, handle_folded ORDER BY ord) = 1`;
}

/** What `productsNamed` looks into. */
export interface NamedRows {
  /** Of `loadNames`. */
  readonly names: Sql;
  /** Of `loadTitles`. */
  readonly titles: Sql;
}

/** Rows that one id, SKU, GTIN or handle may name: more than a product has variants. Of a placeholder that more rows share, not all products are found. */
const EXACT_ROWS_MAX = 4_096;

/**
 * `product_id, ord, row_id, title, sku, handle` and `rank` of rows that a text names: by an id, SKU, GTIN or handle wholly, by the beginning of the title, or
 * by words that are all in the title. Leading zeros of a GTIN don't count. `limit`: rows found by their title. A product may have several rows; which one is
 * best, `bestOfProducts` says. Each comparison is a scan of its own, because DuckDB then reads the other columns only of the rows it finds.
 */
export function productsNamed({ names, titles }: NamedRows, { text, id }: NamedBy, limit: number): Sql {
  const wanted = sql`lower(nfc_normalize(${literal(text)}))`;
  const words = text.split(/\s+/).map((word) => holds(name("title_folded"), word));
  const found = (rank: Sql, rows: Sql, condition: Sql): Sql =>
    sql`SELECT ${rank} AS rank, product_id, ord, row_id, title, sku, handle FROM ${rows} WHERE ${condition}`;
  const exact = [
    ...(id === null ? [] : [found(sql`0`, names, sql`row_id = ${integer(id)} OR product_id = ${integer(id)}`)]),
    found(sql`1`, names, sql`sku_folded = ${wanted}`),
    found(sql`2`, names, /^[0-9]{6,14}$/.test(text) ? sql`gtin = ltrim(${literal(text)}, '0')` : sql`barcode_folded = ${wanted}`),
    found(sql`3`, titles, sql`handle_folded = ${wanted}`),
  ];
  // A title that begins with the text has all its words.
  const begins = sql`CASE WHEN starts_with(title_folded, ${wanted}) THEN 4 ELSE 5 END`;
  const titled = found(begins, titles, join(words, sql` AND `));
  return sql`(${join(exact, sql` UNION ALL `)} LIMIT ${integer(EXACT_ROWS_MAX)})
    UNION ALL (${titled} ORDER BY rank, ord LIMIT ${integer(limit)})`;
}

/** One row a product, the one that is named best, and no more than `limit`. `rows`: of `productsNamed`. */
export function bestOfProducts(rows: readonly WarehouseRow[], limit: number): readonly WarehouseRow[] {
  const places = (row: WarehouseRow): readonly [number, number] => [Number(row["rank"]), Number(row["ord"])];
  const sorted = rows.toSorted((one, other) => {
    const [[rank, ord], [otherRank, otherOrd]] = [places(one), places(other)];
    return rank - otherRank || ord - otherOrd;
  });
  const best = new Map<unknown, WarehouseRow>();
  for (const row of sorted) if (!best.has(row["product_id"])) best.set(row["product_id"], row);
  return [...best.values()].slice(0, limit);
}

/** The same of one row. */
export function rowOfId({ file, columns }: ColumnsFile, rowId: number): Sql {
  return sql`SELECT ${shown(columns)}, 1 AS total FROM read_parquet(${literal(file)}) WHERE row_id = ${integer(rowId)} LIMIT 1`;
}

function shown(columns: readonly string[]): Sql {
  return sql`ord, row_id, product_id, ${sourceColumn(columns, "title")} AS title, ${sourceColumn(columns, "sku")} AS sku`;
}
