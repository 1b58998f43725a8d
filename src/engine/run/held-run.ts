import type { Sql } from "../../kernel/sql.ts";
import { literal, name, sql } from "../sql/fragment.ts";
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

/** `description_at, search`: the folded descriptions, each once. */
export function loadDescriptions(run: RunFile): Sql {
  const description = outputColumn(run.columns, DESCRIPTION);
  return sql`SELECT description_at, ${searchText([description])} AS search FROM (${numbered(run)}) WHERE begins`;
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
