import type { EffectiveMappings, SourceColumns } from "../columns/index.ts";
import { effectiveMappings, mappedSize, mappingPatternFaults, patternsOfMappings, readSourceColumns } from "../columns/index.ts";
import type { ErrorDetail } from "../../kernel/errors.ts";
import type { ShopDb } from "../../platform/postgres/postgres-port.ts";
import type { CellDifference } from "../cells/index.ts";
import { definitionOf, type FeedRow } from "../feeds/index.ts";
import type { LookupTable } from "../lookups/index.ts";
import type { ShopCall, ShopChange } from "../operation.ts";
import { type JudgedPatterns, judgePatterns, NOTHING_JUDGED } from "../patterns/index.ts";
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
  /** All that may be looked up; where something will be written, held. */
  readonly tables: readonly LookupTable[];
}

type Outline = Omit<Definition, "rules">;

/** A document, section by section. */
export interface ReadSections {
  readonly outline: Outline;
  readonly rules: ReadRules | undefined;
  readonly mappings: ReadMappings;
  readonly cells: readonly CellDifference[];
  readonly columns: SourceColumns;
  /** All but those of regular expressions and of the feed's bounds. */
  readonly faults: readonly ErrorDetail[];
}

/** Reads a document against the feed it shall be applied to, with the checks of the single operations. */
export async function readSections({ shop }: Pick<ShopChange, "shop">, { present, document, tables }: Reading): Promise<ReadSections> {
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
  const names = await namesOf(shop, { feed, outline, tables });
  const rules = document.rules === undefined ? undefined : readRules(document.rules, present.rules, ruleContexts(names, feed, outline));
  const mappings = readConfigMappings(document.mappings, { ...names, stored: feed.mappings });
  const cells = readConfigCells(document.cells, { ...names, cells: present.cells });
  const read = [settings.faults, extra.faults, mappings.faults, rules?.faults ?? [], tests.faults, cells.faults].flat();
  return {
    outline: { ...outline, mappings: mappings.value ?? feed.mappings },
    rules,
    mappings,
    cells: cells.differences,
    columns: names.columns,
    faults: [...documentFaults(document), ...read],
  };
}

/** Judges the regular expressions of all sections in one go. None past a bound: they may be past any time. */
export async function judgeSections(call: ShopCall, present: Present, read: ReadSections): Promise<JudgedPatterns> {
  if (boundFaults(present, read).length > 0) return NOTHING_JUDGED;
  const { rules, mappings, columns } = read;
  const mapped = [...patternsOfMappings(mappings.changed, columns).values()].flat();
  return judgePatterns(call, [...(rules === undefined ? [] : patternsOfRules(rules)), ...mapped]);
}

/** What the feed shall become; or every fault of every section. */
export function wantedConfig(present: Present, read: ReadSections, judged: JudgedPatterns): ReadConfig {
  const { outline, rules } = read;
  const bounds = boundFaults(present, read);
  const faults = [...read.faults, ...(bounds.length > 0 ? bounds : patternFaults(read, judged))];
  if (faults.length > 0) return { faults };
  const states = rules?.candidates.map(({ state }) => state) ?? definitionOfFeed(present.feed, present.rules).rules;
  return { wanted: { definition: { ...outline, rules: states }, cells: read.cells } };
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
  readonly outline: Outline;
  readonly tables: readonly LookupTable[];
}

/** Everything that may be named, read once for all sections. */
async function namesOf(shop: ShopDb, { feed, outline, tables }: Naming): Promise<Names> {
  const columns = await readSourceColumns(shop);
  const effective = effectiveMappings(definitionOf(feedWith(feed, outline), [], null), columns);
  const had = effectiveMappings(definitionOf(feed, [], null), columns);
  return { columns, tables, effective, hadColumns: new Set(had.feedColumns) };
}

function ruleContexts({ columns, tables }: Names, feed: FeedRow, { extraColumns }: Outline) {
  const isTaken = feed.extra_columns.some((name) => !extraColumns.includes(name));
  return {
    after: writingContext(extraColumns, columns, tables),
    before: isTaken ? writingContext(feed.extra_columns, columns, tables) : null,
  };
}

function patternFaults({ rules, mappings, columns }: ReadSections, judged: JudgedPatterns): readonly ErrorDetail[] {
  const mapped = mappingPatternFaults(patternsOfMappings(mappings.changed, columns), judged);
  return [...(rules === undefined ? [] : rulePatternFaults(rules, judged)), ...mapped];
}

function boundFaults({ rules: rows }: Present, { outline, rules, mappings, columns }: ReadSections): readonly ErrorDetail[] {
  if (rules === undefined && mappings.value === undefined) return [];
  const sizes = rules?.candidates.map(({ size }) => size) ?? rows.map(sizedRow);
  const excesses = pastBounds(sizes, mappedSize(outline.mappings, columns));
  return excesses.map(({ message }) => wrong(rules === undefined ? "/mappings" : "/rules", message));
}
