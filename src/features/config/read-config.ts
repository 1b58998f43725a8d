import type { EffectiveMappings, SourceColumns } from "../columns/index.ts";
import { effectiveMappings, mappedSize, mappingPatternFaults, patternsOfMappings, readSourceColumns } from "../columns/index.ts";
import type { ErrorDetail } from "../../kernel/errors.ts";
import type { ShopDb } from "../../platform/postgres/postgres-port.ts";
import type { CellDifference } from "../cells/index.ts";
import { definitionOf, type FeedRow } from "../feeds/index.ts";
import { findLookupTables, holdLookupTables, type LookupTable } from "../lookups/index.ts";
import type { ShopCall } from "../operation.ts";
import { judgePatterns } from "../patterns/index.ts";
import { pastBounds, sizedRow, writingContext } from "../rules/index.ts";
import type { WrittenConfig } from "./config-shapes.ts";
import { type Definition, definitionOfFeed, feedWith } from "./definition.ts";
import type { Present } from "./present-feed.ts";
import { readConfigCells } from "./read-cells.ts";
import { readConfigMappings, type ReadMappings } from "./read-mappings.ts";
import { patternsOfRules, readRules, type ReadRules, rulePatternFaults } from "./read-rules.ts";
import { documentFaults, readExtraColumns, readSettings, readTests, wrong } from "./read-sections.ts";

/** What a feed shall become. */
export interface Wanted {
  readonly definition: Definition;
  readonly cells: readonly CellDifference[];
}

export type ReadConfig =
  | { readonly wanted: Wanted; readonly faults?: never }
  | { readonly wanted?: never; readonly faults: readonly ErrorDetail[] };

interface Reading {
  readonly present: Present;
  readonly document: WrittenConfig;
  /** Nothing will be written, so nobody has to be kept from removing a lookup table for as long as a preview takes. */
  readonly isPlan: boolean;
}

/** Reads a document against the feed it shall be applied to, with the bounds and checks of the single operations; names every fault of every section. */
export async function readConfig(call: ShopCall, { present, document, isPlan }: Reading): Promise<ReadConfig> {
  const { feed } = present;
  const settings = readSettings(document.settings, feed.settings);
  const extra = readExtraColumns(document.extra_columns);
  const extraColumns = extra.value ?? feed.extra_columns;
  const tests = readTests(document.tests, { stored: feed.tests, before: feed.extra_columns, after: extraColumns });
  const outline = {
    settings: settings.value ?? feed.settings,
    mappings: feed.mappings,
    extraColumns,
    tests: tests.value ?? feed.tests,
  };
  const tables = isPlan ? await findLookupTables(call.shop) : await holdLookupTables(call.shop);
  const names = await namesOf(call.shop, { feed, outline, tables });
  const rules = document.rules === undefined ? undefined : readRules(document.rules, present.rules, ruleContexts(names, feed, outline));
  const mappings = readConfigMappings(document.mappings, { ...names, stored: feed.mappings });
  const cells = readConfigCells(document.cells, { ...names, cells: present.cells });
  const bounds = boundFaults(present, { rules, mappings, columns: names.columns });
  const faults = [
    ...[documentFaults(document), settings.faults, extra.faults, mappings.faults, rules?.faults ?? [], tests.faults, cells.faults].flat(),
    // What is past a bound may be past any time.
    ...(bounds.length > 0 ? bounds : await patternFaults(call, { rules, mappings, columns: names.columns })),
  ];
  if (faults.length > 0) return { faults };
  const states = rules?.candidates.map(({ state }) => state) ?? definitionOfFeed(feed, present.rules).rules;
  return {
    wanted: { definition: { ...outline, mappings: mappings.value ?? feed.mappings, rules: states }, cells: cells.differences },
  };
}

interface Names {
  readonly columns: SourceColumns;
  readonly tables: readonly LookupTable[];
  /** What the feed's columns would read. */
  readonly effective: EffectiveMappings;
  /** The feed's columns now. */
  readonly hadColumns: ReadonlySet<string>;
}

interface Naming {
  readonly feed: FeedRow;
  readonly outline: Omit<Definition, "rules">;
  readonly tables: readonly LookupTable[];
}

/** Everything that may be named, read once for all sections. */
async function namesOf(shop: ShopDb, { feed, outline, tables }: Naming): Promise<Names> {
  const columns = await readSourceColumns(shop);
  const effective = effectiveMappings(definitionOf(feedWith(feed, outline), [], null), columns);
  const had = effectiveMappings(definitionOf(feed, [], null), columns);
  return { columns, tables, effective, hadColumns: new Set(had.feedColumns) };
}

function ruleContexts({ columns, tables }: Names, feed: FeedRow, { extraColumns }: Omit<Definition, "rules">) {
  const isTaken = feed.extra_columns.some((name) => !extraColumns.includes(name));
  return {
    after: writingContext(extraColumns, columns, tables),
    before: isTaken ? writingContext(feed.extra_columns, columns, tables) : null,
  };
}

interface Judging {
  readonly rules: ReadRules | undefined;
  readonly mappings: ReadMappings;
  readonly columns: SourceColumns;
}

/** Regular expressions of all sections, judged in one go. */
async function patternFaults(call: ShopCall, { rules, mappings, columns }: Judging): Promise<readonly ErrorDetail[]> {
  const mapped = patternsOfMappings(mappings.changed, columns);
  const judged = await judgePatterns(call, [...(rules === undefined ? [] : patternsOfRules(rules)), ...[...mapped.values()].flat()]);
  return [...(rules === undefined ? [] : rulePatternFaults(rules, judged)), ...mappingPatternFaults(mapped, judged)];
}

function boundFaults({ feed, rules: rows }: Present, { rules, mappings, columns }: Judging): readonly ErrorDetail[] {
  if (rules === undefined && mappings.value === undefined) return [];
  const sizes = rules?.candidates.map(({ size }) => size) ?? rows.map(sizedRow);
  const excesses = pastBounds(sizes, mappedSize(mappings.value ?? feed.mappings, columns));
  return excesses.map(({ message }) => wrong(rules === undefined ? "/mappings" : "/rules", message));
}
