import type { Sql } from "../../kernel/sql.ts";
import { sourceColumn } from "../source/product-members.ts";
import { integer, join, list, literal, name, sql } from "../sql/fragment.ts";
import { type FoundFile, rowsWithFindings } from "./membership-query.ts";
import { type ColumnsFile, excludedBy, type RunRowsFile } from "./product-list.ts";
import { outputColumn } from "./run-files.ts";
import { type ComparedCell, loadCells } from "./source-list.ts";

/** `ord, row_id, reason, excluded_by` of a run's rows: what its list is filtered by. */
export function loadRunReasons({ file, causes }: Pick<RunRowsFile, "file" | "causes">): Sql {
  return sql`SELECT CAST(ord AS INTEGER) AS ord, row_id, reason, ${excludedBy(causes)} AS excluded_by FROM read_parquet(${literal(file)})`;
}

/** `ord, excluded_by` of those of the rows that a rule excluded. */
export function excludingRules(reasons: Sql, ords: readonly number[]): Sql {
  return sql`SELECT ord, excluded_by FROM ${reasons} WHERE ord IN (${list(ords.map(integer))}) AND excluded_by IS NOT NULL`;
}

/** Which rows of a run a list has; null leaves a part out. */
export interface RunFilter {
  readonly excluded: boolean | null;
  readonly reason: string | null;
  /** Rows that this rule excluded. */
  readonly rule: number | null;
  /** Rows that these findings are about. */
  readonly findings: readonly FoundFile[] | null;
  /** Queries for the `ord` of rows that pass other tests. */
  readonly among: readonly Sql[];
}

/** `ord` of the rows that pass. `reasons`: a table that `loadRunReasons` made. */
export function rowsPassing(reasons: Sql, { excluded, reason, rule, findings, among }: RunFilter): Sql {
  const conditions = [
    sql`true`,
    ...(excluded === null ? [] : [excluded ? sql`reason IS NOT NULL` : sql`reason IS NULL`]),
    ...(reason === null ? [] : [sql`reason = ${literal(reason)}`]),
    ...(rule === null ? [] : [sql`excluded_by = ${integer(rule)}`]),
    ...(findings === null ? [] : [findings.length === 0 ? sql`false` : sql`row_id IN (${rowsWithFindings(findings)})`]),
    ...among.map((query) => sql`ord IN (${query})`),
  ];
  return sql`SELECT ord FROM ${reasons} WHERE ${join(conditions, sql` AND `)}`;
}

/** What a condition reads of a run's rows. */
interface ReadColumns {
  readonly source: readonly string[];
  readonly output: readonly string[];
}

interface RunAndSource {
  readonly run: ColumnsFile;
  /** The snapshot whose rows have the source columns; null where none of them is read. */
  readonly source: ColumnsFile | null;
  /** Cells of the source columns, and the columns that have any. */
  readonly cells: { readonly columns: readonly string[]; readonly values: readonly ComparedCell[] };
}

/** `ord, row_id, product_id, s1…, c1…, f1…`: a run's rows with the columns that a condition reads. A row that has left the catalog has blank ones. */
export function rowsToAsk({ run, source, cells }: RunAndSource, reads: ReadColumns): Sql {
  const own = reads.output.map((column, at) => sql`r.${outputColumn(run.columns, column)} AS ${name(`f${at + 1}`)}`);
  const ofSource = reads.source.map((_, at) => sql`coalesce(s.${name(`s${at + 1}`)}, '') AS ${name(`s${at + 1}`)}`);
  const ofCells = cells.columns.map((_, at) => sql`c.${name(`c${at + 1}`)}`);
  const beside = [
    ...(source === null ? [] : [sql` LEFT JOIN (${sourceValues(source, reads.source)}) s ON s.row_id = r.row_id`]),
    ...(cells.columns.length === 0 ? [] : [sql` LEFT JOIN (${loadCells(cells.columns, cells.values)}) c ON c.row_id = r.row_id`]),
  ];
  return sql`SELECT ${list([sql`r.ord, r.row_id, r.product_id`, ...ofSource, ...ofCells, ...own])}
    FROM read_parquet(${literal(run.file)}) r${join(beside, sql``)}`;
}

function sourceValues({ file, columns }: ColumnsFile, read: readonly string[]): Sql {
  const values = read.map((column, at) => sql`${sourceColumn(columns, column)} AS ${name(`s${at + 1}`)}`);
  return sql`SELECT ${list([name("row_id"), ...values])} FROM read_parquet(${literal(file)})`;
}
