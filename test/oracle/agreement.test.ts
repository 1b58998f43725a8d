import { mkdtemp } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { buildPlan } from "../../src/engine/plan/build-plan.ts";
import { type ChainOptions, splits } from "../../src/engine/plan/chain-query.ts";
import type { FeedPlan } from "../../src/engine/plan/feed-plan.ts";
import { looksAtManyRows } from "../../src/engine/plan/plan-tables.ts";
import { storedContext } from "../../src/engine/plan/stored-context.ts";
import { transformQuery } from "../../src/engine/plan/transform-query.ts";
import { writeSourceRows } from "../../src/engine/run/overlay-files.ts";
import { previewQuery, readPreviewRows, readSummary } from "../../src/engine/run/preview-query.ts";
import { readTrace, tracedRows, traceQuery } from "../../src/engine/run/trace-query.ts";
import { readRule } from "../../src/engine/rules/rule-reader.ts";
import { snapshotColumns } from "../../src/engine/source/snapshot-query.ts";
import { list, literal, name, sql } from "../../src/engine/sql/fragment.ts";
import type { WarehouseRow } from "../../src/kernel/sql.ts";
import { branded } from "../../src/kernel/unsafe.ts";
import { feedDefinition } from "../golden/feed-run.ts";
import { testDuckdb, textOrNull } from "../harness/duckdb.ts";
import { writeSourceFile } from "../harness/source-file.ts";

/** A fresh run, the trace of its rows and the preview of a change are three questions about one relation: they agree. */
const duckdb = await testDuckdb();
afterAll(() => duckdb[Symbol.asyncDispose]());

const COLUMNS = snapshotColumns([]);
const ROWS = 24;

const row = fc.record({
  title: fc.constantFrom("Red shoe", "Blue shoe in wool", "Grey hat", "", "Shoe, large"),
  vendor: fc.constantFrom("Acme", "acme", "Birch", ""),
  price: fc.constantFrom("12.90", "5", "100", "", "99.99"),
  currency: fc.constant("USD"),
  inventory_quantity: fc.constantFrom("0", "3", "12", ""),
  tags: fc.constantFrom("red, sale", "sale", "", "new, red, wool"),
  barcode: fc.constantFrom("", "4006381333931", "73513537"),
  status: fc.constantFrom("active", "active", "active", "draft"),
  sku: fc.constantFrom("A-1", "B-2", ""),
  product_type: fc.constantFrom("Shoes", "Hats"),
});
const feedRows = fc.array(row, { minLength: ROWS, maxLength: ROWS });

const condition = fc.constantFrom(
  "always",
  "[D]price < 50",
  '[G]title contains "shoe"',
  "[D]tags contains sale",
  "[D]vendor is blank",
  '[G]custom_label_0 = "x"',
);
const stop = fc.constantFrom({}, { stop: true });
const ruleOf: fc.Arbitrary<object> = fc.oneof<fc.Arbitrary<object>[]>(
  fc
    .tuple(
      fc.constantFrom("title", "brand", "custom_label_0"),
      fc.constantFrom("x", '=[G]title & " !"', "=upper([D]vendor)", '="n " & [D]price * 2'),
      condition,
      stop,
    )
    .map(([target, value, held, stopped]) => ({ type: "set_value", target, value, condition: held, ...stopped })),
  fc.tuple(fc.constantFrom("First", "Second"), condition).map(([reason, held]) => ({ type: "exclude", reason, condition: held })),
  condition.map((held) => ({ type: "include", condition: held })),
  fc
    .tuple(fc.integer({ min: 0, max: 12 }), fc.constantFrom("[D]price", "[G]title"), condition)
    .map(([keep, by, held]) => ({ type: "limit_rows", keep, by, condition: held })),
  condition.map((held) => ({ type: "deduplicate", by: "[G]gtin", condition: held })),
  fc
    .tuple(condition, fc.constantFrom("=rank([D]price)", '="of " & group_count([D]vendor)', "=avg_in_feed([D]price)"))
    .map(([held, value]) => ({
      type: "set_value",
      target: "custom_label_0",
      value,
      condition: held,
    })),
  condition.map((held) => ({ type: "price_adjust", percent: 10, condition: held })),
);
const ruleList = fc
  .tuple(fc.array(ruleOf, { minLength: 1, maxLength: 5 }), fc.boolean(), fc.nat(5))
  .map(([rules, split, at]) =>
    split ? rules.toSpliced(Math.min(at, rules.length), 0, { type: "split_row", over: "[D]tags", target: "custom_label_1" }) : rules,
  );
const allowance = fc.constantFrom(null, null, 5);

const planOf = (rules: readonly object[], allowed: number | null): FeedPlan => {
  const read = rules.map((rule, at) => readRule(at + 1, rule, storedContext([])));
  return buildPlan(feedDefinition({ rules: read, allowance: allowed }), {
    sourceColumns: COLUMNS,
    localised: [],
    cells: [],
    overrides: [],
  });
};

interface Outcome {
  readonly reason: string | null;
  readonly output: Readonly<Record<string, string>>;
}

async function newOptions(): Promise<ChainOptions> {
  const folder = await mkdtemp(duckdb.file("agreement-"));
  return {
    cellsMax: 400,
    file: (called) => join(folder, `${called}.parquet`),
    tables: new Map(),
    now: sql`TIMESTAMP '2026-11-21 10:00:00'`,
  };
}

const parquet = (file: string) => ({ source: sql`read_parquet(${literal(file)})`, attached: [] });

/** All rows by id and item, and the asides that a trace borrows. */
async function run(plan: FeedPlan, source: string) {
  const { statements, rows, asides } = transformQuery(plan, parquet(source), await newOptions());
  await duckdb.run(...statements);
  const item = splits(plan) ? name("item") : sql`1 AS item`;
  const found = await duckdb.all(
    sql`SELECT row_id, ${item}, reason, ${list(plan.output.map((_, at) => name(`f${at + 1}`)))} FROM (${rows})`,
  );
  const outcomes = new Map(found.map((each) => [`${String(each["row_id"])}|${String(each["item"])}`, outcomeOf(each, plan)]));
  const known = asides
    .flatMap(({ file, layer }) => layer.asides.map(({ as }) => ({ file, as })))
    .toSorted((a, b) => Number(a.as) - Number(b.as));
  return { outcomes, known };
}

function outcomeOf(found: Readonly<Record<string, unknown>>, plan: FeedPlan): Outcome {
  return {
    reason: textOrNull(found["reason"]),
    output: Object.fromEntries(plan.output.map((column, at) => [column, String(found[`f${at + 1}`])])),
  };
}

let traces = 0;

async function trace(
  plan: FeedPlan,
  source: string,
  ids: readonly number[],
  known: Awaited<ReturnType<typeof run>>["known"],
): Promise<ReadonlyMap<string, Outcome>> {
  traces += 1;
  const few = duckdb.file(`few-${traces}.parquet`);
  await duckdb.run(writeSourceRows(source, ids, few));
  const query = traceQuery({ plan, input: parquet(few), options: await newOptions(), ...(looksAtManyRows(plan) ? { known } : {}) });
  await duckdb.run(...query.statements);
  // The columns of a test's client are text; what reads them takes numbers too.
  const rows = branded<readonly WarehouseRow[]>(await duckdb.all(readTrace(query.groups, 0, plan)));
  for (const { table } of query.groups) await duckdb.run(sql`DROP TABLE ${table}`);
  return new Map(
    tracedRows(rows, query.groups, plan).map((traced) => [
      `${traced.rowId}|${traced.item}`,
      { reason: traced.reason, output: traced.output },
    ]),
  );
}

describe("over the same snapshot and definition", () => {
  test("a trace says of every row what the run made of it", async () => {
    await fc.assert(
      fc.asyncProperty(ruleList, allowance, feedRows, async (rules, allowed, rows) => {
        const plan = planOf(rules, allowed);
        const source = await writeSourceFile(duckdb, COLUMNS, rows);
        const { outcomes, known } = await run(plan, source);
        const traced = await trace(plan, source, [1, 7, 12, 13, 24], known);
        expect(traced.size).toBeGreaterThanOrEqual(5);
        // What the plan's allowance excludes is counted over the whole feed, and taken from the run by whoever traces.
        const compared = (key: string, { reason, output }: Outcome) => ({ key, output, ...(allowed === null ? { reason } : {}) });
        const expected = [...traced.keys()].map((key) => compared(key, outcomes.get(key) ?? { reason: "no such row", output: {} }));
        expect([...traced].map(([key, outcome]) => compared(key, outcome))).toEqual(expected);
      }),
      { numRuns: 12, endOnFailure: true },
    );
  }, 120_000);

  test("a preview tells the difference between the run without a rule and the run with it, wherever the rule stands", async () => {
    await fc.assert(
      fc.asyncProperty(ruleList, fc.nat(5), allowance, feedRows, async (rules, at, allowed, rows) => {
        const without = rules.toSpliced(Math.min(at, rules.length - 1), 1);
        const source = await writeSourceFile(duckdb, COLUMNS, rows);
        for (const [before, after] of [
          [planOf(without, allowed), planOf(rules, allowed)],
          [planOf(rules, allowed), planOf(without, allowed)],
        ] as const) {
          const [old, fresh] = [(await run(before, source)).outcomes, (await run(after, source)).outcomes];
          const query = previewQuery({ before, after, input: parquet(source), options: await newOptions() });
          await duckdb.run(...query.statements);
          const [summary] = branded<readonly WarehouseRow[]>(await duckdb.all(query.summary));
          const samples = readPreviewRows(branded<readonly WarehouseRow[]>(await duckdb.all(query.samples)), query.columns);
          await duckdb.run(sql`DROP TABLE preview`);
          expect(readSummary(summary ?? {})).toMatchObject(differenceOf(old, fresh));
          if (splits(before) || splits(after)) continue;
          for (const { rowId, excluded, excludedReason, changes } of samples) {
            const [was, is] = [old.get(`${rowId}|1`), fresh.get(`${rowId}|1`)];
            expect({ excluded, excludedReason }).toEqual({ excluded: is?.reason !== null, excludedReason: is?.reason });
            const differing = Object.entries(is?.output ?? {}).filter(([field, value]) => was?.output[field] !== value);
            expect(changes.map(({ field, after: value }) => [field, value])).toEqual(differing);
          }
        }
      }),
      { numRuns: 12, endOnFailure: true },
    );
  }, 120_000);
});

/** Two runs compared row by row, as a person would. */
function differenceOf(old: ReadonlyMap<string, Outcome>, fresh: ReadonlyMap<string, Outcome>): Readonly<Record<string, number>> {
  const keys = [...new Set([...old.keys(), ...fresh.keys()])];
  const within = (outcomes: ReadonlyMap<string, Outcome>, key: string): boolean => outcomes.has(key) && outcomes.get(key)?.reason === null;
  const count = (holds: (key: string) => boolean): number => keys.filter(holds).length;
  const changed = count(
    (key) => within(old, key) && within(fresh, key) && JSON.stringify(old.get(key)?.output) !== JSON.stringify(fresh.get(key)?.output),
  );
  const newlyExcluded = count((key) => within(old, key) && !within(fresh, key));
  const newlyIncluded = count((key) => !within(old, key) && within(fresh, key));
  return {
    changed,
    newly_excluded: newlyExcluded,
    newly_included: newlyIncluded,
    total: keys.length,
    unchanged: keys.length - changed - newlyExcluded - newlyIncluded,
  };
}
