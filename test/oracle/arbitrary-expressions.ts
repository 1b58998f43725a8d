import fc from "fast-check";
import {
  all,
  any,
  BLANK,
  boolean,
  call,
  compare,
  type Expression,
  isBlank,
  joinedTexts,
  not,
  number,
  text,
} from "../../src/engine/expression/expression.ts";
import type { ValueType } from "../../src/engine/expression/term.ts";

/** Random expressions of each type over some columns, as the checker lets them through. */
export interface ColumnOf {
  readonly side: "D" | "G";
  readonly name: string;
  readonly type: ValueType;
}

export interface Expressions {
  readonly text: fc.Arbitrary<Expression>;
  readonly number: fc.Arbitrary<Expression>;
  readonly condition: fc.Arbitrary<Expression>;
}

const WORDS = [
  "",
  " ",
  "a",
  "A",
  "Shoe",
  "red",
  "Größe",
  "50",
  "12.90 USD",
  "12 EUR",
  "é",
  "مرحبا",
  "👍",
  'say "x"',
  "it's",
  "a,b",
  "blank",
  "and",
  "2026-01-31",
];

export function expressions(columns: readonly ColumnOf[], { feedwide = false }: { readonly feedwide?: boolean } = {}): Expressions {
  const column = (wanted: (type: ValueType) => boolean): readonly fc.Arbitrary<Expression>[] => {
    const found = columns.filter(({ type }) => wanted(type)).map(({ side, name }): Expression => ({ kind: "column", side, name }));
    return found.length === 0 ? [] : [fc.constantFrom(...found)];
  };
  const word = fc.constantFrom(...WORDS);
  const digits = fc.constantFrom("0", "1", "5", "12.9", "100", "-3", "0.000000001", "1234567890123456789", "99.99");
  const literalText = word.map(text);
  const literalNumber = digits.map(number);
  const over: readonly fc.Arbitrary<Expression>[] = feedwide
    ? [
        fc
          .tuple(
            fc.constantFrom("rank", "percentile", "sum_in_feed", "avg_in_feed", "min_in_feed", "max_in_feed"),
            column((type) => type === "number" || type === "money")[0] ?? literalNumber,
          )
          .map(([fn, of]): Expression => ({ kind: "feedwide", fn, args: [of] })),
        fc
          .tuple(
            fc.constantFrom("group_min", "group_max", "group_sum"),
            column((type) => type === "number" || type === "money")[0] ?? literalNumber,
            column((type) => type === "text")[0] ?? literalText,
          )
          .map(([fn, of, key]): Expression => ({ kind: "feedwide", fn, args: [of, key] })),
        (column((type) => type === "text")[0] ?? literalText).map((of): Expression => ({
          kind: "feedwide",
          fn: "group_count",
          args: [of],
        })),
      ]
    : [];
  const { texts, numbers, conditions } = fc.letrec<{ texts: Expression; numbers: Expression; conditions: Expression }>((tie) => {
    const t = tie("texts");
    const n = tie("numbers");
    const c = tie("conditions");
    const cs = fc.boolean();
    const lists = column((type) => type === "list");
    return {
      texts: fc.oneof(
        { maxDepth: 4, depthSize: "small" },
        literalText,
        ...column((type) => type === "text" || type === "money"),
        fc.array(t, { minLength: 2, maxLength: 4 }).map((parts) => joinedTexts(parts)),
        fc.tuple(fc.constantFrom("upper", "lower", "trim", "title_case"), t).map(([fn, of]) => call(fn, of)),
        fc
          .tuple(
            t,
            digits.filter((value) => /^[0-9]{1,3}$/.test(value)),
          )
          .map(([of, count]) => call("left", of, number(count))),
        fc.tuple(t, t, t).map(([of, find, by]) => call("replace", of, find, by)),
        fc.tuple(t, t).map(([a, b]) => call("coalesce", a, b)),
        fc.tuple(c, t, t).map(([when, then, otherwise]): Expression => ({ kind: "case", branches: [{ when, then }], otherwise })),
        fc.tuple(c, t, c, t).map(([a, x, b, y]): Expression => ({
          kind: "case",
          branches: [
            { when: a, then: x },
            { when: b, then: y },
          ],
          otherwise: BLANK,
        })),
        n.map((of) => call("concat", of, text("!"))),
        ...(feedwide
          ? [
              fc
                .tuple(fc.constantFrom("category_id", "category_path"), fc.oneof(t, n))
                .map(([fn, of]): Expression => ({ kind: "category", fn, args: [of] })),
            ]
          : []),
      ),
      numbers: fc.oneof(
        { maxDepth: 4, depthSize: "small" },
        literalNumber,
        ...column((type) => type === "number" || type === "money"),
        ...over,
        fc
          .tuple(fc.constantFrom("+", "-", "*", "/"), n, n)
          .map(([operator, left, right]): Expression => ({ kind: "arithmetic", operator, left, right })),
        n.map((value): Expression => ({ kind: "negative", value })),
        n.map((of) => call("round", of, number(2))),
        fc.tuple(n, n).map(([a, b]) => call("max", a, b)),
        t.map((of) => call("length", of)),
        t.map((of) => call("number", of)),
      ),
      conditions: fc.oneof(
        { maxDepth: 4, depthSize: "small" },
        fc
          .tuple(fc.constantFrom("=", "!=", "<", "<=", ">", ">="), fc.oneof(t, n), fc.oneof(t, n), cs)
          .map(([operator, left, right, caseSensitive]): Expression => ({ kind: "compare", operator, left, right, caseSensitive })),
        fc
          .tuple(fc.constantFrom("contains", "starts with", "ends with"), t, t, cs)
          .map(([operator, left, right, caseSensitive]): Expression => ({ kind: "compare", operator, left, right, caseSensitive })),
        ...lists.map((of) => fc.tuple(of, t).map(([left, right]) => compare(left, "contains", right))),
        fc
          .tuple(
            fc.oneof(t, n),
            fc.array(
              fc.oneof(
                word.map((value) => ({ kind: "text", value }) as const),
                digits.map((value) => ({ kind: "number", value }) as const),
              ),
              { minLength: 1, maxLength: 4 },
            ),
            cs,
          )
          .map(([value, words, caseSensitive]): Expression => ({ kind: "in", value, words, caseSensitive })),
        fc
          .tuple(fc.oneof(t, n), fc.oneof(t, n), fc.oneof(t, n))
          .map(([value, low, high]): Expression => ({ kind: "between", value, low, high, caseSensitive: false })),
        fc
          .tuple(t, fc.constantFrom("a", "[0-9]+", "^s", "x|y"), cs)
          .map(([value, pattern, caseSensitive]): Expression => ({ kind: "matches", value, pattern, caseSensitive })),
        fc.oneof(t, n).map(isBlank),
        ...(feedwide
          ? [fc.tuple(fc.oneof(t, n), fc.oneof(t, n)).map((args): Expression => ({ kind: "category", fn: "category_under", args }))]
          : []),
        c.map(not),
        fc.tuple(c, c).map((parts) => all(...parts)),
        fc.tuple(c, c, c).map((parts) => any(...parts)),
        fc.boolean().map(boolean),
      ),
    };
  });
  return { text: texts, number: numbers, condition: conditions };
}
