import type { Sql } from "../../kernel/sql.ts";
import { integer, list, literal, name, sql } from "../sql/fragment.ts";

/** Columns of a snapshot's `source.parquet`, by their place among `s1…`, from 0. */
export interface CoveredColumns {
  readonly file: string;
  readonly places: readonly number[];
}

const SAMPLES_MAX = 3;
const SAMPLE_CHARACTERS_MAX = 100;
/** Samples come from the first rows, which one read brings: telling the values of a whole catalog apart takes 30 times as long. */
const SAMPLED_ROWS = 5_000;

const column = (place: number): Sql => name(`s${place + 1}`);
const isSaid = (value: Sql): Sql => sql`${value} IS NOT NULL AND ${value} <> ''`;
const cut = (value: Sql): Sql => sql`left(${value}, ${integer(SAMPLE_CHARACTERS_MAX)})`;

/** One row, `n1…`: how many rows say something in each column. */
export function countSaid({ file, places }: CoveredColumns): Sql {
  const counts = places.map((place, at) => sql`count(*) FILTER (WHERE ${isSaid(column(place))}) AS ${name(`n${at + 1}`)}`);
  return sql`SELECT ${list(counts)} FROM read_parquet(${literal(file)})`;
}

/** One row, `v1…`: a JSON list of the first values of each column in the order of their bytes, as the first rows of the catalog have them. */
export function sampleValues({ file, places }: CoveredColumns): Sql {
  const samples = places.map((place, at) => {
    // Told apart behind the aggregate: one that does so itself takes some megabytes a column and thread.
    const values = sql`list_distinct(list(${cut(column(place))}) FILTER (WHERE ${isSaid(column(place))}))`;
    return sql`CAST(to_json(list_slice(list_sort(${values}), 1, ${integer(SAMPLES_MAX)})) AS VARCHAR) AS ${name(`v${at + 1}`)}`;
  });
  return sql`SELECT ${list(samples)} FROM read_parquet(${literal(file)}) WHERE ord <= ${integer(SAMPLED_ROWS)}`;
}

/** One row, `v1`, as above, for one column that the first rows do not have: of the first rows that do. */
export function sampleRareValues(file: string, place: number): Sql {
  const first = sql`SELECT ${cut(column(place))} AS said FROM read_parquet(${literal(file)}) WHERE ${isSaid(column(place))} LIMIT ${integer(SAMPLES_MAX)}`;
  return sql`SELECT CAST(to_json(list_sort(list(DISTINCT said))) AS VARCHAR) AS v1 FROM (${first})`;
}
