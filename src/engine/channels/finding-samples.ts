import type { Sql } from "../../kernel/sql.ts";
import { integer, join, list, literal, sql } from "../sql/fragment.ts";
import { parquet } from "../sql/parquet.ts";
import { rawText } from "./cells.ts";
import type { ChannelAttribute } from "./attribute.ts";
import type { ChannelInput } from "./channel-input.ts";
import type { Check } from "./check.ts";
import { findingsQuery } from "./findings-query.ts";

/** Rows that were checked, and whether a rule has split some: then `item` tells the rows of one `ord` apart. */
export interface CheckedRows {
  /** Relation `ord[, item], row_id, product_id, f1…` of the included rows, with what the checks read besides. */
  readonly rows: Sql;
  readonly split: boolean;
}

interface RowsToCheck extends CheckedRows {
  /** `categorisedRows`. */
  readonly categorised: Sql;
}

const SAMPLES_MAX = 5;
/** Code points of a value that a sample or a list shows. */
const SHOWN_MAX = 500;

const place = (split: boolean): Sql => (split ? sql`ord, item` : sql`ord`);

/** Writes `ord[, item], row_id, product_id, nth`, what each check finds together and in feed order, so that a page of one is quickly read. */
export function writeFindings(checks: readonly Check[], { rows, categorised, split }: RowsToCheck, file: string): Sql {
  const found = findingsQuery(checks, rows, sql`${place(split)}, row_id, product_id`, categorised);
  return sql`COPY (SELECT * FROM (${found}) ORDER BY nth, ${place(split)}) TO ${literal(file)} ${parquet()}`;
}

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
    ${shown.value(found.map(({ nth }) => nth))} AS value
    FROM (${samples}) JOIN (${rows}) USING (${place(split)}) ORDER BY nth, ${place(split)}`;
}

export interface ShownValues {
  readonly title: Sql;
  /** By the column `nth`. */
  readonly value: (nths: readonly number[]) => Sql;
}

/** What is shown of a row beside a finding. */
export function shownValues(checks: readonly Check[], attributes: readonly ChannelAttribute[], input: ChannelInput): ShownValues {
  const byName = new Map(attributes.map((attribute) => [attribute.name, attribute]));
  const valueOf = ({ value, field }: Check): Sql => {
    if (value !== undefined) return value;
    if (field === null) return sql`''`;
    const attribute = byName.get(field);
    return attribute === undefined ? input.rows.of(field) : rawText(attribute, input);
  };
  return {
    title: input.rows.of("title"),
    value: (nths) => {
      const cases = nths.flatMap((nth) => {
        const check = checks[nth];
        return check === undefined ? [] : [sql`WHEN ${integer(nth)} THEN CAST(${valueOf(check)} AS VARCHAR)`];
      });
      return cases.length === 0 ? sql`''` : sql`left(coalesce(CASE nth ${join(cases, sql` `)} END, ''), ${integer(SHOWN_MAX)})`;
    },
  };
}
