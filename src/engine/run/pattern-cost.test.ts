import { afterAll, describe, expect, test } from "vitest";
import { feedDefinition, readRules } from "../../../test/golden/feed-run.ts";
import { lineageOfFeed, previewedFeed } from "../../../test/golden/opened-feed.ts";
import { testDuckdb } from "../../../test/harness/duckdb.ts";
import { cpuMs } from "../../../test/harness/slow-machine.ts";
import { writeSourceFile } from "../../../test/harness/source-file.ts";
import type { Sql } from "../../kernel/sql.ts";
import { PARTS_OF_FEED_MAX } from "../expression/expression-parts.ts";
import type { FeedDefinition } from "../plan/feed-definition.ts";
import { buildPlan } from "../plan/build-plan.ts";
import { checkpointCells, transformQuery } from "../plan/transform-query.ts";
import { snapshotColumns } from "../source/snapshot-query.ts";
import { sql } from "../sql/fragment.ts";
import { lineageQuery } from "./lineage-query.ts";

/** What regular expressions cost before they see a row: DuckDB compiles each several times for every query that asks it. */

const COLUMNS = snapshotColumns([]);
const ROWS = Array.from({ length: 10 }, (_, at) => ({ title: at < 3 ? "abcdefghijklmnx" : "12", price: `${at}.90` }));
const duckdb = await testDuckdb();
afterAll(() => duckdb[Symbol.asyncDispose]());
const feed = {
  source: await writeSourceFile(duckdb, COLUMNS, ROWS),
  sourceColumns: COLUMNS,
  cleanColumns: [],
  cells: {},
  overrides: {},
  tables: new Map(),
  cellsMax: checkpointCells(1_000_000_000, 2),
};

/** Rules that each have these patterns, and a rank over what the one before wrote. */
const ranked = (rules: number, pattern: (rule: number, at: number) => string) =>
  readRules(
    Array.from({ length: rules }, (_, rule) => ({
      type: "set_value",
      target: `custom_label_${rule % 5}`,
      value: `=rank([G]price, "desc", [G]custom_label_${(rule + 4) % 5} & "${rule}")`,
      condition: {
        any: Array.from({ length: 5 }, (_pattern, at) => ({ side: "D", column: "title", operator: "matches", value: pattern(rule, at) })),
      },
    })),
  );
const partsOf = (rules: ReturnType<typeof ranked>): number => rules.reduce((sum, { size }) => sum + size.parts, 0);

/** It takes two to four. */
const PREVIEW_CPU_MS = 20_000;

test("as many of them as a feed may have are previewed in seconds, also before functions over the feed", async () => {
  const rules = ranked(15, (rule, at) => `\\pL{12}x${rule}${at}`);
  expect(partsOf(rules)).toBeGreaterThan(0.95 * PARTS_OF_FEED_MAX);
  expect(partsOf(rules)).toBeLessThanOrEqual(PARTS_OF_FEED_MAX);
  const definitions = { before: feedDefinition(), after: feedDefinition({ rules }) };
  const ms = await cpuMs(async () => {
    expect((await previewedFeed(feed, definitions, null)).summary).toMatchObject({ total: ROWS.length });
  });
  expect(ms).toBeLessThan(PREVIEW_CPU_MS);
});

const OPTIONS = { cellsMax: 1_000, file: (called: string) => called, tables: new Map(), now: sql`TIMESTAMP '2026-01-01'` };
const INPUT = { source: sql`source`, attached: [] };
const planOf = (definition: FeedDefinition) => buildPlan(definition, { sourceColumns: COLUMNS, localised: [], cells: [], overrides: [] });
/** How often a pattern stands in statements. */
const times = (statements: readonly Sql[], pattern: string): number =>
  statements.reduce((sum, { text }) => sum + text.split(`'${pattern}'`).length - 1, 0);

test("large ones are asked once, however many functions over the feed follow", () => {
  const { statements, rows } = transformQuery(
    planOf(feedDefinition({ rules: ranked(15, (rule, at) => `\\pL{12}x${rule}-${at}`) })),
    INPUT,
    OPTIONS,
  );
  expect([0, 7, 14].map((rule) => times([...statements, rows], `\\pL{12}x${rule}-0`))).toEqual([1, 1, 1]);
});

describe("what a rule did", () => {
  const defined = (pattern: string) => {
    const matches = (value: string): string => `[G]title matches "${value}"`;
    const rules = [
      { type: "set_value", target: "title", value: '=[G]title & "!"', condition: matches(pattern) },
      { type: "exclude", condition: matches(`${pattern}!`) },
    ];
    return feedDefinition({ rules: readRules(rules) });
  };
  const [dear, cheap] = [defined("\\pL{12}x"), defined("[a-z]{12}x")];

  test("is told without asking a condition of large patterns twice", () => {
    const { statements } = lineageQuery({ plan: planOf(dear), rules: dear.rules, input: INPUT, options: OPTIONS });
    expect(times(statements, "\\pL{12}x")).toBe(1);
  });

  test("is the same as of rules with small patterns, which are asked twice", async () => {
    const found = await lineageOfFeed(feed, dear);
    expect(found).toEqual(await lineageOfFeed(feed, cheap));
    expect(found.rules).toMatchObject([{ matched: 3 }, { matched: 3, excluded: 3 }]);
  });
});

test("200 ordinary patterns with four classes of letters are within what a feed may have, 1,500 without any far from it", () => {
  const written = (rules: number, pattern: (at: number) => string) =>
    readRules(
      Array.from({ length: rules }, (_, at) => ({
        type: "set_value",
        target: "custom_label_0",
        value: `label ${at}`,
        condition: { any: [0, 1, 2].map((nth) => ({ side: "D", column: "title", operator: "matches", value: pattern(3 * at + nth) })) },
      })),
    );
  const unicode = written(67, (at) => `(?i)^\\pL+ \\pL+ [\\pL-]+ \\w+ (?:shirt|jacket|trousers|dress) \\pL+.*${"size".repeat(7)}${at}$`);
  expect(partsOf(unicode)).toBeLessThan(PARTS_OF_FEED_MAX);
  const plain = written(
    500,
    (at) => `(?i)^[A-Z]{2}\\d{3}[- ]?\\d{4,14}.*\\b(?:small|medium|large|extra large) \\w+ ${"size".repeat(8)}${at}$`,
  );
  expect(partsOf(plain)).toBeLessThan(PARTS_OF_FEED_MAX / 2);
});
