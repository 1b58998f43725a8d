import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import {
  arbitraryDefinitions,
  arbitraryFeeds,
  arbitraryOverlay,
  arbitraryRules,
  feedOf,
  ROWS,
} from "../../../test/golden/arbitrary-feeds.ts";
import { EXTRA_COLUMNS } from "../../../test/golden/feed-run.ts";
import {
  type FeedAtHand,
  type OutputRow,
  type PreviewedFeed,
  previewedFeed,
  ranRows,
  tracedFeed,
} from "../../../test/golden/opened-feed.ts";
import { testRuns } from "../../../test/harness/test-seed.ts";
import { testDuckdb, TWO_THREADS } from "../../../test/harness/duckdb.ts";
import type { FeedDefinition } from "../plan/feed-definition.ts";
import { storedContext } from "../plan/stored-context.ts";
import { readRule, type RuleDefinition } from "../rules/rule-reader.ts";

/** A run, a trace of its rows and the preview of a change are three ways through one plan, and say the same. */

const duckdb = await testDuckdb(TWO_THREADS);
afterAll(() => duckdb[Symbol.asyncDispose]());

const TRACED_AT_ONCE = 5;

const key = ({ rowId, item }: { readonly rowId: string; readonly item: number }): string => `${rowId}|${item}`;

/** What a preview has to say, out of two whole runs. */
function difference(before: readonly OutputRow[], after: readonly OutputRow[]) {
  const [old, fresh] = [new Map(before.map((row) => [key(row), row])), new Map(after.map((row) => [key(row), row]))];
  const changes = new Map<string, "excluded" | "included" | "changed" | "same">();
  for (const at of new Set([...old.keys(), ...fresh.keys()])) {
    const [b, a] = [old.get(at), fresh.get(at)];
    const [was, is] = [b?.reason === null, a?.reason === null];
    // A column that only one of the feeds has is blank in the other.
    const fields = Object.keys({ ...b?.fields, ...a?.fields });
    const differs = was && is && fields.some((field) => (b?.fields[field] ?? "") !== (a?.fields[field] ?? ""));
    changes.set(at, was && !is ? "excluded" : is && !was ? "included" : differs ? "changed" : "same");
  }
  const count = (change: string): number => [...changes.values()].filter((found) => found === change).length;
  const summary = {
    changed: count("changed"),
    newly_excluded: count("excluded"),
    newly_included: count("included"),
    unchanged: count("same"),
    total: changes.size,
  };
  return { changes, summary, old, fresh };
}

async function expectPreview(
  feed: FeedAtHand,
  before: FeedDefinition,
  after: FeedDefinition,
  condition: RuleDefinition["matched"],
): Promise<PreviewedFeed> {
  const changed = { ...feed, cells: feed.candidateCells ?? feed.cells };
  const { changes, summary, old, fresh } = difference(await ranRows(duckdb, feed, before), await ranRows(duckdb, changed, after));
  const preview = await previewedFeed(feed, { before, after }, condition);
  expect(preview.summary).toMatchObject(summary);
  expect(preview.rows).toHaveLength(Math.min(10, summary.total - summary.unchanged));
  for (const sample of preview.rows) {
    const items = [...changes]
      .filter(([at, change]) => at.startsWith(`${sample.rowId}|`) && change !== "same")
      .map(([at]) => ({ b: old.get(at), a: fresh.get(at) }));
    const told = items.map(({ b, a }) => ({
      excluded: a === undefined || a.reason !== null,
      reason: a?.reason ?? null,
      changes: Object.keys({ ...b?.fields, ...a?.fields }).flatMap((field) =>
        (b?.fields[field] ?? "") === (a?.fields[field] ?? "")
          ? []
          : [{ field, before: b?.fields[field] ?? "", after: a?.fields[field] ?? "" }],
      ),
    }));
    expect(told).toContainEqual({ excluded: sample.excluded, reason: sample.excludedReason, changes: sample.changes });
  }
  return preview;
}

describe("for random feeds over random rows", () => {
  test("the trace of every row ends with what a run writes, and excludes it for the same reason", async () => {
    const property = fc.asyncProperty(arbitraryFeeds, async (drawn) => {
      const feed = await feedOf(duckdb, drawn);
      const ran = await ranRows(duckdb, feed, drawn.definition);
      // Some alone, some together, in no order: a trace of few rows knows nothing of the others.
      const order = Array.from({ length: ROWS }, (_, at) => ((at * 7 + drawn.pick) % ROWS) + 1);
      for (const size of [1, TRACED_AT_ONCE]) {
        const ids = order.splice(0, size);
        const traced = await tracedFeed(feed, drawn.definition, ids);
        const told = traced.map(({ rowId, item, reason, output, attributes }) => ({
          rowId,
          item,
          reason,
          fields: { ...output, ...attributes },
        }));
        expect(told.toSorted(byKey)).toEqual(ran.filter(({ rowId }) => ids.includes(Number(rowId))).toSorted(byKey));
      }
    });
    await fc.assert(property, { numRuns: testRuns });
  });

  test("the preview of a rule that is added, removed or changed is the difference of two runs", async () => {
    const property = fc.asyncProperty(arbitraryFeeds, arbitraryRules, async (drawn, others) => {
      const feed = await feedOf(duckdb, drawn);
      const { definition, pick } = drawn;
      const without = { ...definition, rules: definition.rules.slice(0, -1) };
      const last = definition.rules.at(-1);
      const added = await expectPreview(feed, without, definition, last?.matched ?? null);
      const { condition } = last?.definition ?? {};
      const mark = { type: "set_value", target: "extra_2", value: "met", ...(condition === undefined ? {} : { condition }) };
      const marked = { ...without, rules: [...without.rules, readRule(99, mark, storedContext(EXTRA_COLUMNS))] };
      const met = (await ranRows(duckdb, feed, marked)).filter(({ fields }) => fields["extra_2"] === "met");
      expect(added.summary.matched).toBe(met.length);
      await expectPreview(feed, definition, without, null);
      const at = pick % definition.rules.length;
      const splitting = definition.rules.some(({ size }, place) => size.splits && place !== at);
      const other = others.find(({ size }) => !splitting || !size.splits) ?? last;
      const changed = {
        ...definition,
        rules: definition.rules.map((rule, place) => (place === at && other !== undefined ? { ...other, id: rule.id } : rule)),
      };
      await expectPreview(feed, definition, changed, other?.matched ?? null);
    });
    await fc.assert(property, { numRuns: testRuns });
  });

  test("the preview of a whole other definition, with other cells, is the difference of two runs", async () => {
    const other = fc.record({
      definition: arbitraryDefinitions,
      extraColumns: fc.constantFrom(EXTRA_COLUMNS, [], ["extra_2", "extra_1"], ["extra_3", "extra_1"]),
      cells: arbitraryOverlay(["title", "price", "vendor", "body_html", "inventory_quantity"]),
    });
    const property = fc.asyncProperty(arbitraryFeeds, other, async (drawn, wanted) => {
      const feed = { ...(await feedOf(duckdb, drawn)), candidateCells: wanted.cells };
      await expectPreview(feed, drawn.definition, { ...wanted.definition, extraColumns: wanted.extraColumns }, null);
      const cellsAlone = await expectPreview(feed, drawn.definition, drawn.definition, null);
      expect(cellsAlone.summary.matched).toBe(ROWS);
    });
    await fc.assert(property, { numRuns: testRuns });
  });
});

function byKey(a: { readonly rowId: string; readonly item: number }, b: { readonly rowId: string; readonly item: number }): number {
  return Number(a.rowId) - Number(b.rowId) || a.item - b.item;
}
