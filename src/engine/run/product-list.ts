import { z } from "zod";
import type { Sql, WarehouseRow } from "../../kernel/sql.ts";
import { productMembers, sourceColumn } from "../source/product-members.ts";
import { visibleColumns } from "../source/snapshot-files.ts";
import { type ColumnType, ownerOfColumn, SOURCE_COLUMNS } from "../source/source-columns.ts";
import { integer, isAmong, join, list, literal, name, sql } from "../sql/fragment.ts";
import { fetchPlaces, lineEnd } from "../sql/line-file.ts";
import { searchText } from "../sql/parquet.ts";
import { holds, inOrder, type RowOrder, searchedRows, sortKey } from "./run-list.ts";

/**
 * Pages of a shop's products: rows of the snapshot, what a feed's run made of them, and what was edited since. The first two are
 * files that never change and is held in memory; edits are few, and come as values.
 */

/** A quantity that no JSON number holds exactly is none, as where the warehouse answers it. */
const ProductLine = z.array(z.union([z.string(), z.int(), z.null()]).catch(null));

/** A file with the places of its columns, `s1…` or `f1…`. */
export interface ColumnsFile {
  readonly file: string;
  readonly columns: readonly string[];
}

/** `ord, row_id, product_id` and the members of `products.txt`, out of the snapshot itself. */
function productsOf({ file, columns }: ColumnsFile): Sql {
  const members = productMembers(columns).map((one) => sql`${one.sql} AS ${name(one.member)}`);
  return sql`SELECT ord, row_id, product_id, ${list(members)} FROM read_parquet(${literal(file)})`;
}

/** `ord, product_id` and where the row's line is in `products.txt`. */
export function loadProductPlaces(index: string): Sql {
  return sql`SELECT CAST(ord AS INTEGER) AS ord, product_id, line_bytes, ${lineEnd(name("line_bytes"))} AS line_end FROM read_parquet(${literal(index)})`;
}

/** A line of `products.txt` as a row of `fetchProducts`. */
export function readProductLine(line: string, columns: readonly string[]): WarehouseRow {
  const values = ProductLine.parse(JSON.parse(line));
  return Object.fromEntries(productMembers(columns).map(({ member }, at) => [member, values[at] ?? null]));
}

/** A run's rows. */
export interface RunRowsFile extends ColumnsFile {
  /** Whether they say which rule excluded them; those of older runs don't. */
  readonly causes: boolean;
}

/** `excluded_by`, the rule that excluded a row of a run. */
export function excludedBy(causes: boolean): Sql {
  return causes ? name("excluded_by") : sql`NULL::BIGINT`;
}

/** What a run says of each source row: `row_id, reason, excluded_by, condition`. Of a row that a rule has split, all items have to be left out, and the first one tells. */
function runFacts({ file, columns, causes }: RunRowsFile): Sql {
  const at = columns.indexOf("condition");
  const condition = at === -1 ? sql`''` : name(`f${at + 1}`);
  return sql`SELECT row_id, CASE WHEN bool_and(reason IS NOT NULL) THEN arg_min(reason, ord) END AS reason,
    arg_min_null(${excludedBy(causes)}, ord) AS excluded_by, nullif(arg_min(${condition}, ord), '') AS condition FROM read_parquet(${literal(file)}) GROUP BY row_id`;
}

const NO_FACTS = sql`SELECT NULL::BIGINT AS row_id, NULL::VARCHAR AS reason, NULL::BIGINT AS excluded_by, NULL::VARCHAR AS condition`;

/** `ord, row_id, reason, excluded_by, condition`: what filters read. A row that came after the run, or where there is none, is left out by nobody. */
export function loadProductFacts(index: string, run: RunRowsFile | null): Sql {
  const facts = run === null ? NO_FACTS : runFacts(run);
  return sql`SELECT s.ord, s.row_id, r.reason, r.excluded_by, r.condition
    FROM (SELECT ord, row_id FROM read_parquet(${literal(index)})) s LEFT JOIN (${facts}) r ON r.row_id = s.row_id ORDER BY s.ord`;
}

/** Columns that all variants of a product share, which a search therefore looks into once a product: descriptions are most of a catalog's text. */
export const SHARED_COLUMNS: ReadonlySet<string> = new Set([
  ...["title", "body_html", "vendor", "product_type", "handle", "tags", "option1_name", "option2_name", "option3_name", "status"],
  ...["published_at", "category", "category_id", "collections", "seo_title", "seo_description", "gift_card"],
]);
const CANONICAL: ReadonlySet<string> = new Set(SOURCE_COLUMNS.map(({ name: column }) => column));

function isShared(column: string): boolean {
  return CANONICAL.has(column) ? SHARED_COLUMNS.has(column) : ownerOfColumn(column) === "product";
}

function textOf({ columns }: ColumnsFile, shared: boolean): Sql {
  return searchText(visibleColumns(columns).flatMap((visible) => (isShared(visible.column) === shared ? [visible.sql] : [])));
}

/** `shared, own`: bytes of text the file holds in columns that variants share, once a variant, and in the others; out of its footer. */
export function loadTextBytes({ file, columns }: ColumnsFile): Sql {
  const visible = visibleColumns(columns).map(({ column }) => ({ place: `s${columns.indexOf(column) + 1}`, shared: isShared(column) }));
  const bytes = (shared: boolean): Sql => {
    const places = visible.filter((one) => one.shared === shared).map(({ place }) => place);
    return sql`coalesce(sum(total_uncompressed_size) FILTER (WHERE ${isAmong(sql`path_in_schema`, places)}), 0)::BIGINT`;
  };
  return sql`SELECT ${bytes(true)} AS shared, ${bytes(false)} AS own FROM parquet_metadata(${literal(file)})`;
}

/** `product_id, search`: the folded text that the variants of a product share, of its first one. */
export function loadSharedTexts(source: ColumnsFile): Sql {
  const rows = sql`read_parquet(${literal(source.file)})`;
  return sql`SELECT product_id, ${textOf(source, true)} AS search FROM ${rows}
    WHERE ord IN (SELECT min(ord) FROM ${rows} GROUP BY product_id)`;
}

/** `ord, product_id, search`: the folded text that a variant has of its own. */
export function loadOwnTexts(source: ColumnsFile): Sql {
  return sql`SELECT ord, product_id, ${textOf(source, false)} AS search FROM read_parquet(${literal(source.file)})`;
}

/** What a search looks into: the two tables above, or where that is too much to hold, the snapshot's index, which has both in one. */
export interface SearchedTexts {
  readonly own: Sql;
  readonly shared: Sql | null;
}

/** `ord` of the rows whose texts hold a text. */
export function textsHolding({ own, shared }: SearchedTexts, search: string): Sql {
  if (shared === null) return searchedRows(own, search);
  const folded = name("search");
  return sql`SELECT ord FROM ${own} WHERE ${holds(folded, search)} OR product_id IN (SELECT product_id FROM ${shared} WHERE ${holds(folded, search)})`;
}

/** What was edited of a row: the overrides that the list shows, and whether it has any override or cell. */
export interface ProductEdit {
  readonly row_id: number;
  readonly title?: string;
  readonly product_type?: string;
  readonly condition?: string;
  readonly edited?: true;
}

/** The edits as rows; what is not edited is NULL. */
export function loadEdits(edits: readonly ProductEdit[]): Sql {
  const types = [{ row_id: "BIGINT", title: "VARCHAR", product_type: "VARCHAR", condition: "VARCHAR", edited: "BOOLEAN" }];
  return sql`SELECT unnest(from_json(${literal(JSON.stringify(edits))}, ${literal(JSON.stringify(types))}), recursive := true)`;
}

/** What products can be sorted by. */
export type ProductKey =
  | { readonly by: "number"; readonly of: "row_id" | "product_id" }
  | { readonly by: "column"; readonly column: string; readonly type: ColumnType }
  | { readonly by: "edited column"; readonly column: "title" | "product_type" }
  | { readonly by: "excluded" | "reason" | "condition" | "edited" }
  | { readonly by: "nothing" };

export interface OrderedFiles {
  readonly source: ColumnsFile;
  readonly run: RunRowsFile | null;
  readonly edits: readonly ProductEdit[];
  /** That of every product which no edit gives another; null: as the run has it. */
  readonly everyCondition: string | null;
}

/** `place, ord`: all products by one key, ties by their id. Only what the key needs is read. */
export function loadProductOrder(
  { source, run, edits, everyCondition }: OrderedFiles,
  key: ProductKey,
  direction: RowOrder["direction"],
): Sql {
  const facts = needsRun(key) && run !== null ? sql` LEFT JOIN (${runFacts(run)}) r ON r.row_id = s.row_id` : sql``;
  const edited = needsEdits(key) === null ? sql`` : sql` LEFT JOIN (${loadEdits(edits)}) e ON e.row_id = s.row_id`;
  const value = keySql(key, source, { hasRun: run !== null, everyCondition });
  return inOrder(
    sql`SELECT s.ord, s.row_id AS tie, ${value} AS key FROM read_parquet(${literal(source.file)}) s${facts}${edited}`,
    direction,
  );
}

/** What can be edited of a row. */
export type EditedMember = Exclude<keyof ProductEdit, "row_id">;

/** Which edits a key reads. */
export function needsEdits(key: ProductKey): EditedMember | null {
  if (key.by === "edited column") return key.column;
  return key.by === "condition" || key.by === "edited" ? key.by : null;
}

function needsRun({ by }: ProductKey): boolean {
  return by === "excluded" || by === "reason" || by === "condition";
}

function keySql(
  key: ProductKey,
  source: ColumnsFile,
  { hasRun, everyCondition }: { readonly hasRun: boolean; readonly everyCondition: string | null },
): Sql {
  const ofRun = (column: "reason" | "condition"): Sql => (hasRun ? sql`r.${name(column)}` : sql`NULL::VARCHAR`);
  switch (key.by) {
    case "number":
      return sql`s.${name(key.of)}`;
    case "column":
      return sortKey(sourceColumn(source.columns, key.column), key.type);
    case "edited column":
      return sortKey(sql`coalesce(e.${name(key.column)}, ${sourceColumn(source.columns, key.column)})`, "text");
    case "excluded":
      return sql`(${ofRun("reason")} IS NOT NULL)`;
    case "reason":
      return sql`lower(${ofRun("reason")})`;
    case "condition":
      return sql`lower(coalesce(e.condition, ${everyCondition === null ? ofRun("condition") : literal(everyCondition)}))`;
    case "edited":
      return sql`coalesce(e.edited, false)`;
    case "nothing":
      return sql`NULL::VARCHAR`;
    default:
      return key satisfies never;
  }
}

/** Null leaves a filter out. */
export interface ProductFilter {
  readonly search: string | null;
  readonly excluded: boolean | null;
  readonly reason: string | null;
  readonly condition: string | null;
  readonly edited: boolean | null;
}

/** `ord` of the products that pass. `texts` and `edits` are tables that a filter reads if it needs them. */
export function foundProducts(
  tables: { readonly facts: Sql; readonly texts: SearchedTexts | null; readonly edits: Sql | null; readonly everyCondition: string | null },
  { search, excluded, reason, condition, edited }: ProductFilter,
): Sql {
  const { facts, texts, edits, everyCondition } = tables;
  const ownCondition = everyCondition === null ? sql`f.condition` : literal(everyCondition);
  const ofEdit = (column: "title" | "condition" | "edited"): Sql => (edits === null ? sql`NULL` : sql`e.${name(column)}`);
  const conditions = [
    sql`true`,
    ...(search === null || texts === null
      ? []
      : [sql`(f.ord IN (${textsHolding(texts, search)}) OR coalesce(${holds(sql`lower(${ofEdit("title")})`, search)}, false))`]),
    ...(excluded === null ? [] : [excluded ? sql`f.reason IS NOT NULL` : sql`f.reason IS NULL`]),
    ...(reason === null ? [] : [sql`f.reason = ${literal(reason)}`]),
    ...(condition === null ? [] : [sql`lower(coalesce(${ofEdit("condition")}, ${ownCondition})) = ${literal(condition)}`]),
    ...(edited === null ? [] : [edited ? sql`coalesce(${ofEdit("edited")}, false)` : sql`NOT coalesce(${ofEdit("edited")}, false)`]),
  ];
  const beside = edits === null ? sql`` : sql` LEFT JOIN ${edits} e ON e.row_id = f.row_id`;
  return sql`SELECT f.ord FROM ${facts} f${beside} WHERE ${join(conditions, sql` AND `)}`;
}

/** `ord, row_id, product_id, reason, excluded_by, condition` and the line's place of some products, of tables made by the above. */
export function fetchPlacedProducts({ facts, places }: { readonly facts: Sql; readonly places: Sql }, ords: readonly number[]): Sql {
  return sql`SELECT f.ord, f.row_id, p.product_id, f.reason, f.excluded_by, f.condition, p.line_start, p.line_bytes FROM (${fetchPlaces(places, ords)}) p
    JOIN (SELECT * FROM ${facts} ${atPlaces(ords)}) f ON f.ord = p.ord`;
}

/** Products with what the run says of them, out of the snapshot itself. */
export function fetchProducts(source: ColumnsFile, facts: Sql, ords: readonly number[]): Sql {
  const among = atPlaces(ords);
  return sql`SELECT p.*, f.reason, f.excluded_by, f.condition FROM (SELECT * FROM (${productsOf(source)}) ${among}) p
    JOIN (SELECT ord, reason, excluded_by, condition FROM ${facts} ${among}) f ON f.ord = p.ord`;
}

/** The bounds spare a file's other row groups, the list finds a table's rows by their key; the limit, which cuts nothing, says how few they are. */
function atPlaces(ords: readonly number[]): Sql {
  return sql`WHERE ord BETWEEN ${integer(Math.min(...ords))} AND ${integer(Math.max(...ords))} AND ord IN (${list(ords.map(integer))})
    LIMIT ${integer(ords.length)}`;
}

/** One product of the snapshot's file by its place, with some of the columns that people see: no more than one statement reads. */
export function fetchProduct(source: ColumnsFile, visible: readonly Sql[], ord: number): Sql {
  const columns = visible.map((column, at) => sql`s.${column} AS ${name(`v${at + 1}`)}`);
  return sql`SELECT p.*, ${list(columns)} FROM (${productsOf(source)}) p JOIN read_parquet(${literal(source.file)}) s ON s.ord = p.ord
    WHERE p.ord = ${integer(ord)} AND s.ord = ${integer(ord)}`;
}

/** `reason, excluded_by, condition` of one source row; no row where the run has none. */
export function fetchRunFacts(run: RunRowsFile, rowId: number): Sql {
  return sql`SELECT reason, excluded_by, condition FROM (${runFacts(run)}) WHERE row_id = ${integer(rowId)}`;
}

/** Several products of the snapshot's file, by their places and ids, with what the run says of them; nothing where it has none. */
export function fetchProductsOf(
  source: ColumnsFile,
  run: RunRowsFile | null,
  rows: readonly { readonly ord: number; readonly rowId: number }[],
): Sql {
  const products = sql`SELECT * FROM (${productsOf(source)}) ${atPlaces(rows.map(({ ord }) => ord))}`;
  if (run === null)
    return sql`SELECT p.*, NULL::VARCHAR AS reason, NULL::BIGINT AS excluded_by, NULL::VARCHAR AS condition FROM (${products}) p`;
  const facts = sql`SELECT * FROM (${runFacts(run)}) WHERE row_id IN (${list(rows.map(({ rowId }) => integer(rowId)))})`;
  return sql`SELECT p.*, r.reason, r.excluded_by, r.condition FROM (${products}) p LEFT JOIN (${facts}) r ON r.row_id = p.row_id`;
}
