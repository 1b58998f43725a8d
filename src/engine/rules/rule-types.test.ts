import { describe, expect, test } from "vitest";
import { overTexts, testDuckdb } from "../../../test/harness/duckdb.ts";
import { compileExpression } from "../expression/compile-expression.ts";
import type { Expression } from "../expression/expression.ts";
import { asText, textTerm } from "../expression/term.ts";
import { storedContext } from "../plan/stored-context.ts";
import { sql } from "../sql/fragment.ts";
import { RuleInvalid } from "./rule-fault.ts";
import { readRule as readRuleIn } from "./rule-reader.ts";

const CONTEXT = { ...storedContext([]), lenient: false };
const readRule = (id: number, definition: unknown) => readRuleIn(id, definition, CONTEXT);

const tested = (members: object) => ({ side: "D", column: "title", operator: "=", value: "x", ...members });
const set = (members: object) => ({ type: "set_value", target: "title", value: "x", ...members });
const exclude = (members: object) => ({ type: "exclude", ...members });
const conditioned = (condition: unknown) => exclude({ condition });

describe("readRule refuses", () => {
  test.each<[string, unknown]>([
    ["no object", "set_value"],
    ["nothing", null],
    ["a list", []],
    ["no type", { target: "title", value: "x" }],
    ["a member that the type does not have", set({ colour: "red" })],
    ["a missing member", { type: "set_value", target: "title" }],
    ["a member of another type", set({ value: true })],
    ["a blank target", set({ target: "" })],
    ["a value past the limit of a text", set({ value: "x".repeat(20_001) })],
    ["a value with U+0000", set({ value: "a\u0000" })],
    ["a reason with U+0000", exclude({ reason: "a\u0000" })],
    ["a blank reason", exclude({ reason: "" })],
    ["a note past a note's length", set({ note: "x".repeat(1001) })],
    ["an operator that does not exist", conditioned({ all: [tested({ operator: "~" })] })],
    ["a side that does not exist", conditioned({ all: [tested({ side: "L" })] })],
    ["a member that a test does not have", conditioned({ all: [tested({ colour: "red" })] })],
    ["a test without a column", conditioned({ all: [{ side: "D", operator: "=", value: "x" }] })],
    ["a tested value with U+0000", conditioned({ all: [tested({ value: "\u0000" })] })],
    ["a tested number that is no decimal", conditioned({ all: [tested({ value: 1e21 })] })],
    ["a tested number with more decimals than are kept", conditioned({ all: [tested({ value: 1e-10 })] })],
    ["a tree without tests", conditioned({ all: [] })],
    ["a tree of two kinds", conditioned({ all: [tested({})], any: [tested({})] })],
    ["a tree of no kind", conditioned({ some: [tested({})] })],
    ["more than a hundred tests", conditioned({ any: Array.from({ length: 101 }, () => tested({})) })],
  ])("%s", (_what, definition) => {
    expect(() => readRule(1, definition)).toThrow(RuleInvalid);
  });

  test.each(["explode", "constructor", "", "SET_VALUE"])("the type %j, which it names", (type) => {
    expect(() => readRule(1, { ...set({}), type })).toThrow(`There is no rule type ${type}`);
  });

  test.each([
    ["excluded", " Did you mean exclude?"],
    ["setvalue", " Did you mean set_value?"],
    ["price", " Did you mean price_adjust?"],
    ["modify", " Did you mean replace or set_value?"],
    ["Filter", " Did you mean exclude?"],
    ["find_replace", " Did you mean replace or replace_many?"],
    ["uppercase", " Did you mean change_case?"],
    ["zigzag", " The types are set_value, "],
  ])("the type %s, with the nearest ones or all there are", (type, advice) => {
    expect(() => readRule(1, { ...set({}), type })).toThrow(`There is no rule type ${type}.${advice}`);
    expect(() => readRule(1, { text: `${type}(target: title, value: "x")` })).toThrow(`There is no rule type ${type}.${advice}`);
  });
});

describe("a rule that is read", () => {
  test("may be written as `set`, and is a set_value in whatever is stored and answered", () => {
    for (const written of [{ ...set({}), type: "set" }, { text: 'set(target: title, value: "x")' }])
      expect(readRule(7, written)).toMatchObject({ type: "set_value", definition: set({}), description: 'Set title to "x"' });
  });

  test("says what it does", () => {
    expect(readRule(7, set({ value: "New" })).description).toBe('Set title to "New"');
    expect(readRule(7, exclude({ reason: "Too cheap" })).description).toBe('Exclude because "Too cheap"');
    expect(readRule(7, exclude({})).description).toBe('Exclude because "Excluded by a rule"');
  });

  test("carries its id into every step, and its condition where it has one", () => {
    expect(readRule(7, set({ note: "why" }))).toMatchObject({
      id: 7,
      type: "set_value",
      steps: [{ op: "assign", rule: 7, target: { side: "G", name: "title" }, value: { kind: "text", value: "x" } }],
    });
    expect(readRule(7, set({})).steps[0]).not.toHaveProperty("condition");
    expect(readRule(8, conditioned({ any: [tested({})] })).steps).toMatchObject([{ op: "exclude", rule: 8, condition: { kind: "any" } }]);
  });

  test("takes a number as a number", () => {
    expect(readRule(1, set({ value: 12.5 })).steps[0]).toMatchObject({ value: { kind: "number", value: "12.5" } });
  });

  test("composes its texts (NFC), so that they compare with the snapshot's", () => {
    const decomposed = "Cafe\u0301";
    expect(readRule(1, set({ value: decomposed })).steps[0]).toMatchObject({ value: { value: "Café" } });
    expect(readRule(1, conditioned({ all: [tested({ value: decomposed })] })).steps[0]).toMatchObject({
      condition: { parts: [{ right: { value: "Café" } }] },
    });
  });
});

/** Which of some titles a condition holds for. */
async function matches(tree: object, titles: readonly string[], numeric = false): Promise<readonly string[]> {
  await using duckdb = await testDuckdb();
  const [step] = readRule(1, conditioned(tree)).steps;
  const condition: Expression = step?.op === "exclude" && step.condition !== undefined ? step.condition : { kind: "boolean", value: false };
  const held = await overTexts(duckdb, titles, (text) =>
    asText(compileExpression(condition, { now: sql`TIMESTAMP '2026-01-01'`, column: () => textTerm(text, numeric ? "money" : "text") })),
  );
  return titles.filter((_, at) => held[at] === "true");
}

describe("the operators", () => {
  const titles = ["Sale Shirt", "sale", "Shirt", "", " \t", "SHIRT SALE", "Größe"];

  test.each([
    ["=", "SALE", ["sale"]],
    ["!=", "sale", ["Sale Shirt", "Shirt", "", " \t", "SHIRT SALE", "Größe"]],
    ["contains", "sale", ["Sale Shirt", "sale", "SHIRT SALE"]],
    ["not contains", "sale", ["Shirt", "", " \t", "Größe"]],
    ["starts with", "SALE", ["Sale Shirt", "sale"]],
    ["not starts with", "sale", ["Shirt", "", " \t", "SHIRT SALE", "Größe"]],
    ["ends with", "sale", ["sale", "SHIRT SALE"]],
    ["not ends with", "sale", ["Sale Shirt", "Shirt", "", " \t", "Größe"]],
    ["is blank", "", ["", " \t"]],
    ["is not blank", "", ["Sale Shirt", "sale", "Shirt", "SHIRT SALE", "Größe"]],
    ["=", "GRÖSSE", []],
    ["=", "GRÖßE", ["Größe"]],
    ["contains", "%", []],
  ])("%s %j", async (operator, value, expected) => {
    expect(await matches({ all: [tested({ operator, value })] }, titles)).toEqual(expected);
  });

  test("mind case where they are told to", async () => {
    expect(await matches({ all: [tested({ operator: "contains", value: "Sale", case_sensitive: true })] }, titles)).toEqual(["Sale Shirt"]);
  });

  test("all, any and none connect the tests", async () => {
    const tests = [tested({ operator: "contains", value: "sale" }), tested({ operator: "contains", value: "shirt" })];
    expect(await matches({ all: tests }, titles)).toEqual(["Sale Shirt", "SHIRT SALE"]);
    expect(await matches({ any: tests }, titles)).toEqual(["Sale Shirt", "sale", "Shirt", "SHIRT SALE"]);
    expect(await matches({ none: tests }, titles)).toEqual(["", " \t", "Größe"]);
  });

  const numbers = ["9", "10", "25", "25.00", "25.00 USD", "1E2", "free", ""];

  test.each([
    ["=", "25.00", ["25", "25.00", "25.00 USD"]],
    ["=", 25, ["25", "25.00", "25.00 USD"]],
    [">", "9.5", ["10", "25", "25.00", "25.00 USD", "free"]],
    ["<=", 10, ["9", "10"]],
  ])("a numeric column compares as numbers where both sides are numbers, else as text: %s %j", async (operator, value, expected) => {
    expect(await matches({ all: [tested({ operator, value })] }, numbers, true)).toEqual(expected);
  });

  test("two texts compare as text, so that a SKU keeps its zeros", async () => {
    expect(await matches({ all: [tested({ value: "007" })] }, ["007", "7", "7.0"])).toEqual(["007"]);
  });
});
