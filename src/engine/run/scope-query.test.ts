import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { arbitraryFeeds, feedOf } from "../../../test/golden/arbitrary-feeds.ts";
import { feedDefinition } from "../../../test/golden/feed-run.ts";
import { countedFeed, type OutputRow, ranRows } from "../../../test/golden/opened-feed.ts";
import { testRuns } from "../../../test/harness/test-seed.ts";
import { testDuckdb } from "../../../test/harness/duckdb.ts";
import { branded } from "../../kernel/unsafe.ts";
import type { WarehouseRow } from "../../kernel/sql.ts";
import { buildPlan } from "../plan/build-plan.ts";
import { reducedPlan } from "../plan/reduced-plan.ts";
import { storedContext } from "../plan/stored-context.ts";
import { readRule } from "../rules/rule-reader.ts";
import { sql } from "../sql/fragment.ts";
import { readReasonCounts, REASONS_MAX, reasonCounts, REST_OF_REASONS } from "./run-counts.ts";

const duckdb = await testDuckdb();
afterAll(() => duckdb[Symbol.asyncDispose]());

function countsOf(rows: readonly OutputRow[]) {
  const reasons: Record<string, number> = {};
  for (const { reason } of rows) if (reason !== null) reasons[reason] = (reasons[reason] ?? 0) + 1;
  const excluded = rows.filter(({ reason }) => reason !== null).length;
  return { included: rows.length - excluded, excluded, total: rows.length, reasons };
}

describe("for random feeds over random rows", () => {
  test("a scope counts what a run would include, and exclude for each reason; no reason is blank", async () => {
    const property = fc.asyncProperty(arbitraryFeeds, async (drawn) => {
      const feed = await feedOf(duckdb, drawn);
      const ran = await ranRows(duckdb, feed, drawn.definition);
      const { rules: _rules, ...counts } = await countedFeed(duckdb, feed, drawn.definition);
      expect(counts).toEqual(countsOf(ran));
      expect(ran.filter(({ reason }) => reason?.trim() === "")).toEqual([]);
    });
    await fc.assert(property, { numRuns: 3 * testRuns });
  });
});

describe("the steps that decide", () => {
  const CONTEXT = { sourceColumns: ["title", "vendor", "status", "price"], localised: [], cells: ["title"], overrides: [] };
  const opsOf = (rules: readonly object[]): readonly string[] => {
    const read = rules.map((rule, at) => readRule(at + 1, rule, storedContext([])));
    const plan = reducedPlan(buildPlan(feedDefinition({ rules: read }), CONTEXT), new Set());
    return plan.stages.flatMap(({ name, steps }) =>
      steps.flatMap((step) => (step.op === "assign" ? [`${name} ${step.target.side}:${step.target.name}`] : [])),
    );
  };

  test("leave out every value that no exclusion reads", () => {
    expect(opsOf([{ type: "set_value", target: "brand", value: "Acme" }])).toEqual(["cells D:title"]);
    expect(opsOf([{ type: "exclude", condition: '[D]vendor = "x"' }])).toEqual(["cells D:title"]);
  });

  test("keep what an exclusion reads, and what that is made of; nothing that is written behind it", () => {
    const exclude = { type: "exclude", condition: '[G]custom_label_0 = "x"' };
    const label = { type: "set_value", target: "custom_label_0", value: "=upper([G]title)" };
    const label0 = ["mapping G:custom_label_0", "mapping G:title", "rules G:custom_label_0"];
    expect(opsOf([label, exclude])).toEqual(["cells D:title", ...label0]);
    expect(opsOf([exclude, label])).toEqual(["cells D:title", "mapping G:custom_label_0"]);
  });
});

describe("counts by reason", () => {
  test("add up, also where there are more reasons than are told apart", async () => {
    const many = sql`SELECT CASE WHEN n < 3 THEN 'Frequent' WHEN n < 5000 THEN 'Duplicate of prod_' || n END AS reason,
      CASE WHEN n BETWEEN 3 AND 4999 THEN 7 END::BIGINT AS excluded_by FROM range(5010) r(n)`;
    const counts = readReasonCounts(branded<readonly WarehouseRow[]>(await duckdb.all(reasonCounts(many))));
    expect(counts).toMatchObject({ included: 10, excluded: 5_000, total: 5_010 });
    expect(Object.keys(counts.reasons)).toHaveLength(REASONS_MAX + 1);
    expect(counts.reasons["Frequent"]).toBe(3);
    expect(counts.reasons[REST_OF_REASONS]).toBe(5_000 - 3 - (REASONS_MAX - 1));
    expect(Object.values(counts.reasons).reduce((sum, count) => sum + count, 0)).toBe(counts.excluded);
  });

  test("have no rest where every reason is told", async () => {
    const few = sql`SELECT CASE WHEN n < 3 THEN 'Sold out' END AS reason, NULL::BIGINT AS excluded_by FROM range(5) r(n)`;
    expect(readReasonCounts(branded<readonly WarehouseRow[]>(await duckdb.all(reasonCounts(few))))).toEqual({
      included: 2,
      excluded: 3,
      total: 5,
      reasons: { "Sold out": 3 },
      rules: {},
    });
  });

  test("name the rule that gives a reason, and none where several do or the feed does too", async () => {
    const rows = sql`SELECT * FROM (VALUES ('Sample', 3), ('Sample', 3), ('Sold out', 3), ('Sold out', 4), ('Gift card', 5), ('Gift card', NULL), ('No title', NULL), (NULL, NULL))
      r(reason, excluded_by)`;
    const { rules } = readReasonCounts(branded<readonly WarehouseRow[]>(await duckdb.all(reasonCounts(rows))));
    expect(rules).toEqual({ Sample: 3, "Sold out": null, "Gift card": null });
  });
});
