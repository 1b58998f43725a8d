import { type EffectiveMappings, effectiveMappings, mappedSize, patternsOfMappings } from "../columns/index.ts";
import type { SourceColumns } from "../metafields/index.ts";
import type { ErrorDetail } from "../../kernel/errors.ts";
import { branded, parseJson } from "../../kernel/unsafe.ts";
import { definitionOf, type FeedRow } from "../feeds/index.ts";
import type { LookupTable } from "../lookups/index.ts";
import { pastBounds, sizedRow, writingContext } from "../rules/index.ts";
import { type Comparison, compareDefinitions } from "./compare-definitions.ts";
import type { WrittenConfig } from "./config-shapes.ts";
import { type Definition, definitionOfFeed, feedWith } from "./definition.ts";
import type { Present } from "./present-feed.ts";
import { readConfigCells } from "./read-cells.ts";
import type { Wanted } from "./read-config.ts";
import { readConfigMappings, type ReadMappings } from "./read-mappings.ts";
import { type PatternsOfRule, patternsOfRules, readRules, type ReadRules } from "./read-rules.ts";
import { documentFaults, FAULTS_MAX, readExtraColumns, readSettings, readTests, wrong } from "./read-sections.ts";

/** Everything that reading a document takes: plain data, which can be handed to another thread. */
export interface DocumentReading {
  /** Of the document, as JSON that the schema has seen. */
  readonly text: string;
  readonly present: Present;
  readonly tables: readonly LookupTable[];
  readonly columns: SourceColumns;
}

export interface DocumentQuestion extends DocumentReading {
  readonly kind: "document";
}

/** The same of what comes back. */
export interface ReadDocument {
  /** Hold only where there is no fault, of regular expressions neither. */
  readonly wanted: Wanted;
  /** Null where there is a fault. */
  readonly comparison: Comparison | null;
  /** Of rules and mappings that are new or changed, for DuckDB to judge. */
  readonly patterns: {
    readonly rules: readonly PatternsOfRule[];
    readonly mappings: ReadonlyMap<string, readonly string[]>;
  };
  readonly sectionFaults: readonly ErrorDetail[];
  readonly boundFaults: readonly ErrorDetail[];
}

/** Pure. Names the faults of every section, of each no more than are answered. */
export function readDocument({ text, present, tables, columns }: DocumentReading): ReadDocument {
  const document = branded<WrittenConfig>(parseJson(text));
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
  const names = namesOf({ feed, outline, tables, columns });
  const rules = document.rules === undefined ? undefined : readRules(document.rules, present.rules, ruleContexts(names, feed, outline));
  const mappings = readConfigMappings(document.mappings, { ...names, stored: feed.mappings });
  const cells = readConfigCells(document.cells, { ...names, cells: present.cells });
  const now = definitionOfFeed(feed, present.rules);
  const wanted = {
    definition: { ...outline, mappings: mappings.value ?? feed.mappings, rules: rules?.candidates.map(({ state }) => state) ?? now.rules },
    cells: cells.differences,
  };
  const faults = [
    documentFaults(document),
    settings.faults,
    extra.faults,
    mappings.faults,
    rules?.faults ?? [],
    tests.faults,
    cells.faults,
  ];
  const sectionFaults = faults.flatMap((of) => of.slice(0, FAULTS_MAX));
  const past = boundFaults(present, { rules, mappings, columns });
  return {
    wanted,
    comparison: sectionFaults.length + past.length > 0 ? null : compareDefinitions(now, wanted),
    patterns: { rules: rules === undefined ? [] : patternsOfRules(rules), mappings: patternsOfMappings(mappings.changed, columns) },
    sectionFaults,
    boundFaults: past,
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
  readonly columns: SourceColumns;
}

/** Everything that may be named, for all sections. */
function namesOf({ feed, outline, tables, columns }: Naming): Names {
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

function boundFaults({ feed, rules: rows }: Present, { rules, mappings, columns }: Judging): readonly ErrorDetail[] {
  if (rules === undefined && mappings.value === undefined) return [];
  const sizes = rules?.candidates.map(({ size }) => size) ?? rows.map(sizedRow);
  const excesses = pastBounds(sizes, mappedSize(mappings.value ?? feed.mappings, columns));
  return excesses.map(({ message }) => wrong(rules === undefined ? "/mappings" : "/rules", message));
}
