import type { Sql } from "../../kernel/sql.ts";
import { entriesOf } from "../../kernel/unsafe.ts";
import { integer, join, list, literal, name, sql } from "../sql/fragment.ts";
import { withCategories } from "./categories.ts";
import type { ChannelInput } from "./channel-input.ts";
import type { Check } from "./check.ts";
import { type BesideRows, columnsReadBy } from "./columns-read.ts";
import { findingsQuery } from "./findings-query.ts";

/** What a change does to findings, out of the rows before and after it (`sidesQuery`). Both files have their columns at the same places. */

/** What a change may alter, as a preview has found. */
export interface Alteration {
  /** Places of the columns that differ in a row of the feed, from 0. */
  readonly places: ReadonlySet<number>;
  /** Source columns carried along that may differ. */
  readonly carried: ReadonlySet<string>;
  /** Rows come into the feed or leave it. */
  readonly membership: boolean;
}

type Asides = Readonly<Record<string, Sql>>;

/** Checks of rows whose result may be another after the change, with what they read. */
export function affectedChecks(
  checks: readonly Check[],
  beside: BesideRows,
  { places, carried, membership }: Alteration,
): readonly AffectedCheck[] {
  return checks.flatMap((check): readonly AffectedCheck[] => {
    if (check.kind === "feed") return [];
    const reads = columnsReadBy(check, beside);
    const touched = [...reads.places].some((place) => places.has(place)) || [...reads.carried].some((column) => carried.has(column));
    return membership || touched ? [{ check, ...reads, wide: check.kind === "group" || reads.asides }] : [];
  });
}

export interface AffectedCheck {
  readonly check: Check;
  readonly places: ReadonlySet<number>;
  /** One row's change may alter what is found of others. */
  readonly wide: boolean;
}

/** The table `altered_rows`: the rows of the feed that are others before and after, in the columns at these places or in being there. */
export function alteredRows({ before, after }: TwoSides, places: Iterable<number>, carried: Iterable<string>): Sql {
  const values = list([...[...places].map(valueAt), ...[...carried].map((column) => name(`its_${column}`)), sql`item`]);
  const hashed = (file: string): Sql => sql`SELECT row_id, item, hash(${values}) AS row_hash FROM ${included(file)}`;
  return sql`CREATE OR REPLACE TEMP TABLE altered_rows AS SELECT DISTINCT row_id FROM (
    SELECT row_id FROM (${hashed(before)} UNION ALL ${hashed(after)}) GROUP BY row_id, item, row_hash HAVING count(*) = 1)`;
}

export interface TwoSides {
  readonly before: string;
  readonly after: string;
}

const included = (file: string): Sql => sql`(SELECT * FROM read_parquet(${literal(file)}) WHERE reason IS NULL)`;
const valueAt = (place: number): Sql => name(`f${place + 1}`);

/** One side's file, its checks (those of both sides alike, in the same order) and what they're made from. */
export interface CheckedSide {
  readonly file: string;
  readonly checks: readonly AffectedCheck[];
  readonly asides: Asides;
  readonly input: ChannelInput;
}

/** `nth, cleared, caused`: rows that a check finds on one side alone, by its place in the lists. Once `altered_rows` is there. */
export function changedFindings(before: CheckedSide, after: CheckedSide): Sql {
  const both = sql`SELECT *, 1 AS side FROM (${foundRows(before)}) UNION ALL SELECT *, 2 AS side FROM (${foundRows(after)})`;
  const count = (side: number): Sql => sql`count(*) FILTER (WHERE sides = ${integer(side)})`;
  return sql`SELECT nth, ${count(1)} AS cleared, ${count(2)} AS caused
    FROM (SELECT row_id, item, nth, sum(side) AS sides FROM (${both}) GROUP BY row_id, item, nth) WHERE sides <> 3 GROUP BY nth ORDER BY nth`;
}

/** `row_id, item, nth`. A check that looks at one row alone needn't look at rows that are the same. */
function foundRows(side: CheckedSide): Sql {
  const altered = sql`(SELECT * FROM ${included(side.file)} WHERE row_id IN (SELECT row_id FROM altered_rows))`;
  const { checks } = side;
  const parts = [false, true].flatMap((wide) => {
    const places = checks.flatMap((check, nth) => (check.wide === wide ? [nth] : []));
    if (places.length === 0) return [];
    const asked = places.flatMap((nth) => checks[nth]?.check ?? []);
    const rows = sql`SELECT * FROM ${wide ? withAsides(included(side.file), side.asides) : altered}`;
    const found = findingsQuery(asked, rows, sql`row_id, item`, categorised(side, rows));
    return [sql`SELECT row_id, item, list_extract([${list(places.map(integer))}], nth + 1) AS nth FROM (${found})`];
  });
  return join(parts, sql` UNION ALL `);
}

function withAsides(rows: Sql, asides: Asides): Sql {
  const values = entriesOf(asides).map(([called, value]) => sql`${value} AS ${name(`aside_${called}`)}`);
  return values.length === 0 ? rows : sql`(SELECT ${list([sql`*`, ...values])} FROM ${rows})`;
}

function categorised({ input: { rows, taxonomy } }: CheckedSide, relation: Sql): Sql {
  return taxonomy === null ? relation : withCategories(relation, rows.of("google_product_category"), taxonomy);
}

/** `rows, f…` of one side: how many rows there are, and whether any has a value at these places. */
export function sideFacts(file: string, places: readonly number[]): Sql {
  const filled = places.map((place) => sql`coalesce(bool_or(${valueAt(place)} <> ''), false) AS ${valueAt(place)}`);
  return sql`SELECT ${list([sql`count(*) AS rows`, ...filled])} FROM ${included(file)}`;
}
