import type { Comparison, Expression } from "../../src/engine/expression/expression.ts";
import {
  cut,
  dateIn,
  given,
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
import { categoryValue } from "./categories.ts";
import { feedwideValue } from "./feedwide.ts";
import { isBlank, isNumeric, isTrue, type OracleFeed, type OracleRow, type Read, reads } from "./oracle-rows.ts";
import { REFERENCES } from "./references.ts";
import { keyAmongWords } from "./key-among-words.ts";
import { findsAny, replacedMany } from "./replaced-many.ts";
import { boolean, inBounds, number, text } from "./values.ts";

/** The rule language, one row at a time, as its documents read: slow, and written without a look at the SQL. */
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
      return feedwideValue(node, row, feed, evaluate);
    case "lookup": {
      const table = feed.tables.get(node.table.toLowerCase());
      const sought = textOf(of(node.key));
      const key = node.words === undefined ? lower(trimmed(sought)) : keyAmongWords(sought, table);
      return text(table?.get(key) ?? (node.otherwise === undefined ? "" : textOf(of(node.otherwise))));
    }
    case "category":
      return categoryValue(node.fn, node.args.map((part) => textOf(of(part))), feed.taxonomy); // prettier-ignore
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
      return chosen(node, of);
    case "map": {
      if (node.within !== undefined) {
        const written = textOf(of(node.value));
        const found = findsAny(written, node.pairs, node.within);
        return found ? cut(replacedMany(written, node.pairs, node.within)) : of(node.otherwise);
      }
      const key = lower(textOf(of(node.value)));
      const found = node.pairs.find((pair) => lower(pair.from) === key);
      return found === undefined ? of(node.otherwise) : text(found.to);
    }
    default:
      return node satisfies never;
  }
}

/** What a value reads as is known before any row is: where the branches differ, all of them are texts. Blank is of any type. */
function chosen(node: Extract<Expression, { kind: "case" }>, of: (part: Expression) => Read): Read {
  const parts = [...node.branches.map(({ then }) => then), node.otherwise].filter(({ kind }) => kind !== "blank-value");
  const value = of(node.branches.find((branch) => isTrue(of(branch.when)))?.then ?? node.otherwise);
  return new Set(parts.map((part) => reads(of(part)))).size <= 1 ? value : text(textOf(value));
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

type Order = "=" | "!=" | "<" | "<=" | ">" | ">=";

function ordered(operator: Order, left: Read, right: Read, fold: (value: Read) => string): boolean {
  const sign =
    isNumeric(left) || isNumeric(right)
      ? numberSign(left, right)
      : left.type === "date" || right.type === "date"
        ? dateSign(left, right)
        : null;
  if (sign === "apart") return operator === "!=";
  if (sign !== null) return holds(operator, sign);
  if (operator !== "=" && operator !== "!=" && (isBlank(left) || isBlank(right))) return false;
  return holds(operator, Buffer.compare(Buffer.from(fold(left)), Buffer.from(fold(right))));
}

/** Amounts of two currencies are apart; null where a side is no number. */
function numberSign(left: Read, right: Read): number | "apart" | null {
  const [a, b] = [numberOf(left), numberOf(right)];
  if (a === null || b === null) return null;
  if (!sameCurrency(left, right)) return "apart";
  return a < b ? -1 : Number(a > b);
}

function dateSign(left: Read, right: Read): number | null {
  const [a, b] = [dateOf(left), dateOf(right)];
  return a === null || b === null ? null : a - b;
}

function dateOf(value: Read): number | null {
  return value.type === "date" ? value.value : dateIn(textOf(value));
}

function sameCurrency(left: Read, right: Read): boolean {
  const [a, b] = [left, right].map((value) => (value.type === "text" ? (/ ([A-Z]{3})\s*$/.exec(value.value)?.[1] ?? "") : ""));
  return a === "" || b === "" || a === b;
}

function holds(operator: Order, sign: number): boolean {
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
  if (reads(value) === "list") return words.some((word) => compared("contains", value, text(word.value), caseSensitive));
  return words.some((word) =>
    compared("=", value, word.kind === "number" ? number(literalUnits(word.value)) : text(word.value), caseSensitive),
  );
}
