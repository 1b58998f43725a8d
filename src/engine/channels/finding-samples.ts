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

/** Rows that are kept with a finding. */
export const SAMPLES_MAX = 5;
/** Code points of a value that a sample or a list shows. */
const SHOWN_MAX = 500;

const place = (split: boolean): Sql => (split ? sql`ord, item` : sql`ord`);

/** `nth, affected, firsts`: how many rows each check has found, and the places of the first of them: `ord` or `ord:item`, by commas. */
export function countFindings(file: string, split: boolean): Sql {
  const first = split
    ? sql`list_transform(min({'ord': ord, 'item': item}, ${integer(SAMPLES_MAX)}), lambda row_at: concat(row_at.ord, ':', row_at.item))`
    : sql`min(ord, ${integer(SAMPLES_MAX)})`;
  return sql`SELECT nth, count(*) AS affected, array_to_string(${first}, ',') AS firsts FROM read_parquet(${literal(file)}) GROUP BY nth`;
}

/** `nth, row_ids`: the rows of some checks, by commas in feed order. */
export function findingRowIds(file: string, nths: readonly number[], split: boolean): Sql {
  return sql`SELECT nth, string_agg(CAST(row_id AS VARCHAR), ',' ORDER BY ${place(split)}) AS row_ids
    FROM read_parquet(${literal(file)}) WHERE nth IN (${list(nths.map(integer))}) GROUP BY nth`;
}

/** Rows of a finding, and what is shown of them. */
export interface AskedSamples {
  /** As `countFindings` answers them. */
  readonly firsts: string;
  readonly value: Sql;
}

/** `asked, row_id, product_id, title, value`: the samples of each one asked for, by its place in the list, in feed order. */
export function findingSamples(asked: readonly AskedSamples[], { rows, split }: CheckedRows, title: Sql): Sql {
  const places = asked.flatMap(({ firsts }, at) =>
    firsts.split(",").map((first) => sql`(${list([at, ...first.split(":").map(Number)].map(integer))})`),
  );
  const values = asked.map(({ value }, at) => sql`WHEN ${integer(at)} THEN CAST(${value} AS VARCHAR)`);
  const value = sql`left(coalesce(CASE asked ${join(values, sql` `)} END, ''), ${integer(SHOWN_MAX)})`;
  return sql`SELECT asked, CAST(row_id AS VARCHAR) AS row_id, CAST(product_id AS VARCHAR) AS product_id, ${title} AS title, ${value} AS value
    FROM (VALUES ${join(places, sql`, `)}) samples(asked, ${place(split)}) JOIN (${rows}) USING (${place(split)}) ORDER BY asked, ${place(split)}`;
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
  const cases = [...checks].map(([nth, check]) => sql`WHEN ${integer(nth)} THEN CAST(${shownValue(check, attributes, input)} AS VARCHAR)`);
  const value = cases.length === 0 ? sql`''` : sql`left(coalesce(CASE nth ${join(cases, sql` `)} END, ''), ${integer(SHOWN_MAX)})`;
  return { title: input.rows.of("title"), value };
}

/** The text that is shown of a row beside what a check has found. */
export function shownValue(
  { field, value }: Pick<Check, "field" | "value">,
  attributes: readonly ChannelAttribute[],
  input: Pick<ChannelInput, "rows">,
): Sql {
  if (value !== undefined) return value;
  if (field === null) return sql`''`;
  const attribute = attributes.find(({ name }) => name === field);
  return attribute === undefined ? input.rows.of(field) : rawText(attribute, input);
}
