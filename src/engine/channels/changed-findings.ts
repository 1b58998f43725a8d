import type { Sql } from "../../kernel/sql.ts";
import { entriesOf } from "../../kernel/unsafe.ts";
import { integer, list, literal, name, sql } from "../sql/fragment.ts";
import { withCategories } from "./categories.ts";
import type { ChannelInput } from "./channel-input.ts";
import type { Check } from "./check.ts";
import { type BesideRows, columnsReadBy, textsOf } from "./columns-read.ts";
import { type AskedCheck, foundBy, readsCategory } from "./findings-query.ts";

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
  /** It reads something that is computed over all rows. */
  readonly asides: boolean;
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

/** A channel before and after the change. */
export interface BothSides {
  readonly before: CheckedSide;
  readonly after: CheckedSide;
}

export interface ChangedFindings {
  /** `nth, cleared, caused`: rows that a check finds on one side alone. Once `altered_rows` is there. */
  readonly query: Sql;
  /** What `nth` is of each check, in the order of the channels and of their checks. What several channels ask alike is asked once. */
  readonly placed: readonly (readonly number[])[];
}

export function changedFindings(channels: readonly BothSides[]): ChangedFindings {
  const asked = new Map<string, { readonly nth: number; readonly before: AskedCheck; readonly after: AskedCheck }>();
  const placed = channels.map(({ before, after }) =>
    before.checks.flatMap((check, at) => {
      const fresh = after.checks[at];
      if (fresh === undefined) return [];
      const nth = asked.size;
      const both = { nth, before: askedOf(before, check, nth), after: askedOf(after, fresh, nth) };
      const key = [both.before, both.after].flatMap((one) => [
        one.check.kind,
        one.rows.text,
        ...textsOf(one.check).map(({ text }) => text),
      ]);
      const known = asked.get(key.join("\n")) ?? both;
      asked.set(key.join("\n"), known);
      return [known.nth];
    }),
  );
  return { query: comparison([...asked.values()]), placed };
}

function comparison(asked: readonly { readonly before: AskedCheck; readonly after: AskedCheck }[]): Sql {
  const [before, after] = [asked.map((one) => one.before), asked.map((one) => one.after)];
  const both = sql`SELECT *, 1 AS side FROM (${found(before)}) UNION ALL SELECT *, 2 AS side FROM (${found(after)})`;
  const count = (side: number): Sql => sql`count(*) FILTER (WHERE sides = ${integer(side)})`;
  return sql`SELECT nth, ${count(1)} AS cleared, ${count(2)} AS caused
    FROM (SELECT row_id, item, nth, sum(side) AS sides FROM (${both}) GROUP BY row_id, item, nth) WHERE sides <> 3 GROUP BY nth ORDER BY nth`;
}

/** `row_id, item, nth`. */
const found = (asked: readonly AskedCheck[]): Sql => foundBy(asked, sql`row_id, item`, sql`SELECT row_id, 1 AS item FROM altered_rows`);

/** A check that looks at one row alone needn't look at rows that are the same. */
function askedOf(side: CheckedSide, { check, wide, asides }: AffectedCheck, nth: number): AskedCheck {
  const all = included(side.file);
  const looked = wide ? all : sql`${all} WHERE row_id IN (SELECT row_id FROM altered_rows)`;
  const rows = sql`SELECT * FROM ${asides ? withAsides(all, side.asides) : looked}`;
  return { check, nth, rows: readsCategory(check) ? categorised(side, rows) : rows };
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
