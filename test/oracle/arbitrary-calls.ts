import fc from "fast-check";
import { type FunctionName, FUNCTIONS } from "../../src/engine/expression/functions/function-catalogue.ts";
import type { FunctionEntry, Parameter } from "../../src/engine/expression/functions/function-entry.ts";
import { readable } from "../harness/duckdb.ts";
import { textOf } from "./given.ts";
import { boolean, date, list, number, SCALE, text, UNITS_MAX, type Value } from "./values.ts";
import type { Call, Slot } from "./function-cells.ts";

/** Random calls of a function: literals where it wants literals, columns of many rows for the rest. */

/** Pieces that texts and the parts looked for in them are made of, so that they meet. */
const PIECES = [
  "a",
  "B",
  "b",
  " ",
  " ",
  "  ",
  "-",
  "ab",
  "é",
  "Ä",
  "ss",
  "_",
  "1",
  "20",
  ".",
  ", ",
  "'",
  "’",
  "\n",
  "\u00A0",
  "👍",
  "e\u0301",
  "م",
  "日",
  "&",
  "%",
  "<",
  "/",
];

export const pieced = (most: number): fc.Arbitrary<string> =>
  fc.array(fc.constantFrom(...PIECES), { maxLength: most }).map((pieces) => pieces.join(""));
/** Any text that SQL can hold. */
const anything = fc.string({ unit: "binary", maxLength: 12 }).map(readable);
const long = fc
  .tuple(fc.constantFrom("ab ", "é", "👍 x", "a,b,", "1"), fc.integer({ min: 1_990, max: 20_000 }))
  .map(([piece, length]) => [...piece.repeat(length)].slice(0, length).join(""));

/** Few texts are long, for the sake of time. */
const texts: fc.Arbitrary<string> = fc.oneof(
  { arbitrary: pieced(10), weight: 30 },
  { arbitrary: pieced(1), weight: 8 },
  { arbitrary: long, weight: 1 },
);

const units = fc.oneof(
  { arbitrary: fc.integer({ min: -8, max: 12 }).map((value) => BigInt(value) * SCALE), weight: 6 },
  { arbitrary: fc.integer({ min: -99_999, max: 9_999_999 }).map((cents) => BigInt(cents) * 10_000_000n), weight: 3 },
  { arbitrary: fc.bigInt({ min: -(10n ** 13n), max: 10n ** 13n }), weight: 2 },
  { arbitrary: fc.bigInt({ min: -UNITS_MAX, max: UNITS_MAX }), weight: 1 },
  { arbitrary: fc.constantFrom(UNITS_MAX, -UNITS_MAX, 1n, -1n, 10n ** 18n, 10n ** 27n), weight: 1 },
);
const DAY = 86_400_000;
const moments = fc.oneof(
  { arbitrary: fc.integer({ min: 10_000, max: 25_000 }).map((day) => day * DAY), weight: 4 },
  { arbitrary: fc.integer({ min: 10_000 * 1_440, max: 25_000 * 1_440 }).map((minute) => minute * 60_000), weight: 3 },
  { arbitrary: fc.integer({ min: -719_162, max: 2_932_896 }).map((day) => day * DAY), weight: 1 },
);
const items = fc.array(fc.constantFrom("red", "Red", "blue", "dark blue", "ÄÖ", "äö", "a,b", "👍", "x", "10", "9"), { maxLength: 6 });

const VALUES: Readonly<Record<Value["type"], fc.Arbitrary<Value>>> = {
  text: texts.map(text),
  number: fc.option(units, { freq: 12 }).map(number),
  boolean: fc.boolean().map(boolean),
  date: fc.option(moments, { freq: 12 }).map(date),
  list: items.map(list),
};

/** Texts that a function is about, beside those of pieces. */
export interface Special {
  readonly [parameter: string]: fc.Arbitrary<string>;
}

/** Literals a function takes for a parameter that wants one, where its form does not tell. */
const LITERALS: Readonly<Record<string, readonly string[]>> = {
  "regex_extract.pattern": ["[0-9]+", "(?i)(a)b?", "(b)|(a)", "[ \\n]+", "[^a]", "(?:x)?", "[(]a"],
  "regex_replace.pattern": ["[0-9]+", "(?i)a(b?)", "(b)|(a)", "[ \\n]+", "é", ""].filter((pattern) => pattern !== ""),
  "regex_replace.replacement": ["", "x", "<\\0>", "\\\\-\\0\\0", "a long replacement of more than fifty characters, to be sure"],
  "title_case.exception": ["a", "AB", "aB-é", "é", "B 20", "-", "iPhone", "it's", "+a"],
  "price_ending.ending": ["0.99", ".99", "0.5", "0", "9.99", "99", "5", "0.000000001", "949.95"],
  "date.format": ["%Y-%m-%d", "%d.%m.%y %H:%M:%S", "%j %Y", "%d %B %Y", "%b %Y"],
  "date_format.format": ["%Y-%m-%d", "%d.%m.%y %H:%M:%S", "%A %a %B %b %j", "%-d/%-m %I %p %%", "Übung €%Y"],
};

interface Drawn {
  readonly slot: Slot;
  readonly value: fc.Arbitrary<Value>;
}

/** `special` has texts for parameters by name; `wild` asks for text of every kind instead. */
export function calls(
  fn: FunctionName,
  rows: number,
  { special = {}, wild = false }: { readonly special?: Special; readonly wild?: boolean } = {},
): fc.Arbitrary<Call> {
  const entry: FunctionEntry = FUNCTIONS[fn];
  const fewest = entry.parameters.filter(({ optional }) => optional !== true).length;
  const most = entry.repeats === undefined ? entry.parameters.length : entry.parameters.length + 5;
  return fc
    .integer({ min: fewest, max: most })
    .chain((count) =>
      fc.tuple(...Array.from({ length: count }, (_, at) => drawn(fn, entry.parameters[at] ?? entry.parameters.at(-1), { special, wild }))),
    )
    .chain((slots) =>
      fc
        .array(fc.tuple(...slots.map(({ value }) => value)), { minLength: rows, maxLength: rows })
        .map((drawnRows) => ({ fn, slots: slots.map(({ slot }) => slot), rows: drawnRows })),
    );
}

function drawn(
  fn: FunctionName,
  parameter: Parameter | undefined,
  { special, wild }: { readonly special: Special; readonly wild: boolean },
): fc.Arbitrary<Drawn> {
  if (parameter === undefined) return fc.constant({ slot: { literal: text("") }, value: fc.constant(text("")) });
  const { literal, name, type } = parameter;
  if (literal !== undefined) return literals(fn, parameter).map((value) => ({ slot: { literal: value }, value: fc.constant(value) }));
  if (type === "any")
    return fc
      .constantFrom("text", "text", "number", "date", "list", "boolean")
      .map((any) => ({ slot: { column: any }, value: VALUES[any] }));
  if (type === "money")
    return fc.constantFrom<Drawn>(
      { slot: { column: "text", reads: "money" }, value: moneyTexts.map(text) },
      { slot: { column: "number" }, value: VALUES.number },
    );
  if (type !== "text")
    return fc.oneof(
      { arbitrary: fc.constant({ slot: { column: type }, value: VALUES[type] }), weight: 3 },
      { arbitrary: fc.constant(stored(type)), weight: 1 },
    );
  const own = special[name];
  const kinds = wild
    ? fc.oneof(anything, texts)
    : own === undefined
      ? texts
      : fc.oneof({ arbitrary: own, weight: 4 }, { arbitrary: texts, weight: 1 });
  return fc.constant({ slot: { column: "text" }, value: kinds.map(text) });
}

/** A value as a column keeps it: text. */
function stored(type: Value["type"]): Drawn {
  return { slot: { column: "text", reads: type }, value: VALUES[type].map((value) => text(textOf(value))) };
}

/** Amounts as they are found: with a currency, without, of a size that is none, and what is no amount. */
export const moneyTexts: fc.Arbitrary<string> = fc.oneof(
  fc
    .tuple(fc.integer({ min: 0, max: 9_999_999 }), fc.constantFrom(" USD", " JPY", " KWD", " EUR", "", " "))
    .map(([cents, code]) => `${(cents / 100).toFixed(2)}${code}`),
  fc
    .tuple(fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n }), fc.constantFrom(" USD", " JPY", ""))
    .map(([whole, code]) => `${whole}${code}`),
  fc.constantFrom("", " ", "12", "USD", "12.90 usd", "-5.00 CLF", "1.123456789 KWD", "999999999999999999.999 USD", "a"),
);

function literals(fn: FunctionName, { name, literal }: Parameter): fc.Arbitrary<Value> {
  if (literal?.form === "word") return fc.constantFrom(...literal.of).map(text);
  if (literal?.form === "integer") return fc.integer({ min: literal.min, max: literal.max }).map((value) => number(BigInt(value) * SCALE));
  return fc.constantFrom(...(LITERALS[`${fn}.${name}`] ?? [""])).map(text);
}
