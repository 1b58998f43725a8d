import type { Sql } from "../../kernel/sql.ts";
import { integer, list, literal, name, sql } from "../sql/fragment.ts";
import { searchText } from "../sql/parquet.ts";
import { outputColumn } from "./run-files.ts";
import { holds } from "./run-list.ts";

/**
 * A run small enough to be held in memory, for its list. Two thirds of a feed's text are descriptions, and the variants of a product
 * mostly have one: neighbours with the same description share it, numbered by `description_at`, so half as much is held and searched.
 */
export interface RunFile {
  readonly file: string;
  readonly columns: readonly string[];
}

const DESCRIPTION = "description";

/** The run's rows with `description_at`, and whether a row begins a new one. */
function numbered({ file, columns }: RunFile): Sql {
  const description = outputColumn(columns, DESCRIPTION);
  // Over the whole file in its order: DuckDB does this on the way, and sorts nothing.
  const changes = sql`SELECT *, ${description} IS DISTINCT FROM lag(${description}) OVER () AS begins FROM read_parquet(${literal(file)})`;
  return sql`SELECT *, count(CASE WHEN begins THEN 1 END) OVER (ROWS UNBOUNDED PRECEDING) AS description_at FROM (${changes})`;
}

const others = ({ columns }: RunFile): readonly Sql[] =>
  columns.flatMap((column, at) => (column === DESCRIPTION ? [] : [name(`f${at + 1}`)]));

/** `description_at, description, search`, one row a description. */
export function loadDescriptions(run: RunFile): Sql {
  const description = outputColumn(run.columns, DESCRIPTION);
  return sql`SELECT description_at, ${description} AS description, ${searchText([description])} AS search FROM (${numbered(run)}) WHERE begins`;
}

/** `ord, row_id, reason, description_at` and the other columns, one row a row of the run; `ord` is to be its key. */
export function loadRows(run: RunFile): Sql {
  return sql`SELECT ${list([sql`ord, row_id, reason, description_at`, ...others(run)])} FROM (${numbered(run)})`;
}

/** `ord, description_at, search`: the folded text of the other columns. */
export function loadOtherTexts(run: RunFile): Sql {
  return sql`SELECT ord, description_at, ${searchText(others(run))} AS search FROM (${numbered(run)})`;
}

/** `ord` of the rows that hold a text, in tables made by the above. */
export function searchedHeld({ texts, descriptions }: { readonly texts: Sql; readonly descriptions: Sql }, search: string): Sql {
  const held = holds(name("search"), search);
  return sql`SELECT ord FROM ${texts} WHERE ${held} OR description_at IN (SELECT description_at FROM ${descriptions} WHERE ${held})`;
}

/** `ord, row_id, reason, f1…` of some rows, out of tables made by the above. */
export function fetchHeld(
  { rows, descriptions }: { readonly rows: Sql; readonly descriptions: Sql },
  columns: readonly string[],
  ords: readonly number[],
): Sql {
  const fields = columns.map((column, at) => (column === DESCRIPTION ? sql`d.description AS ${name(`f${at + 1}`)}` : name(`f${at + 1}`)));
  // The limit, which cuts nothing, tells the planner how few rows these are: their descriptions are looked up, and not the rows of all descriptions.
  const page = sql`SELECT * FROM ${rows} WHERE ord IN (${list(ords.map(integer))}) LIMIT ${integer(ords.length)}`;
  return sql`SELECT p.ord, CAST(p.row_id AS VARCHAR) AS row_id, p.reason, ${list(fields)}
    FROM (${page}) p JOIN ${descriptions} d ON d.description_at = p.description_at`;
}
