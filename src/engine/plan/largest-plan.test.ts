import { describe, expect, test } from "vitest";
import { feedDefinition, readRules } from "../../../test/golden/feed-run.ts";
import { bestCpuMs, SLOW_MACHINE } from "../../../test/harness/slow-machine.ts";
import { PARTS_OF_FEED_MAX } from "../expression/expression-parts.ts";
import type { RuleDefinition } from "../rules/rule-reader.ts";
import { lineageQuery } from "../run/lineage-query.ts";
import { snapshotColumns } from "../source/snapshot-query.ts";
import { literal, sql } from "../sql/fragment.ts";
import { TAXONOMY_TABLE } from "./aside-query.ts";
import { buildPlan } from "./build-plan.ts";
import type { ChainOptions } from "./chain-query.ts";
import { checkpointCells, transformQuery } from "./transform-query.ts";

const PLAN_MS = 1_000 * SLOW_MACHINE;
/** Four times the parts may take this many times the time; a quadratic step would take sixteen. */
const GROWTH_MAX = 7;

const repeated = (count: number, text: (at: number) => string, by: string): string =>
  Array.from({ length: count }, (_, at) => text(at)).join(by);
const label = (at: number): string => `custom_label_${at % 5}`;

/** Rules that are each expensive in a way of their own. */
const SHAPES: Readonly<Record<string, (at: number) => object>> = {
  "650 calls joined": (at) => ({ type: "set_value", target: label(at), value: `=${repeated(650, () => "upper([D]title)", "&")}` }),
  "calls that are long in SQL": (at) => ({
    type: "set_value",
    target: label(at),
    value: `=${repeated(225, () => "title_case(trim([G]title))", "&")}`,
  }),
  "sums of 500 columns": (at) => ({ type: "set_value", target: label(at), value: `=${repeated(500, () => "[D]price", "+")}` }),
  "50 nested conditions": (at) => ({
    type: "set_value",
    target: label(at),
    value: `=${'if([D]title="a",'.repeat(50)}"${at}"${',"x")'.repeat(50)}`,
  }),
  "calls nested 58 deep": (at) => ({ type: "set_value", target: label(at), value: `=${"upper(".repeat(58)}[D]title${")".repeat(58)}` }),
  "named values that live long": (at) => ({
    type: "set_value",
    target: "title",
    value: `=[G]title & ${repeated(8, (nth) => `title_case(trim(upper([D]title & "${at}-${nth}")))`, " & ")}`,
    condition: `[G]title contains "${at}"`,
  }),
  "table lookups": (at) => ({
    type: "set_value",
    target: label(at),
    value: `=${repeated(10, (nth) => `lookup("t", [D]title & "${at}-${nth}")`, "&")}`,
  }),
  "categories that are looked up": (at) => ({
    type: "set_value",
    target: label(at),
    value: `=${repeated(10, (nth) => `category_path([D]title & "${at}-${nth}")`, "&")}`,
  }),
};

const parts = (rules: readonly RuleDefinition[]): number => rules.reduce((sum, { size }) => sum + size.parts, 0);

/** As many rules of the shape as have these parts together. */
function rulesOf(shape: (at: number) => object, partsMax: number): readonly RuleDefinition[] {
  const [one] = readRules([shape(1)]);
  const count = Math.min(500, Math.floor(partsMax / (one?.size.parts ?? 1)));
  return readRules(Array.from({ length: count }, (_, at) => shape(at)));
}

function plan(rules: readonly RuleDefinition[]): void {
  const built = buildPlan(feedDefinition({ rules }), { sourceColumns: snapshotColumns([]), localised: [], cells: [], overrides: [] });
  transformQuery(built, INPUT, OPTIONS);
}

const INPUT = { source: sql`read_parquet(${literal("source.parquet")})`, attached: [] };
const OPTIONS: ChainOptions = {
  cellsMax: checkpointCells(1_000_000_000, 2),
  file: (called) => `${called}.parquet`,
  tables: new Map([[TAXONOMY_TABLE, { file: "taxonomy.tsv", columns: [] }]]),
  now: sql`TIMESTAMP '2026-01-01'`,
};

describe("the largest definition that the bounds allow is planned within a second, and planning grows with its parts, made of", () => {
  test.each(Object.keys(SHAPES))("%s", async (name) => {
    const shape = SHAPES[name] ?? (() => ({}));
    const largest = rulesOf(shape, PARTS_OF_FEED_MAX);
    const quarter = largest.slice(0, Math.ceil(largest.length / 4));
    // Compiling the code is no part of it.
    plan(quarter);
    const little = await bestCpuMs(2, () => plan(quarter));
    const growth = parts(largest) / parts(quarter) / 4;
    // A fixed cost of some milliseconds is in both.
    const most = Math.min(PLAN_MS, (little + 10) * GROWTH_MAX * growth * (name === "named values that live long" ? 2 : 1));
    expect(await bestCpuMs(3, () => plan(largest), most)).toBeLessThan(most);
  });

  test("500 rules that read what they write, watched for their lineage", async () => {
    const rules = readRules(
      Array.from({ length: 500 }, (_, at) => ({
        type: "set_value",
        target: "title",
        value: `=[G]title & "${at % 10}"`,
        condition: `[G]title contains "${at % 10}x"`,
      })),
    );
    const built = buildPlan(feedDefinition({ rules }), { sourceColumns: snapshotColumns([]), localised: [], cells: [], overrides: [] });
    expect(await bestCpuMs(3, () => lineageQuery({ plan: built, rules, input: INPUT, options: OPTIONS }), PLAN_MS)).toBeLessThan(PLAN_MS);
  });
});

test("500 rules of five conditions each are far from the bound on the parts of a feed", () => {
  const rules = readRules(
    Array.from({ length: 500 }, (_, at) => ({
      type: "set_value",
      target: label(at),
      value: `label ${at}`,
      condition: `[D]title contains "number ${at}" and [D]price > ${at} and [D]vendor != "x${at}" and [G]brand is not blank and [D]sku starts with "${at}"`,
    })),
  );
  expect(parts(rules)).toBeLessThan(PARTS_OF_FEED_MAX / 2);
});
