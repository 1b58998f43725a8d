import type { Sql } from "../../kernel/sql.ts";
import { integer, join, list, literal, name, sql } from "../sql/fragment.ts";
import { RAW_LINES } from "../sql/headed-file.ts";
import { parquet, passingParquet } from "../sql/parquet.ts";
import type { ChannelCell } from "./cells.ts";
import { jsonObject, jsonText } from "./channel-file.ts";

/** What a platform that takes rows still has to be sent, and what it has been sent. */

/** Attributes that a platform knows its items by. */
const ID_ATTRIBUTES = ["id", "sku"];

/** `nth, item_id, vals, hash` of the rows of a channel's file, in its order. `vals` is a JSON object of the attributes that aren't blank. */
export function writePushRows(cells: readonly ChannelCell[], sent: Sql, file: string): Sql {
  const made = cells.map((_, at) => name(`cell_${at + 1}`));
  const withCells = sql`SELECT ${list(cells.map(({ value }, at) => sql`CAST(${value} AS VARCHAR) AS ${name(`cell_${at + 1}`)}`))} FROM (${sent})`;
  const id = made[cells.findIndex(({ attribute }) => ID_ATTRIBUTES.includes(attribute.name))] ?? sql`''`;
  const values = jsonObject(cells.map(({ attribute }, at) => [attribute.name, jsonText(made[at] ?? sql`''`)]));
  return sql`COPY (SELECT row_number() OVER () AS nth, item_id, vals, md5(vals) AS hash
    FROM (SELECT ${id} AS item_id, ${values} AS vals FROM (${withCells}))) TO ${literal(file)} ${passingParquet()}`;
}

/** What a removal that the platform refused is remembered by: no row has this hash. */
const REFUSED_REMOVAL = sql`'refused'`;

export interface PushFiles {
  /** Of `writePushRows`; null: no row is wanted any more. */
  readonly rows: string | null;
  /** Of `writeSent`; null: nothing has been sent. */
  readonly sent: string | null;
  /** What other feeds have sent to the same place, which isn't taken away from them. */
  readonly others: readonly string[];
  /** Sends every row, changed or not. */
  readonly full: boolean;
}

/** Whether each row is sent, one for each of `writePushRows` and in its order. Of rows with the same id the first one counts. */
export function writePushChoice(rows: string, { sent, full }: PushFiles, file: string): Sql {
  const differs = full ? sql`true` : sql`s.item_id IS NULL OR s.hash IS DISTINCT FROM r.hash`;
  return sql`COPY (SELECT r.item_id <> '' AND r.nth = f.nth AND (${differs}) AS sends, s.item_id IS NOT NULL AND s.refused AS refused
    FROM (SELECT nth, item_id, hash FROM read_parquet(${literal(rows)})) r
    JOIN (SELECT item_id, min(nth) AS nth FROM read_parquet(${literal(rows)}) GROUP BY item_id) f USING (item_id)
    LEFT JOIN (${sentRows(sent)}) s USING (item_id) ORDER BY r.nth) TO ${literal(file)} ${passingParquet()}`;
}

/** `waiting`: rows that were refused before and haven't changed since. */
export function countWaiting(choice: string): Sql {
  return sql`SELECT count(*) AS waiting FROM read_parquet(${literal(choice)}) WHERE refused AND NOT sends`;
}

/** One JSON object a line, numbered from 1: rows to put in feed order, then those to remove. `choice`: of `writePushChoice`; null without rows. */
export function writePushChanges(files: PushFiles, choice: string | null, file: string): Sql {
  const puts =
    files.rows === null || choice === null
      ? []
      : [
          sql`SELECT 'put' AS kind, item_id, hash, vals FROM read_parquet(${literal(files.rows)}) POSITIONAL JOIN read_parquet(${literal(choice)}) WHERE sends`,
        ];
  const changes = join([...puts, removals(files)], sql` UNION ALL `);
  const line = sql`concat('{"n":', CAST(row_number() OVER () AS VARCHAR), ',"kind":"', kind, '","id":', CAST(to_json(item_id) AS VARCHAR), ',"hash":"', hash, '","values":', vals, '}')`;
  return sql`COPY (SELECT ${line} AS line FROM (${changes})) TO ${literal(file)} (FORMAT csv, HEADER false, ${RAW_LINES})`;
}

function removals({ rows, sent, others, full }: PushFiles): Sql {
  const wanted = [...(rows === null ? [] : [rows]), ...others].map((file) => sql`SELECT item_id FROM read_parquet(${literal(file)})`);
  const kept = wanted.length === 0 ? sql`SELECT '' AS item_id WHERE false` : join(wanted, sql` UNION ALL `);
  const due = full ? sql`` : sql` WHERE s.hash IS DISTINCT FROM ${REFUSED_REMOVAL}`;
  return sql`SELECT 'remove' AS kind, s.item_id, '' AS hash, '{}' AS vals FROM (${sentRows(sent)}) s ANTI JOIN (${kept}) k USING (item_id)${due}`;
}

/** How far a push has come, in lines of its changes. */
export interface PushedLines {
  /** The platform has answered for these. */
  readonly done: number;
  /** These may have reached it. */
  readonly begun: number;
}

interface SentFiles {
  readonly sent: string | null;
  /** Of `writePushChanges`. */
  readonly changes: string;
  /** One JSON object a line with the `id` of a row that the platform has refused; null: none. */
  readonly refused: string | null;
}

/** `item_id, hash, refused` of every row that the platform has or may have. The hash is NULL where that isn't known. */
export function writeSent({ sent, changes, refused }: SentFiles, { done, begun }: PushedLines, file: string): Sql {
  const made = sql`SELECT n, kind, id AS item_id, hash FROM read_json(${literal(changes)}, format = 'newline_delimited',
    columns = {n: 'BIGINT', kind: 'VARCHAR', id: 'VARCHAR', hash: 'VARCHAR'}) WHERE n <= ${integer(begun)}`;
  const refusals =
    refused === null
      ? sql`SELECT '' AS item_id WHERE false`
      : sql`SELECT id AS item_id FROM read_json(${literal(refused)}, format = 'newline_delimited', columns = {id: 'VARCHAR'})`;
  const judged = sql`SELECT m.*, x.item_id IS NOT NULL AS refused, m.n <= ${integer(done)} AS done FROM (${made}) m
    LEFT JOIN (SELECT DISTINCT item_id FROM (${refusals})) x USING (item_id)`;
  const remembered = sql`CASE WHEN NOT done THEN NULL WHEN kind = 'put' THEN hash ELSE ${REFUSED_REMOVAL} END`;
  return sql`COPY (
    SELECT s.item_id, s.hash, s.refused FROM (${sentRows(sent)}) s ANTI JOIN (${made}) m USING (item_id)
    UNION ALL SELECT item_id, ${remembered} AS hash, done AND refused AS refused FROM (${judged}) WHERE kind = 'put' OR NOT done OR refused
  ) TO ${literal(file)} ${parquet()}`;
}

function sentRows(file: string | null): Sql {
  return file === null
    ? sql`SELECT '' AS item_id, '' AS hash, false AS refused WHERE false`
    : sql`SELECT item_id, hash, refused FROM read_parquet(${literal(file)})`;
}

export function countRows(file: string): Sql {
  return sql`SELECT count(*) AS rows FROM read_parquet(${literal(file)})`;
}
