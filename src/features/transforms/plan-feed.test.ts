import { afterAll, expect, test } from "vitest";
import { feedDefinition, readRules } from "../../../test/golden/feed-run.ts";
import { buildPlan } from "../../engine/plan/build-plan.ts";
import { PARTS_OF_FEED_MAX } from "../../engine/expression/expression-parts.ts";
import type { ChainOptions } from "../../engine/plan/chain-query.ts";
import { snapshotColumns } from "../../engine/source/snapshot-query.ts";
import { literal, sql } from "../../engine/sql/fragment.ts";
import { openSideThread } from "../../platform/threads/open-side-thread.ts";
import { type SideThread, ThreadOverrun } from "../../platform/threads/threads-port.ts";
import { planned, PLANNING_THREAD, refuseTooLarge } from "./plan-feed.ts";
import { PLANNED_QUERIES } from "./planned-queries.ts";

const INPUT = { source: sql`read_parquet(${literal("source.parquet")})`, attached: [] };
const OPTIONS: ChainOptions = {
  cellsMax: 3_000,
  file: (called) => `/folder/${called}.parquet`,
  tables: new Map([["colours", { file: "/folder/colours.parquet", columns: ["hex"] }]]),
  now: sql`TIMESTAMP '2026-01-01'`,
};

function planOf(rules: number) {
  const value = `=${Array.from({ length: 400 }, (_, at) => `upper([D]title & "${at}")`).join("&")}`;
  const written = Array.from({ length: rules }, () => ({ type: "set_value", target: "title", value, condition: "[G]title is not blank" }));
  const read = readRules([...written, { type: "set_value", target: "color", value: '=lookup("colours", [D]vendor)' }]);
  return planFor(read);
}

function planFor(read: ReturnType<typeof readRules>) {
  const plan = buildPlan(feedDefinition({ rules: read }), { sourceColumns: snapshotColumns([]), localised: [], cells: [], overrides: [] });
  return { plan, rules: read.map(({ id, matched }) => ({ id, matched })), input: INPUT, options: OPTIONS };
}

/** Rules that make a plan of more parts than are planned at once. */
const LARGE = 2;

/** One for all tests that don't end it: it takes longer to load than to answer. */
const sharedThread = openSideThread(PLANNING_THREAD);
afterAll(() => sharedThread[Symbol.asyncDispose]());

/** Notes what it is asked. */
function watched(thread: SideThread) {
  const asked: unknown[] = [];
  const planner: SideThread = {
    ask(question) {
      asked.push(question);
      return thread.ask(question);
    },
    [Symbol.asyncDispose]: () => thread[Symbol.asyncDispose](),
  };
  return { asked, planner };
}

test("a large plan is made in a thread beside, and is the same as one made at once", async () => {
  const { asked, planner } = watched(sharedThread);
  const large = planOf(LARGE);
  for (const query of ["transform", "lineage", "trace", "scope"] as const) {
    // Functions do not cross over, and nothing asks for them.
    expect(await planned({ planner }, query, large)).toEqual(PLANNED_QUERIES[query](large));
  }
  expect(asked).toHaveLength(4);
  const { plan: after, ...work } = large;
  const preview = { ...work, before: planOf(1).plan, after };
  expect(await planned({ planner }, "preview", preview)).toEqual(PLANNED_QUERIES.preview(preview));
});

test("a small plan is made at once, without the thread", async () => {
  const { asked, planner } = watched(sharedThread);
  await planned({ planner }, "transform", planOf(1));
  expect(asked).toEqual([]);
});

test("planning that takes too long is ended and refused for good, and the next plan is made", async () => {
  await using hasty = openSideThread({ ...PLANNING_THREAD, deadlineMs: 1, startMs: 0 });
  await expect(planned({ planner: hasty }, "transform", planOf(LARGE))).rejects.toMatchObject({
    name: "PlainError",
    code: "plan_too_expensive",
  });
  await using thread = openSideThread({ ...PLANNING_THREAD, deadlineMs: 5_000 });
  const long = thread.ask({ query: "endless" });
  // Its next question is answered by a thread of its own, because this one ended with a fault.
  await expect(long).rejects.toThrow("TypeError");
  expect(await planned({ planner: thread }, "transform", planOf(LARGE))).toHaveProperty("statements");
});

test("a thread that was ended for being too slow is replaced with the next question", async () => {
  const module = new URL(
    `data:text/javascript,${encodeURIComponent(
      'import { parentPort } from "node:worker_threads"; parentPort.on("message", (n) => { if (n === 0) for (;;); parentPort.postMessage({ answer: n + 1 }); });',
    )}`,
  );
  await using thread = openSideThread({ module, deadlineMs: 1_500, heapMiB: 64 });
  const [endless, next] = await Promise.allSettled([thread.ask(0), thread.ask(1)]);
  expect(endless).toMatchObject({ status: "rejected", reason: expect.any(ThreadOverrun) });
  expect(next).toEqual({ status: "fulfilled", value: 2 });
});

test("regular expressions from before there was a bound on them are no reason not to plan a feed", async () => {
  const patterns = Array.from({ length: 40 }, (_, at) => `[D]title matches "\\pL{95}${at}"`);
  const rules = readRules(patterns.map((condition) => ({ type: "set_value", target: "brand", value: "x", condition })));
  expect(rules.reduce((sum, { size }) => sum + size.parts, 0)).toBeGreaterThan(2 * PARTS_OF_FEED_MAX);
  expect(() => refuseTooLarge(feedDefinition({ rules }))).not.toThrow();
  expect(await planned({ planner: sharedThread }, "transform", planFor(rules))).toHaveProperty("statements");
});

test("a definition from before there was a bound is refused by name instead of being planned", async () => {
  await expect(planned({ planner: sharedThread }, "transform", planOf(40))).rejects.toMatchObject({
    name: "PlainError",
    code: "definition_too_large",
  });
});
