import type { Sql } from "../../kernel/sql.ts";
import { integer, join, list, literal, sql } from "../sql/fragment.ts";
import { rawText } from "./cells.ts";
import type { ChannelAttribute } from "./attribute.ts";
import type { ChannelInput } from "./channel-input.ts";
import type { Check } from "./check.ts";

/** Rows that were checked, and whether a rule has split some: then `item` tells the rows of one `ord` apart. */
export interface CheckedRows {
  /** Relation `ord[, item], row_id, product_id, f1…` of the included rows, with what the checks read besides. */
  readonly rows: Sql;
  readonly split: boolean;
}

const SAMPLES_MAX = 5;
/** Code points of a value that a sample or a list shows. */
const SHOWN_MAX = 500;

const place = (split: boolean): Sql => (split ? sql`ord, item` : sql`ord`);

/** `nth, affected, first`: how many rows each check has found, and where in the file they begin. */
export function countFindings(file: string): Sql {
  return sql`SELECT nth, count(*) AS affected, min(file_row_number) AS first
    FROM read_parquet(${literal(file)}, file_row_number = true) GROUP BY nth ORDER BY nth`;
}

/** `nth, row_ids`: the rows of some checks, by commas in feed order. */
export function findingRowIds(file: string, nths: readonly number[]): Sql {
  return sql`SELECT nth, string_agg(CAST(row_id AS VARCHAR), ',' ORDER BY file_row_number) AS row_ids
    FROM read_parquet(${literal(file)}, file_row_number = true) WHERE nth IN (${list(nths.map(integer))}) GROUP BY nth`;
}

export interface FoundByCheck {
  readonly nth: number;
  /** Where its rows begin in the file. */
  readonly first: number;
}

/** `nth, row_id, product_id, title, value` of the first rows of each check. */
export function findingSamples(file: string, found: readonly FoundByCheck[], { rows, split }: CheckedRows, shown: ShownValues): Sql {
  const firsts = join(
    found.map(({ first }) => sql`file_row_number BETWEEN ${integer(first)} AND ${integer(first + SAMPLES_MAX - 1)}`),
    sql` OR `,
  );
  // Another check's rows may lie where a check has fewer.
  const samples = sql`SELECT ${place(split)}, nth FROM
    (SELECT *, row_number() OVER (PARTITION BY nth ORDER BY file_row_number) AS sample FROM read_parquet(${literal(file)}, file_row_number = true) WHERE ${firsts})
    WHERE sample <= ${integer(SAMPLES_MAX)}`;
  return sql`SELECT nth, CAST(row_id AS VARCHAR) AS row_id, CAST(product_id AS VARCHAR) AS product_id, ${shown.title} AS title,
    ${shown.value} AS value
    FROM (${samples}) JOIN (${rows}) USING (${place(split)}) ORDER BY nth, ${place(split)}`;
}

/** What is shown of a row beside a finding. */
export interface ShownValues {
  readonly title: Sql;
  /** The value of the finding's field, by the column `nth`. */
  readonly value: Sql;
}

/** `checks`: by their place in the file of findings. */
export function shownValues(
  checks: ReadonlyMap<number, Pick<Check, "field" | "value">>,
  attributes: readonly ChannelAttribute[],
  input: Pick<ChannelInput, "rows">,
): ShownValues {
  const byName = new Map(attributes.map((attribute) => [attribute.name, attribute]));
  const cases = [...checks].flatMap(([nth, { field, value }]) => {
    if (value !== undefined) return [sql`WHEN ${integer(nth)} THEN CAST(${value} AS VARCHAR)`];
    if (field === null) return [];
    const attribute = byName.get(field);
    return [sql`WHEN ${integer(nth)} THEN ${attribute === undefined ? input.rows.of(field) : rawText(attribute, input)}`];
  });
  const value = cases.length === 0 ? sql`''` : sql`left(coalesce(CASE nth ${join(cases, sql` `)} END, ''), ${integer(SHOWN_MAX)})`;
  return { title: input.rows.of("title"), value };
}
