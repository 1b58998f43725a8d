import type { Comparison, Expression, Side } from "../../src/engine/expression/expression.ts";
import type { ValueType } from "../../src/engine/expression/term.ts";
import {
  cut,
  dateIn,
  divided,
  given,
  isBlankText,
  itemsIn,
  lower,
  numberOf,
  points,
  product,
  quotient,
  type References,
  textOf,
  trimmed,
  upper,
  whole,
} from "./given.ts";
import { REFERENCES } from "./references.ts";
import { boolean, inBounds, number, SCALE, text, type Value } from "./values.ts";

/** The rule language, one row at a time, as its documents read: slow, and written without a look at the SQL. */
export interface OracleRow {
  readonly id: string;
  column(side: Side, name: string): string;
  /** What a column stands for. */
  type(side: Side, name: string): ValueType;
}

export interface OracleFeed {
  /** Rows that are not excluded, in feed order. */
  readonly included: readonly OracleRow[];
  readonly tables: ReadonlyMap<string, ReadonlyMap<string, string>>;
}

/** A value, and what it reads as where it is text. */
type Read = Value & { readonly reads?: ValueType };

export function evaluate(node: Expression, row: OracleRow, feed: OracleFeed): Read {
  const of = (part: Expression): Read => evaluate(part, row, feed);
  switch (node.kind) {
    case "text":
      return text(node.value);
    case "number":
      return number(literalUnits(node.value));
    case "boolean":
      return boolean(node.value);
    case "blank-value":
      return { ...text(""), reads: "text" };
    case "column":
      return { ...text(row.column(node.side, node.name)), reads: row.type(node.side, node.name) };
    case "call":
      return called(node.fn, node.args.map(of));
    case "feedwide":
      return feedwide(node, row, feed);
    case "lookup":
      return text(
        feed.tables.get(node.table.toLowerCase())?.get(lower(trimmed(textOf(of(node.key))))) ??
          (node.otherwise === undefined ? "" : textOf(of(node.otherwise))),
      );
    case "arithmetic":
      return number(calculated(node.operator, numberOf(of(node.left)), numberOf(of(node.right))));
    case "negative": {
      const value = numberOf(of(node.value));
      return number(value === null ? null : -value);
    }
    case "compare":
      return boolean(compared(node.operator, of(node.left), of(node.right), node.caseSensitive));
    case "matches":
      return boolean(new RegExp(node.pattern, node.caseSensitive ? "u" : "iu").test([...textOf(of(node.value))].slice(0, 2_000).join("")));
    case "in":
      return boolean(isAmong(of(node.value), node));
    case "between": {
      const value = of(node.value);
      return boolean(compared(">=", value, of(node.low), node.caseSensitive) && compared("<=", value, of(node.high), node.caseSensitive));
    }
    case "present":
      return boolean(textOf(of(node.value)) !== "");
    case "blank":
      return boolean(isBlank(of(node.value)));
    case "all":
      return boolean(node.parts.every((part) => isTrue(of(part))));
    case "any":
      return boolean(node.parts.some((part) => isTrue(of(part))));
    case "not":
      return boolean(!isTrue(of(node.part)));
    case "case":
      return of(node.branches.find((branch) => isTrue(of(branch.when)))?.then ?? node.otherwise);
    case "map": {
      const key = lower(textOf(of(node.value)));
      const found = node.pairs.find((pair) => lower(pair.from) === key);
      return found === undefined ? of(node.otherwise) : text(found.to);
    }
    default:
      return node satisfies never;
  }
}

/** A literal has a digit more than a text that reads as a number. */
function literalUnits(written: string): bigint {
  const [digits = "", fraction = ""] = written.replace("-", "").split(".");
  const units = BigInt(`${digits}${fraction.padEnd(9, "0")}`);
  return written.startsWith("-") ? -units : units;
}

/** What functions without branches do, in one line each. */
const SIMPLE: References = {
  upper: (args) => text(upper(args.text(0))),
  lower: (args) => text(lower(args.text(0))),
  trim: (args) => text(trimmed(args.text(0))),
  length: (args) => whole(points(args.text(0)).length),
  concat: (args) => cut(args.values.map((_, at) => args.text(at)).join("")),
};

function called(fn: string, args: readonly Read[]): Read {
  const reference = REFERENCES[fn] ?? SIMPLE[fn];
  if (reference === undefined) throw new RangeError(`${fn} has no reference`);
  return reference(given(args));
}

function calculated(operator: "+" | "-" | "*" | "/", a: bigint | null, b: bigint | null): bigint | null {
  if (a === null || b === null) return null;
  if (operator === "*") return product(a, b);
  if (operator === "/") return quotient(a, b);
  return inBounds(operator === "+" ? a + b : a - b);
}

export function isTrue(value: Value): boolean {
  return value.type === "boolean" ? value.value : lower(textOf(value)) === "true";
}

export function isBlank(value: Value): boolean {
  if (value.type === "text") return isBlankText(value.value);
  if (value.type === "list") return value.value.length === 0;
  return value.value === null;
}

const reads = (value: Read): ValueType => (value.type === "text" ? (value.reads ?? "text") : value.type);
const isNumeric = (value: Read): boolean => ["number", "money"].includes(reads(value));

function compared(operator: Comparison, left: Read, right: Read, caseSensitive: boolean): boolean {
  const fold = (value: Read): string => (caseSensitive ? textOf(value) : lower(textOf(value)));
  switch (operator) {
    case "contains":
      if (reads(left) !== "list") return fold(left).includes(fold(right));
      return !isBlank(right) && itemsIn(fold(left), ",").includes(trimmed(fold(right).replaceAll(",", "\u201A")));
    case "starts with":
      return fold(left).startsWith(fold(right));
    case "ends with":
      return fold(left).endsWith(fold(right));
    default:
      return ordered(operator, left, right, fold);
  }
}

function ordered(operator: "=" | "!=" | "<" | "<=" | ">" | ">=", left: Read, right: Read, fold: (value: Read) => string): boolean {
  if (isNumeric(left) || isNumeric(right)) {
    const [a, b] = [numberOf(left), numberOf(right)];
    if (a !== null && b !== null) return sameCurrency(left, right) ? holds(operator, a < b ? -1 : a > b ? 1 : 0) : operator === "!=";
  } else if (left.type === "date" || right.type === "date") {
    const [a, b] = [dateOf(left), dateOf(right)];
    if (a !== null && b !== null) return holds(operator, a - b);
  }
  if (operator !== "=" && operator !== "!=" && (isBlank(left) || isBlank(right))) return false;
  return holds(operator, Buffer.compare(Buffer.from(fold(left)), Buffer.from(fold(right))));
}

function dateOf(value: Read): number | null {
  return value.type === "date" ? value.value : dateIn(textOf(value));
}

function sameCurrency(left: Read, right: Read): boolean {
  const [a, b] = [left, right].map((value) => (value.type === "text" ? (/ ([A-Z]{3})\s*$/.exec(value.value)?.[1] ?? "") : ""));
  return a === "" || b === "" || a === b;
}

function holds(operator: "=" | "!=" | "<" | "<=" | ">" | ">=", sign: number): boolean {
  switch (operator) {
    case "=":
      return sign === 0;
    case "!=":
      return sign !== 0;
    case "<":
      return sign < 0;
    case "<=":
      return sign <= 0;
    case ">":
      return sign > 0;
    case ">=":
      return sign >= 0;
    default:
      return operator satisfies never;
  }
}

function isAmong(value: Read, { words, caseSensitive }: Extract<Expression, { kind: "in" }>): boolean {
  return words.some((word) =>
    compared("=", value, word.kind === "number" ? number(literalUnits(word.value)) : text(word.value), caseSensitive),
  );
}

type Feedwide = Extract<Expression, { kind: "feedwide" }>;

interface Member {
  readonly row: OracleRow;
  readonly value: Read;
}

function feedwide(node: Feedwide, row: OracleRow, feed: OracleFeed): Read {
  const counted = feed.included.filter((other) => node.only === undefined || isTrue(evaluate(node.only, other, feed)));
  const of = (place: number, other: OracleRow): Read => {
    const part = node.args[place];
    return part === undefined ? text("") : evaluate(part, other, feed);
  };
  const here = counted.some(({ id }) => id === row.id);
  const key = (place: number, other: OracleRow): string => lower(textOf(of(place, other)));
  const members: readonly Member[] = counted.map((other) => ({ row: other, value: of(0, other) }));
  const numbers = members.flatMap(({ value }) => numberOf(value) ?? []);
  const sum = numbers.reduce((so, value) => so + value, 0n);
  const group = (place: number): readonly OracleRow[] =>
    isBlankText(key(place, row)) ? [] : counted.filter((other) => key(place, other) === key(place, row));
  const overall = (value: bigint | null): Read => number(here ? value : null);
  const count = (value: number): bigint => BigInt(value) * SCALE;
  switch (node.fn) {
    case "rank":
    case "_row_number":
      return number(here ? placeOf(node, row, members, key) : null);
    case "percentile": {
      const own = here ? numberOf(of(0, row)) : null;
      return number(
        own === null ? null : divided(count(100 * numbers.filter((value) => value <= own).length) * SCALE, count(numbers.length)),
      );
    }
    case "sum_in_feed":
      return overall(numbers.length === 0 ? null : inBounds(sum));
    case "avg_in_feed":
      return overall(numbers.length === 0 ? null : divided(sum * SCALE, count(numbers.length)));
    case "min_in_feed":
      return overall(numbers.reduce<bigint | null>((least, value) => (least === null || value < least ? value : least), null));
    case "max_in_feed":
      return overall(numbers.reduce<bigint | null>((most, value) => (most === null || value > most ? value : most), null));
    case "count_in_feed":
      return overall(count(members.filter(({ value }) => node.args.length === 0 || isTrue(value)).length));
    case "group_min":
    case "group_max": {
      const values = here ? group(1).flatMap((other) => numberOf(of(0, other)) ?? []) : [];
      const best = (a: bigint, b: bigint): bigint => ((node.fn === "group_min" ? a < b : a > b) ? a : b);
      return number(values.length === 0 ? null : values.reduce(best));
    }
    case "group_count":
      return number(here && group(0).length > 0 ? count(group(0).length) : null);
    case "is_first_in_group":
      return boolean(here && group(0)[0]?.id === row.id);
    case "is_duplicate":
      return boolean(here && group(0).length > 1);
    case "_first_in_group":
      return text(here ? (group(0)[0]?.id ?? "") : "");
    default:
      return node.fn satisfies never;
  }
}

/** Blank values rank last for limits and not at all for `rank`; ties keep the feed's order. */
function placeOf(
  node: Feedwide,
  row: OracleRow,
  members: readonly Member[],
  key: (place: number, other: OracleRow) => string,
): bigint | null {
  const direction = node.args[1]?.kind === "text" && node.args[1].value === "asc" ? 1 : -1;
  const sameGroup = ({ row: other }: Member): boolean => node.args[2] === undefined || key(2, other) === key(2, row);
  const size = ({ value }: Member): bigint | string | null => {
    if (isNumeric(value)) return numberOf(value);
    return isBlankText(lower(textOf(value))) ? null : lower(textOf(value));
  };
  const own = members.find((member) => member.row.id === row.id);
  if (own === undefined || (node.fn === "rank" && size(own) === null)) return null;
  const ranked = members.filter((member) => sameGroup(member) && (node.fn === "_row_number" || size(member) !== null));
  const order = ranked.toSorted((a, b) => {
    const [x, y] = [size(a), size(b)];
    if (x === null || y === null) return x === y ? 0 : x === null ? 1 : -1;
    const sign =
      typeof x === "string" || typeof y === "string"
        ? Buffer.compare(Buffer.from(String(x)), Buffer.from(String(y)))
        : x < y
          ? -1
          : x > y
            ? 1
            : 0;
    return sign * direction;
  });
  return BigInt(order.findIndex((member) => member.row.id === row.id) + 1) * SCALE;
}
