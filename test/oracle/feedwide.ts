import type { Expression, FeedwideName } from "../../src/engine/expression/expression.ts";
import { isNumeric, isTrue, type OracleFeed, type OracleRow, type Read } from "./oracle-rows.ts";
import { divided, inBounds, isBlankText, lower, numberOf, textOf } from "./given.ts";
import { boolean, number, SCALE, text } from "./values.ts";

/** Functions that look at all included rows, as their reference reads. */
type Feedwide = Extract<Expression, { kind: "feedwide" }>;
type Evaluate = (node: Expression, row: OracleRow, feed: OracleFeed) => Read;

interface Look {
  readonly node: Feedwide;
  readonly row: OracleRow;
  /** Rows that count, in feed order. */
  readonly counted: readonly OracleRow[];
  /** Whether the row itself does. */
  readonly here: boolean;
  readonly numbers: readonly bigint[];
  readonly of: (place: number, other: OracleRow) => Read;
  readonly key: (place: number, other: OracleRow) => string;
  /** Rows with the row's key; none for a blank one. */
  readonly group: (place: number) => readonly OracleRow[];
}

export function feedwideValue(node: Feedwide, row: OracleRow, feed: OracleFeed, evaluate: Evaluate): Read {
  const counted = feed.included.filter((other) => node.only === undefined || isTrue(evaluate(node.only, other, feed)));
  const of = (place: number, other: OracleRow): Read => {
    const part = node.args[place];
    return part === undefined ? text("") : evaluate(part, other, feed);
  };
  const key = (place: number, other: OracleRow): string => lower(textOf(of(place, other)));
  const group = (place: number): readonly OracleRow[] =>
    isBlankText(key(place, row)) ? [] : counted.filter((other) => key(place, other) === key(place, row));
  const numbers = counted.flatMap((other) => numberOf(of(0, other)) ?? []);
  return VALUES[node.fn]({ node, row, counted, here: counted.some(({ id }) => id === row.id), numbers, of, key, group });
}

const units = (value: number): bigint => BigInt(value) * SCALE;
const least = (values: readonly bigint[]): bigint | null =>
  values.reduce<bigint | null>((so, value) => (so === null || value < so ? value : so), null);
const most = (values: readonly bigint[]): bigint | null =>
  values.reduce<bigint | null>((so, value) => (so === null || value > so ? value : so), null);
const total = (values: readonly bigint[]): bigint => values.reduce((so, value) => so + value, 0n);
const overall =
  (of: (look: Look) => bigint | null) =>
  (look: Look): Read =>
    number(look.here ? of(look) : null);
const ofGroup = (best: (values: readonly bigint[]) => bigint | null) =>
  overall(({ group, of }) => best(group(1).flatMap((other) => numberOf(of(0, other)) ?? [])));

const VALUES: Readonly<Record<FeedwideName, (look: Look) => Read>> = {
  rank: overall(placeOf),
  _row_number: overall(placeOf),
  percentile: overall(({ of, row, numbers }) => {
    const own = numberOf(of(0, row));
    return own === null ? null : divided(units(100 * numbers.filter((value) => value <= own).length) * SCALE, units(numbers.length));
  }),
  sum_in_feed: overall(({ numbers }) => (numbers.length === 0 ? null : inBounds(total(numbers)))),
  avg_in_feed: overall(({ numbers }) => {
    const sum = inBounds(total(numbers));
    return numbers.length === 0 || sum === null ? null : divided(sum * SCALE, units(numbers.length));
  }),
  min_in_feed: overall(({ numbers }) => least(numbers)),
  max_in_feed: overall(({ numbers }) => most(numbers)),
  count_in_feed: overall(({ counted, node, of }) =>
    units(counted.filter((other) => node.args.length === 0 || isTrue(of(0, other))).length),
  ),
  group_min: ofGroup(least),
  group_max: ofGroup(most),
  group_sum: ofGroup((values) => (values.length === 0 ? null : inBounds(total(values)))),
  group_count: overall(({ group }) => (group(0).length === 0 ? null : units(group(0).length))),
  is_first_in_group: ({ here, group, row }) => boolean(here && group(0)[0]?.id === row.id),
  is_duplicate: ({ here, group }) => boolean(here && group(0).length > 1),
  // The oracle's plans split no rows.
  _within_growth: () => boolean(true),
  _first_in_group: ({ here, group }) => text(here ? (group(0)[0]?.id ?? "") : ""),
};

/** Blank values rank last for limits and not at all for `rank`; ties keep the feed's order. */
function placeOf({ node, row, counted, of, key }: Look): bigint | null {
  const direction = node.args[1]?.kind === "text" && node.args[1].value === "asc" ? 1 : -1;
  const size = (other: OracleRow): bigint | string | null => {
    const value = of(0, other);
    if (isNumeric(value)) return numberOf(value);
    return isBlankText(lower(textOf(value))) ? null : lower(textOf(value));
  };
  if (node.fn === "rank" && size(row) === null) return null;
  const rivals = counted.filter(
    (other) => (node.args[2] === undefined || key(2, other) === key(2, row)) && (node.fn === "_row_number" || size(other) !== null),
  );
  const order = rivals.toSorted((a, b) => {
    const [x, y] = [size(a), size(b)];
    return x === null || y === null ? Number(x === null) - Number(y === null) : direction * signOf(x, y);
  });
  return units(order.findIndex(({ id }) => id === row.id) + 1);
}

function signOf(a: bigint | string, b: bigint | string): number {
  if (typeof a === "string" || typeof b === "string") return Buffer.compare(Buffer.from(String(a)), Buffer.from(String(b)));
  return a < b ? -1 : Number(a > b);
}
