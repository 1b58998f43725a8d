import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { testRuns } from "../../../../test/harness/test-seed.ts";
import { testDuckdb } from "../../../../test/harness/duckdb.ts";
import { calls } from "../../../../test/oracle/arbitrary-calls.ts";
import { type Call, cells, compiled } from "../../../../test/oracle/function-cells.ts";
import { ROW_FUNCTIONS } from "../../../../test/oracle/function-names.ts";
import { isBlankText } from "../../../../test/oracle/given.ts";
import { BY_PROPERTIES, REFERENCES } from "../../../../test/oracle/references.ts";
import { number, text, TEXT_MAX, UNITS_MAX, type Value } from "../../../../test/oracle/values.ts";
import { type FunctionName, FUNCTIONS, FAMILIES } from "./function-catalogue.ts";
import { type FunctionEntry, signatureOf } from "./function-entry.ts";

const duckdb = await testDuckdb();
afterAll(() => duckdb[Symbol.asyncDispose]());

const entryOf = (fn: FunctionName): FunctionEntry => FUNCTIONS[fn];

describe("every function is documented and tested", () => {
  test.each(ROW_FUNCTIONS)("%s", (fn) => {
    const entry = entryOf(fn);
    expect(entry.summary).toMatch(/^[A-Z].*\.$/);
    expect(entry.blank).toMatch(/^[A-Z].*\.$/);
    expect(entry.examples.length).toBeGreaterThanOrEqual(2);
    expect(Object.hasOwn(REFERENCES, fn) !== BY_PROPERTIES.includes(fn)).toBe(true);
  });

  test("each stands in one family of the reference", () => {
    const named = Object.values(FAMILIES).flat();
    expect(named.filter((fn) => ROW_FUNCTIONS.includes(fn)).toSorted()).toEqual(ROW_FUNCTIONS.toSorted());
  });

  test("required parameters stand before optional ones, and what repeats is the last", () => {
    for (const fn of ROW_FUNCTIONS) {
      const { parameters, repeats } = entryOf(fn);
      const required = parameters.findLastIndex(({ optional }) => optional !== true);
      expect(
        parameters.slice(0, required).filter(({ optional }) => optional === true),
        fn,
      ).toEqual([]);
      expect(repeats === undefined || repeats > parameters.length, fn).toBe(true);
    }
  });

  test("a signature is what people write", () => {
    const signatures = (["left", "round", "concat", "now_at_run"] as const).map((fn) => signatureOf(fn, entryOf(fn)));
    expect(signatures).toEqual(["left(text, count)", "round(number[, decimals])", "concat(text, …)", "now_at_run()"]);
  });
});

/** Texts have a bound, and the items of a list are neither blank nor padded. */
function isInBounds(value: Value): boolean {
  if (value.type === "text") return [...value.value].length <= TEXT_MAX;
  return value.type !== "list" || value.value.every((item) => !isBlankText(item));
}

describe("a function never throws, and what it yields is in bounds", () => {
  test.each(ROW_FUNCTIONS)("%s, whatever the rows hold", async (fn) => {
    await fc.assert(
      fc.asyncProperty(calls(fn, 60, { wild: true }), async (call) => {
        expect((await cells(duckdb, call)).filter((value) => !isInBounds(value))).toEqual([]);
      }),
      { numRuns: 2 * testRuns },
    );
  });

  const huge = "ab ".repeat(TEXT_MAX / 3).slice(0, TEXT_MAX);
  const column = { column: "text" } as const;
  const [most, least] = [number(UNITS_MAX), number(-UNITS_MAX)];
  const growing: readonly Call[] = [
    {
      fn: "repeat_text",
      slots: [column, { column: "number" }],
      rows: [
        [text(huge), most],
        [text("x"), most],
        [text(""), most],
        [text("x"), least],
      ],
    },
    { fn: "repeat_text", slots: [{ literal: text("x") }, { literal: number(1_500_000_000n * 1_000_000_000n) }], rows: [[text("x"), most]] },
    {
      fn: "pad_left",
      slots: [column, { column: "number" }, column],
      rows: [
        [text("x"), most, text("ab")],
        [text(huge), most, text(huge)],
      ],
    },
    {
      fn: "replace",
      slots: [column, column, column],
      rows: [
        [text(huge), text("a"), text(huge)],
        [text(huge), text(" "), text("éé")],
      ],
    },
    { fn: "concat", slots: Array.from({ length: 50 }, () => column), rows: [Array.from({ length: 50 }, () => text(huge))] },
    { fn: "join_nonblank", slots: Array.from({ length: 51 }, () => column), rows: [Array.from({ length: 51 }, () => text(huge))] },
    { fn: "list_join", slots: [{ column: "text", reads: "list" }, column], rows: [[text("a,".repeat(9_999)), text(huge)]] },
    { fn: "html_encode", slots: [column], rows: [[text("'".repeat(TEXT_MAX))]] },
    { fn: "url_encode", slots: [column], rows: [[text("👍".repeat(TEXT_MAX))]] },
    { fn: "slug", slots: [column], rows: [[text("ß".repeat(TEXT_MAX))]] },
    {
      fn: "regex_replace",
      slots: [column, { literal: text("x*") }, { literal: text("y".repeat(1_000)) }],
      rows: [[text(huge), text("x*"), text("")]],
    },
    { fn: "dedupe_words", slots: [column], rows: [[text(Array.from({ length: 4_000 }, (_, at) => String(at)).join(" "))]] },
    {
      fn: "list_unique",
      slots: [{ column: "text", reads: "list" }],
      rows: [[text(Array.from({ length: 4_000 }, (_, at) => String(at)).join(","))]],
    },
  ];
  test.each(growing)("$fn of texts and counts at their bounds", async (call) => {
    expect((await cells(duckdb, call)).filter((value) => !isInBounds(value))).toEqual([]);
  });
});

describe("the SQL of a function fits into the chain", () => {
  /** Characters, with columns for arguments. Reading HTML brings the table of its entities. */
  const LENGTH_MAX = 3_000;
  const long: readonly FunctionName[] = ["strip_html", "html_decode"];

  test.each(ROW_FUNCTIONS)("%s has no join, subquery or window, and is short", async (fn) => {
    await fc.assert(
      fc.asyncProperty(calls(fn, 1), async ({ slots }) => {
        const { text: written } = compiled(fn, slots).sql;
        expect(written).not.toMatch(/\b(?:SELECT|JOIN|OVER)\b/);
        expect(long.includes(fn) || written.length < LENGTH_MAX).toBe(true);
      }),
      { numRuns: 2 * testRuns },
    );
  });
});
