import { writeFile } from "node:fs/promises";
import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { type TestDuckdb, testDuckdb, textOrNull, TWO_THREADS } from "../harness/duckdb.ts";
import { type ColumnOf, expressions } from "./arbitrary-expressions.ts";
import { testRuns } from "../harness/test-seed.ts";
import { evaluate } from "./evaluate.ts";
import { isTrue, type OracleCategory, type OracleFeed, type OracleRow } from "./oracle-rows.ts";
import { points, textOf } from "./given.ts";
import { writtenPrice } from "./written-price.ts";
import { columnKey, type Expression, text, when } from "../../src/engine/expression/expression.ts";
import type { ValueType } from "../../src/engine/expression/term.ts";
import { integer, join, list, literal, name, sql } from "../../src/engine/sql/fragment.ts";
import type { FeedPlan, Step } from "../../src/engine/plan/feed-plan.ts";
import { pricedStage } from "../../src/engine/plan/price-steps.ts";
import { transformQuery } from "../../src/engine/plan/transform-query.ts";
import { type LookupFiles, TAXONOMY_TABLE } from "../../src/engine/plan/aside-query.ts";
import { categoryIndex } from "../../src/engine/taxonomy/category-index.ts";
import { taxonomyLines } from "../../src/engine/taxonomy/taxonomy-file.ts";

/** Definitions and rows at random: the SQL of a whole plan against the language read one row and one step at a time. */
let duckdb = await testDuckdb(TWO_THREADS);
afterAll(() => duckdb[Symbol.asyncDispose]());

const SOURCE: readonly (readonly [string, ValueType])[] = [
  ["title", "text"],
  ["price", "money"],
  ["tags", "list"],
  ["inventory_quantity", "number"],
  ["currency", "text"],
];
const OUTPUT: readonly (readonly [string, ValueType])[] = [
  ["id", "text"],
  ["title", "text"],
  ["price", "money"],
  ["brand", "text"],
];
const COLUMNS: readonly ColumnOf[] = [
  ...SOURCE.map(([column, type]): ColumnOf => ({ side: "D", name: column, type })),
  ...OUTPUT.map(([column, type]): ColumnOf => ({ side: "G", name: column, type })),
];
const TYPES = new Map(COLUMNS.map((column) => [columnKey(column), column.type]));

const cell = fc.constantFrom(
  "",
  " ",
  "a",
  "Red shoe",
  "RED",
  "12.90",
  "12.90 USD",
  "12.9 EUR",
  "5",
  "007",
  "Größe 50",
  "red, dark blue,red",
  "a,b",
  "é",
  "مرحبا",
  "👍🏽",
  "x".repeat(40),
  "1E5",
  "-3",
  "red>A",
  " RED  > a > größe 50",
);
const currency = fc.constantFrom("USD", "USD", "JPY", "", "usd");
const sourceRows = fc.array(fc.tuple(cell, cell, cell, cell, currency), { minLength: 1, maxLength: 12 });

function steps(feedwide: boolean): fc.Arbitrary<readonly Step[]> {
  const of = expressions(COLUMNS, { feedwide });
  const condition = fc.option(of.condition, { nil: undefined, freq: 3 });
  const held = (found: Expression | undefined): { readonly condition?: Expression } => (found === undefined ? {} : { condition: found });
  const target = fc.constantFrom(...OUTPUT.map(([column]) => ({ side: "G", name: column }) as const));
  return fc.array(
    fc.oneof(
      {
        weight: 6,
        arbitrary: fc.tuple(target, fc.oneof(of.text, of.number), condition, fc.boolean()).map(([to, value, found, stop]): Step => ({
          op: "assign",
          target: to,
          value,
          rule: 1,
          ...held(found),
          ...(stop ? { stop: true } : {}),
        })),
      },
      {
        weight: 2,
        arbitrary: fc.tuple(fc.constantFrom("first", "second"), of.condition, fc.boolean()).map(([reason, found, byRule]): Step => ({
          op: "exclude",
          reason: text(reason),
          condition: found,
          ...(byRule ? { rule: 2 } : {}),
        })),
      },
      { weight: 1, arbitrary: of.condition.map((found): Step => ({ op: "admit", condition: found, rule: 3 })) },
    ),
    { minLength: 1, maxLength: 8 },
  );
}

/** A taxonomy whose names are among the values of rows. */
const TAXONOMY: readonly OracleCategory[] = [
  ["5", "RED"],
  ["12", "RED > a"],
  ["9", "RED > a > Größe 50"],
  ["100", "é"],
];

async function categoryTables(on: TestDuckdb): Promise<LookupFiles> {
  const file = on.file("taxonomy.tsv");
  const idOf = new Map(TAXONOMY.map(([id, path]) => [path, id]));
  const categories = TAXONOMY.map(([id, path]) => {
    const names = path.split(" > ");
    const ancestors = names.slice(1).map((_, at) => idOf.get(names.slice(0, at + 1).join(" > ")) ?? "");
    return { id, path, depth: names.length, ancestors };
  });
  await writeFile(file, taxonomyLines(categoryIndex({ edition: "", notes: {}, categories })));
  return new Map([[TAXONOMY_TABLE, { file, columns: [] }]]);
}

interface Outcome {
  readonly reason: string | null;
  readonly values: readonly string[];
}

/** Databases that may be replaced in all. */
const REPLACEMENTS_MAX = 3;
let replacements = 0;

/**
 * With two threads, DuckDB 1.5.5 rarely fails within its own window operator ("Attempted to access index 2 within vector of size 2"), and takes no
 * further statement. The service replaces a child that this happens to; so does this test, and asks the new database the same.
 */
async function survivingly<T>(work: (on: TestDuckdb) => Promise<T>): Promise<T> {
  try {
    return await work(duckdb);
  } catch (error) {
    if (replacements === REPLACEMENTS_MAX || !/Attempted to access index|database has been invalidated/.test(String(error))) throw error;
    replacements += 1;
    await duckdb[Symbol.asyncDispose]();
    duckdb = await testDuckdb(TWO_THREADS);
    return work(duckdb);
  }
}

async function executed(
  on: TestDuckdb,
  plan: readonly Step[],
  rows: readonly (readonly string[])[],
  cellsMax: number,
): Promise<readonly Outcome[]> {
  const feed: FeedPlan = {
    source: SOURCE.map(([column]) => column),
    cleanSource: [],
    output: OUTPUT.map(([column]) => column),
    attributes: [],
    attached: [],
    stages: [pricedStage({ name: "rules", steps: plan })],
  };
  const values = rows.map(
    (row, at) => sql`(CAST(${integer(at)} AS BIGINT), CAST(${integer(at + 1)} AS BIGINT), 1, ${list(row.map(literal))})`,
  );
  const table = sql`(SELECT * FROM (VALUES ${join(values, sql`, `)}) v(${list(["ord", "row_id", "product_id", ...SOURCE.map((_, at) => `s${at + 1}`)].map(name))}))`;
  const query = transformQuery(
    feed,
    { source: table, attached: [] },
    { cellsMax, file: (called) => on.file(`${called}.parquet`), tables: await categoryTables(on), now: sql`TIMESTAMP '2026-01-01'` },
  );
  await on.run(...query.statements);
  const found = await on.all(sql`SELECT reason, ${list(OUTPUT.map((_, at) => name(`f${at + 1}`)))} FROM (${query.rows}) ORDER BY ord`);
  return found.map((row) => ({ reason: textOrNull(row["reason"]), values: OUTPUT.map((_, at) => String(row[`f${at + 1}`])) }));
}

interface State extends OracleRow {
  readonly cells: Map<string, string>;
  readonly stopped: Set<string>;
  excluded: { readonly reason: string; readonly byRule: boolean } | null;
}

function interpreted(plan: readonly Step[], rows: readonly (readonly string[])[]): readonly Outcome[] {
  const states = rows.map((row, at): State => {
    const cells = new Map<string, string>([
      ...SOURCE.map(([column], nth) => [`D:${column}`, row[nth] ?? ""] as const),
      ...OUTPUT.map(([column]) => [`G:${column}`, ""] as const),
    ]);
    return {
      id: String(at + 1),
      cells,
      stopped: new Set(),
      excluded: null,
      column: (side, column) => cells.get(`${side}:${column}`) ?? "",
      type: (side, column) => TYPES.get(`${side}:${column}`) ?? "text",
    };
  });
  for (const step of plan) {
    const feed: OracleFeed = { included: states.filter(({ excluded }) => excluded === null), tables: new Map(), taxonomy: TAXONOMY };
    const changes = states.map((state) => changeOf(step, state, feed));
    for (const change of changes) change();
  }
  return states.map(({ excluded, cells }) => ({
    reason: excluded?.reason ?? null,
    values: OUTPUT.map(([column]) => cells.get(`G:${column}`) ?? ""),
  }));
}

/** What a step does to a row, found before any row is changed: functions over the feed see all rows as they were. */
function changeOf(step: Step, state: State, feed: OracleFeed): () => void {
  const nothing = (): void => undefined;
  if (step.op !== "assign" && step.op !== "exclude" && step.op !== "admit") return nothing;
  if (step.condition !== undefined && !isTrue(evaluate(step.condition, state, feed))) return nothing;
  if (step.op === "admit")
    return () => {
      if (state.excluded?.byRule === true) state.excluded = null;
    };
  if (step.op === "exclude") {
    const reason = textOf(evaluate(step.reason, state, feed));
    return () => {
      state.excluded ??= { reason, byRule: step.rule !== undefined };
    };
  }
  const key = columnKey(step.target);
  if (state.stopped.has(key)) return nothing;
  const written = step.target.name === "price" ? writtenPrice(step.value, state, feed) : textOf(evaluate(step.value, state, feed));
  const value = points(written).slice(0, 20_000).join("");
  return () => {
    state.cells.set(key, value);
    if (step.stop === true) state.stopped.add(key);
  };
}

describe("a plan of random steps over random rows does what the language says, cell for cell", () => {
  test.each([
    ["rows alone", false, 10_000],
    ["rows alone, a checkpoint behind nearly every layer", false, 1],
    ["functions over the feed", true, 10_000],
    ["functions over the feed, with checkpoints", true, 1],
  ])("%s", async (_what, feedwide, cellsMax) => {
    await fc.assert(
      fc.asyncProperty(steps(feedwide), sourceRows, async (plan, rows) => {
        expect(await survivingly((on) => executed(on, plan, rows, cellsMax))).toEqual(interpreted(plan, rows));
      }),
      { numRuns: 4 * testRuns },
    );
  });
});

test("a price made of amounts at random is in their currency, row by row", async () => {
  const amount = fc.constantFrom("12.90 USD", "12.9 EUR", "8 EUR", "5", "", "-3 JPY");
  const rows = fc.array(fc.tuple(amount, fc.constantFrom("5", "", "12.90"), amount, fc.constant("2"), currency), {
    minLength: 6,
    maxLength: 12,
  });
  const { number, condition } = expressions(COLUMNS.filter(({ name: called }) => ["title", "price"].includes(called)));
  const choice = fc.tuple(condition, number, number).map(([first, then, otherwise]) => when(first, then, otherwise));
  const targets = fc.constantFrom("title", "price").map((called) => ({ side: "G", name: called }) as const);
  const assigns = fc.tuple(targets, fc.oneof(number, choice)).map(([target, value]): Step => ({ op: "assign", target, value }));
  await fc.assert(
    fc.asyncProperty(fc.array(assigns, { minLength: 1, maxLength: 6 }), rows, async (plan, given) => {
      expect(await survivingly((on) => executed(on, plan, given, 10_000))).toEqual(interpreted(plan, given));
    }),
    { numRuns: 8 * testRuns },
  );
});
