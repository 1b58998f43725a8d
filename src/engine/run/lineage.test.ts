import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { arbitraryFeeds, feedOf, ROWS } from "../../../test/golden/arbitrary-feeds.ts";
import { lineageOfFeed, tracedFeed } from "../../../test/golden/opened-feed.ts";
import { testRuns } from "../../../test/harness/test-seed.ts";
import { testDuckdb } from "../../../test/harness/duckdb.ts";
import type { TracedRow } from "./trace-query.ts";

const duckdb = await testDuckdb();
afterAll(() => duckdb[Symbol.asyncDispose]());

/** Cells that a rule changed, by rule and column, out of the traces of all rows. */
function changesIn(traced: readonly TracedRow[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { stages } of traced) {
    for (const { rule, changes } of stages) {
      for (const { field } of rule === null ? [] : changes) counts.set(`${rule} ${field}`, (counts.get(`${rule} ${field}`) ?? 0) + 1);
    }
  }
  return counts;
}

/** Rows that a rule let in again; those that the feed itself leaves out don't count. */
function admittedBy(rule: number, traced: readonly TracedRow[]): number {
  return traced.filter((row) => !isLeftOut(row) && row.stages.some((stage) => stage.rule === rule && stage.excluded === null)).length;
}

/** By the feed itself, whatever rules did. */
function isLeftOut({ stages, reason }: TracedRow): boolean {
  return reason !== null && stages.findLast(({ excluded }) => excluded !== undefined)?.rule === null;
}

/** Rows that are in after each rule, out of the same traces; those that the feed itself leaves out don't count. */
function standingsIn(traced: readonly TracedRow[], rules: readonly number[]): readonly number[] {
  const rows = traced.filter((row) => !isLeftOut(row));
  return rules.map((_, at) => {
    const sofar = new Set(rules.slice(0, at + 1));
    const isOut = ({ stages }: TracedRow): boolean =>
      typeof stages.findLast(({ rule, excluded }) => excluded !== undefined && rule !== null && sofar.has(rule))?.excluded === "string";
    return rows.filter((row) => !isOut(row)).length;
  });
}

test("what each rule changed is what the traces of all rows tell", async () => {
  const property = fc.asyncProperty(arbitraryFeeds, async (drawn) => {
    const feed = await feedOf(duckdb, drawn);
    const definition = { ...drawn.definition, allowance: null };
    const traced = await tracedFeed(
      feed,
      definition,
      Array.from({ length: ROWS }, (_, at) => at + 1),
    );
    const lineage = await lineageOfFeed(feed, definition);
    const standings = lineage.rules.map(({ standing }) => standing?.after);
    expect(standings).toEqual(
      standingsIn(
        traced,
        lineage.rules.map(({ rule }) => rule),
      ),
    );
    expect(lineage.rules.map(({ standing }) => standing?.before).slice(1)).toEqual(standings.slice(0, -1));
    expect(standings.at(-1) ?? lineage.included).toBe(lineage.included);
    for (const { rule, admitted } of lineage.rules) expect({ rule, admitted }).toEqual({ rule, admitted: admittedBy(rule, traced) });
    const told = changesIn(traced);
    expect(lineage.total).toBe(traced.length);
    expect(lineage.included).toBe(traced.filter(({ reason }) => reason === null).length);
    for (const { rule, columns, excluded } of lineage.rules) {
      for (const { column, changed, kept, overwritten } of columns) {
        // A split writes ids besides its target, which no mark watches.
        expect({ rule, column, changed }).toEqual({ rule, column, changed: told.get(`${rule} ${column}`) ?? 0 });
        expect(kept).toBeLessThanOrEqual(changed);
        expect(overwritten.length > 0).toBe(kept < changed);
      }
      const last = traced.filter(
        ({ stages, reason }) => reason !== null && stages.findLast((stage) => stage.excluded !== undefined)?.rule === rule,
      );
      expect({ rule, excluded }).toEqual({ rule, excluded: last.length });
    }
  });
  await fc.assert(property, { numRuns: 2 * testRuns });
});
