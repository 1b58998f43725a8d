import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { testRuns } from "../../../test/harness/test-seed.ts";
import { type TestDuckdb, testDuckdb, textOrNull } from "../../../test/harness/duckdb.ts";
import { call, compare, type Expression, isBlank, not, output, source, text } from "../expression/expression.ts";
import { integer, join, list, literal, name, sql } from "../sql/fragment.ts";
import type { FeedPlan, Step } from "./feed-plan.ts";
import { checkpointCells, transformQuery } from "./transform-query.ts";

const SOURCE = ["title", "sku"];
const OUTPUT = ["title", "brand", "label"];

interface Row {
  readonly reason: string | null;
  readonly values: readonly string[];
}

/** What the compiled steps make of some source rows; `cellsMax` decides how many layers share a statement. */
async function transformed(
  duckdb: TestDuckdb,
  steps: readonly Step[],
  rows: readonly (readonly string[])[],
  cellsMax = 10_000,
): Promise<readonly Row[]> {
  const plan: FeedPlan = {
    source: SOURCE,
    cleanSource: [],
    output: OUTPUT,
    attributes: [],
    attached: [],
    stages: [{ name: "rules", steps }],
  };
  const values = rows.map((row, at) => sql`(${integer(at)}, ${integer(at + 1)}, 1, ${list(row.map(literal))})`);
  const table = sql`(VALUES ${join(values, sql`, `)}) v(ord, row_id, product_id, s1, s2)`;
  const folder = duckdb.file("checkpoint");
  const { statements, rows: relation } = transformQuery(
    plan,
    { source: table, attached: [] },
    { cellsMax, file: (called) => `${folder}-${called}.parquet`, tables: new Map(), now: sql`TIMESTAMP '2026-01-01'` },
  );
  await duckdb.run(...statements);
  const found = await duckdb.all(sql`SELECT reason, ${list(OUTPUT.map((_, at) => name(`f${at + 1}`)))} FROM (${relation})`);
  return found.map((row) => ({
    reason: textOrNull(row["reason"]),
    values: OUTPUT.map((_, at) => String(row[`f${at + 1}`])),
  }));
}

async function reasonOf(...steps: readonly Step[]): Promise<string | null | undefined> {
  await using duckdb = await testDuckdb();
  return (await transformed(duckdb, steps, [["t", "s"]]))[0]?.reason;
}

/** The same steps one row and one step at a time: slow, and as the rule language reads. */
function interpreted(steps: readonly Step[], rows: readonly (readonly string[])[]): readonly Row[] {
  const states = rows.map(([title = "", sku = ""]): State => ({
    reason: null,
    byRule: false,
    cells: new Map([["D:title", title], ["D:sku", sku], ...OUTPUT.map((column) => [`G:${column}`, ""] as const)]),
  }));
  for (const step of steps) {
    let included = 0;
    for (const state of states) {
      if (state.reason === null) included += 1;
      interpretStep(step, state, included);
    }
  }
  return states.map(({ reason, cells }) => ({ reason, values: OUTPUT.map((column) => cells.get(`G:${column}`) ?? "") }));
}

interface State {
  reason: string | null;
  byRule: boolean;
  readonly cells: Map<string, string>;
}

function interpretStep(step: Step, state: State, included: number): void {
  const { cells } = state;
  if (step.op === "clean") {
    for (const column of OUTPUT)
      cells.set(`G:${column}`, (cells.get(`G:${column}`) ?? "").replace(/[\u0000-\u001F\u007F-\u009F]+/g, " ").replace(/^ +| +$/g, ""));
    return;
  }
  if (step.op === "keep") {
    if (state.reason === null && included > step.rows) state.reason = step.reason;
    return;
  }
  if (step.op === "note") return;
  if (step.condition !== undefined && interpret(step.condition, cells) !== "true") return;
  if (step.op === "assign") cells.set(`${step.target.side}:${step.target.name}`, interpret(step.value, cells));
  else if (step.op === "admit" && state.byRule) Object.assign(state, { reason: null, byRule: false });
  else if (step.op === "exclude" && state.reason === null)
    Object.assign(state, { reason: interpret(step.reason, cells), byRule: step.rule !== undefined });
}

function interpret(expression: Expression, cells: ReadonlyMap<string, string>): string {
  const value = (part: Expression): string => interpret(part, cells);
  switch (expression.kind) {
    case "text":
      return expression.value;
    case "column":
      return cells.get(`${expression.side}:${expression.name}`) ?? "";
    case "call":
      return expression.args.map(value).join("");
    case "blank":
      return String(value(expression.value).trim() === "");
    case "not":
      return String(value(expression.part) !== "true");
    case "compare":
      return String(value(expression.left).toLowerCase().includes(value(expression.right).toLowerCase()));
    default:
      throw new Error(`The interpreter does not know ${expression.kind}`);
  }
}

const word = fc.constantFrom("", "a", "B", "ab", "x\ty ", "é");
const column = fc.oneof(fc.constantFrom(...SOURCE).map(source), fc.constantFrom(...OUTPUT).map(output));
const value: fc.Arbitrary<Expression> = fc.oneof(
  word.map(text),
  column,
  fc.tuple(column, word).map(([left, right]) => call("concat", left, text(right))),
);
const plainCondition: fc.Arbitrary<Expression> = fc.oneof(
  fc.tuple(column, fc.constantFrom("a", "B", "é")).map(([left, right]) => compare(left, "contains", text(right))),
  column.map(isBlank),
);
const condition = fc.option(fc.oneof(plainCondition, plainCondition.map(not)), { nil: undefined });
const conditioned = (held: Expression | undefined) => (held === undefined ? {} : { condition: held });
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ target: fc.constantFrom(...OUTPUT), value, condition }).map((found): Step => ({
      op: "assign",
      target: { side: "G", name: found.target },
      value: found.value,
      ...conditioned(found.condition),
    })),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(fc.constantFrom(...SOURCE), value, condition).map(([target, written, held]): Step => ({
      op: "assign",
      target: { side: "D", name: target },
      value: written,
      ...conditioned(held),
    })),
  },
  {
    weight: 3,
    arbitrary: fc
      .tuple(fc.constantFrom("one", "two", "three"), condition, fc.boolean())
      .map(([reason, held, rule]): Step => ({ op: "exclude", reason: text(reason), ...conditioned(held), ...(rule ? { rule: 1 } : {}) })),
  },
  { weight: 2, arbitrary: condition.map((held): Step => ({ op: "admit", rule: 1, ...conditioned(held) })) },
  { weight: 1, arbitrary: fc.constantFrom<Step>({ op: "clean" }, { op: "keep", rows: 2, reason: "Enough" }) },
);

describe("compiled steps do what the steps say one after another", () => {
  const rows = fc.array(fc.tuple(word, word), { minLength: 1, maxLength: 6 });

  test.each([
    ["one statement", 10_000],
    ["a statement for every layer", 1],
  ])("for any steps and any rows, in %s", async (_name, cellsMax) => {
    await using duckdb = await testDuckdb();
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), rows, async (steps, given) => {
        expect(await transformed(duckdb, steps, given, cellsMax)).toEqual(interpreted(steps, given));
      }),
      { numRuns: 30 * testRuns },
    );
  });

  test("a row keeps its first reason", async () => {
    expect(await reasonOf({ op: "exclude", reason: text("first"), rule: 1 }, { op: "exclude", reason: text("second"), rule: 2 })).toBe(
      "first",
    );
  });

  test("an admission clears what a rule excluded", async () => {
    expect(await reasonOf({ op: "exclude", reason: text("rule"), rule: 1 }, { op: "admit", rule: 2 })).toBeNull();
  });

  test("an admission leaves what no rule excluded, even where a later rule would have", async () => {
    expect(
      await reasonOf(
        { op: "exclude", reason: text("settings") },
        { op: "exclude", reason: text("rule"), rule: 1 },
        { op: "admit", rule: 2 },
      ),
    ).toBe("settings");
  });

  test("a rule after an admission excludes again, and its reason stands", async () => {
    expect(
      await reasonOf(
        { op: "exclude", reason: text("before"), rule: 1 },
        { op: "admit", rule: 2 },
        { op: "exclude", reason: text("after"), rule: 3 },
      ),
    ).toBe("after");
  });

  test("what is kept counts included rows alone, in feed order", async () => {
    await using duckdb = await testDuckdb();
    const steps: readonly Step[] = [
      { op: "exclude", reason: text("b"), condition: compare(source("title"), "=", text("b")) },
      { op: "keep", rows: 2, reason: "Enough" },
    ];
    const found = await transformed(
      duckdb,
      steps,
      ["a", "b", "c", "d", "b"].map((title) => [title, ""]),
    );
    expect(found.map(({ reason }) => reason)).toEqual([null, "b", null, "Enough", "b"]);
  });

  test("a column that the plan does not have reads as blank and is not written", async () => {
    await using duckdb = await testDuckdb();
    const steps: readonly Step[] = [
      { op: "assign", target: { side: "G", name: "nowhere" }, value: text("x") },
      { op: "assign", target: { side: "G", name: "title" }, value: call("concat", text("["), source("missing"), text("]")) },
    ];
    expect((await transformed(duckdb, steps, [["a", "b"]]))[0]?.values).toEqual(["[]", "", ""]);
  });

  test("what a step writes is cut at 20,000 code points, and no character is cut in two", async () => {
    await using duckdb = await testDuckdb();
    const long = "😀".repeat(15_000);
    const steps: readonly Step[] = [
      { op: "assign", target: { side: "G", name: "title" }, value: call("concat", source("title"), source("title")) },
    ];
    expect((await transformed(duckdb, steps, [[long, ""]]))[0]?.values[0]).toBe("😀".repeat(20_000));
  });
});

test.each([
  [1e9, 2, 3814],
  [4e9, 1, 30517],
  [1e6, 8, 256],
])("with %d bytes and %d threads a statement holds %d columns of layers", (memoryBytes, threads, cells) => {
  expect(checkpointCells(memoryBytes, threads)).toBe(cells);
});
