import type { Sql } from "../../kernel/sql.ts";
import { list, literal, name, sql } from "../sql/fragment.ts";
import { RAW_LINES, writeHeaded } from "../sql/headed-file.ts";
import { jsonLine, lineBytes } from "../sql/line-file.ts";
import { ofCatalog, parquet, searchText } from "../sql/parquet.ts";
import { nfc } from "../sql/text-sql.ts";
import { productMembers } from "./product-members.ts";
import { snapshotColumns, snapshotRows } from "./snapshot-query.ts";
import { pointer } from "./json-members.ts";
import type { SnapshotInput } from "./snapshot-input.ts";
import { VARIANTS } from "./snapshot-records.ts";
import { SNAPSHOT_VALUES } from "./snapshot-values.ts";

/** Source columns that plans read and nobody sees. */
const HIDDEN: ReadonlySet<string> = new Set(SNAPSHOT_VALUES.filter(({ hidden }) => hidden).map(({ column }) => column));

/** The columns people see, with their place among `s1…`. */
export function visibleColumns(columns: readonly string[]): readonly { readonly column: string; readonly sql: Sql }[] {
  return columns.flatMap((column, at) => (HIDDEN.has(column) ? [] : [{ column, sql: name(`s${at + 1}`) }]));
}

/** Writes `source.parquet`, the snapshot itself. */
export function writeSource(input: SnapshotInput, file: string): Sql {
  const columns = snapshotColumns(input.metafieldColumns).length;
  return sql`COPY (${snapshotRows(input)}) TO ${literal(file)} ${parquet(ofCatalog(columns))}`;
}

/** Writes `index.parquet`, what lists hold in memory: order, ids, a folded text that searches read, and the length of each line of `products.txt`. */
export function writeSourceIndex(source: string, columns: readonly string[], file: string): Sql {
  const searched = visibleColumns(columns).map((column) => column.sql);
  return sql`COPY (SELECT ord, row_id, product_id, ${searchText(searched)} AS search, ${lineBytes(productLine(columns))} AS line_bytes
    FROM read_parquet(${literal(source)})) TO ${literal(file)} ${parquet()}`;
}

/** Writes `products.txt`, one line a row in feed order: what a list answers of it. */
export function writeProductLines(source: string, columns: readonly string[], file: string): Sql {
  return sql`COPY (SELECT ${productLine(columns)} FROM read_parquet(${literal(source)})) TO ${literal(file)} (FORMAT csv, HEADER false, ${RAW_LINES})`;
}

function productLine(columns: readonly string[]): Sql {
  return jsonLine(productMembers(columns).map((one) => one.sql));
}

/** `bytes` of `products.txt` as the index counts them. */
export function productLineBytes(index: string): Sql {
  return sql`SELECT CAST(coalesce(sum(line_bytes), 0) AS BIGINT) AS bytes FROM read_parquet(${literal(index)})`;
}

/** Writes the merged source CSV a merchant downloads: every source column under its name, one row per variant, in feed order. */
export function writeSourceCsv(source: string, columns: readonly string[], rows: number, file: string): Sql {
  const visible = visibleColumns(columns);
  const header = visible.map(({ column }) => quotedCell(column)).join(",");
  const select = sql`SELECT ${list(visible.map((column) => column.sql))} FROM read_parquet(${literal(source)})`;
  return writeHeaded({ header, rows, select, format: sql`DELIMITER ','`, file });
}

function quotedCell(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Writes one market's prices, aligned to `ord`: `l1` included, `l2` price, `l3` compare-at price; NULL where the platform says nothing. */
export function writeMarket(market: string, file: string): Sql {
  const member = (field: "included" | "price" | "compare_at_price") => sql`json_extract_string(markets, ${pointer(market, field)})`;
  return sql`COPY (SELECT ${member("included")} AS l1, ${member("price")} AS l2, ${member("compare_at_price")} AS l3
    FROM ${VARIANTS}) TO ${literal(file)} ${parquet()}`;
}

/** Columns of a market file that an export's prices are in, in the order of `l1…`. */
export const MARKET_COLUMNS: readonly string[] = Object.freeze(["included", "price", "compare_at_price"]);

/** Writes what the platform calls its collections, from a file of newline-delimited JSON. Titles are NFC, as everything of a snapshot is. */
export function writeCollections(listed: string, file: string): Sql {
  const columns = sql`{'id': 'VARCHAR', 'title': 'VARCHAR'}`;
  return sql`COPY (SELECT id, ${nfc(sql`title`)} AS title FROM read_json(${literal(listed)}, format = 'newline_delimited', columns = ${columns}))
    TO ${literal(file)} ${parquet()}`;
}
