import type { Sql } from "../../kernel/sql.ts";
import { integer, join, list, literal, name, sql } from "../sql/fragment.ts";
import { allDifferingRows, type DiffSide, has, itemOf } from "./run-diff.ts";
import { outputColumn } from "./run-files.ts";

/** What is counted together of changed rows: those in which one of the fields differs. */
export interface FieldGroup {
  readonly fields: readonly string[];
  /** Of these rows alone. */
  readonly rows?: readonly number[];
  /** But these. */
  readonly without?: readonly number[];
}

const SAMPLES_MAX = 5;
/** Reasons that rows came or went for; the rest are counted together by whoever knows the totals. */
const REASONS_MAX = 50;

/** Row ids, told apart by commas. */
const samples = (filter: Sql): Sql =>
  sql`array_to_string(min_by(CAST(row_id AS VARCHAR), coalesce(place, place_before), ${integer(SAMPLES_MAX)}) ${filter}, ',')`;

/** `reason, absent, rows, samples` of rows that came or went: why the other run left them out, and whether it didn't know them. The most frequent first. */
export function movedRows(
  sides: { readonly before: DiffSide; readonly after: DiffSide },
  {
    change,
    edited,
    sameEngine,
  }: { readonly change: "added" | "removed"; readonly edited: readonly number[]; readonly sameEngine: boolean },
): Sql {
  const other = change === "added" ? sides.before : sides.after;
  const known = sql`SELECT row_id AS known_id, max(reason) AS reason FROM read_parquet(${literal(other.rows)}) WHERE ${has(other)} GROUP BY row_id`;
  const isEdited = join([sql`true`, ...among(edited)], sql` AND `);
  return sql`SELECT reason, known_id IS NULL AS absent, ${isEdited} AS edited, count(*) AS rows, ${samples(sql``)} AS samples
    FROM (${allDifferingRows(sides.before, sides.after, sameEngine)}) d LEFT JOIN (${known}) ON known_id = d.row_id
    WHERE change = ${literal(change)} GROUP BY ALL ORDER BY rows DESC, reason LIMIT ${integer(REASONS_MAX)}`;
}

/** `d0…`: changed rows by field, in the order of `fields`; `c0…` and `s0…`: rows and samples of each group. Only values of changed rows are compared. */
export function changedFields(
  { before, after }: { readonly before: DiffSide; readonly after: DiffSide },
  asked: { readonly fields: readonly string[]; readonly groups: readonly FieldGroup[]; readonly sameEngine: boolean },
): Sql {
  const differs = new Map(asked.fields.map((field, at) => [field, name(`x${at}`)]));
  const flags = asked.fields.map((field, at) => sql`${valueOf("b", before, field)} <> ${valueOf("a", after, field)} AS ${name(`x${at}`)}`);
  const byField = asked.fields.map((_, at) => sql`count(*) FILTER (WHERE ${name(`x${at}`)}) AS ${name(`d${at}`)}`);
  const byGroup = asked.groups.flatMap(({ fields, rows, without }, at) => {
    const any = sql`(${join([sql`false`, ...fields.map((field) => differs.get(field) ?? sql`false`)], sql` OR `)})`;
    const filter = sql`FILTER (WHERE ${join([any, ...among(rows), ...except(without)], sql` AND `)})`;
    return [sql`count(*) ${filter} AS ${name(`c${at}`)}`, sql`${samples(filter)} AS ${name(`s${at}`)}`];
  });
  const values = (side: DiffSide): Sql =>
    sql`(SELECT row_id, ${itemOf(side)}, ${list(side.columns.map((_, at) => name(`f${at + 1}`)))} FROM read_parquet(${literal(side.rows)}) WHERE reason IS NULL AND ${has(side)})`;
  return sql`WITH d AS MATERIALIZED (SELECT * FROM (${allDifferingRows(before, after, asked.sameEngine)}) WHERE change = 'changed')
    SELECT ${list([...byField, ...byGroup])} FROM (
      SELECT d.row_id, place, place_before, ${list(flags)} FROM d
      JOIN ${values(before)} b ON b.row_id = d.row_id AND b.item = d.item JOIN ${values(after)} a ON a.row_id = d.row_id AND a.item = d.item)`;
}

function valueOf(alias: string, side: DiffSide, field: string): Sql {
  return side.columns.includes(field) ? sql`${name(alias)}.${outputColumn(side.columns, field)}` : sql`''`;
}

const among = (rows: readonly number[] | undefined): readonly Sql[] => (rows === undefined ? [] : [sql`row_id IN (${idList(rows)})`]);
const except = (rows: readonly number[] | undefined): readonly Sql[] =>
  rows === undefined || rows.length === 0 ? [] : [sql`row_id NOT IN (${idList(rows)})`];
/** An empty list is no SQL; ids begin at 1. */
const idList = (rows: readonly number[]): Sql => list((rows.length === 0 ? [0] : rows).map(integer));
