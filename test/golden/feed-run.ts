import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { buildPlan } from "../../src/engine/plan/build-plan.ts";
import { type FeedDefinition, FeedSettings } from "../../src/engine/plan/feed-definition.ts";
import { checkpointCells, transformQuery } from "../../src/engine/plan/transform-query.ts";
import { readRule } from "../../src/engine/rules/rule-types.ts";
import { writeOverlay } from "../../src/engine/run/overlay-files.ts";
import { writeCanonical, writeRows, writeRunIndex } from "../../src/engine/run/run-files.ts";
import { literal, sql } from "../../src/engine/sql/fragment.ts";
import type { Sql } from "../../src/kernel/sql.ts";

/**
 * A feed run made the way the service makes one, out of engine parts alone: overlays aligned, plan, checkpoints, rows, index,
 * canonical file. Whoever executes the statements may be a DuckDB of the test's own or a session of the warehouse.
 */
export interface FeedInputs {
  readonly snapshot: { readonly source: string; readonly columns: readonly string[] };
  readonly definition: FeedDefinition;
  /** A market's prices, already aligned to the snapshot. */
  readonly market?: { readonly file: string; readonly columns: readonly string[] };
  /** Row id to column to value; `selected` marks a manual selection, other columns are translations. */
  readonly localised?: Overlay;
  readonly cells?: Overlay;
  readonly overrides?: Overlay;
}

export type Overlay = Readonly<Record<string, Readonly<Record<string, string>>>>;

export interface FeedStatements {
  readonly statements: readonly Sql[];
  readonly columns: readonly string[];
  readonly rowsFile: string;
  readonly indexFile: string;
  readonly canonicalFile: string;
}

const MEMORY_BYTES = 1_000_000_000;
const THREADS = 2;

/** A primary feed with nothing set. */
export function feedDefinition(members: Partial<FeedDefinition> = {}): FeedDefinition {
  return {
    feedType: "primary",
    market: null,
    targetCountry: "US",
    selection: { mode: "all" },
    settings: FeedSettings.parse({}),
    mappings: {},
    extraColumns: [],
    rules: [],
    allowance: null,
    ...members,
  };
}

/** Rules as they are stored, in order. */
export function readRules(definitions: readonly object[]): FeedDefinition["rules"] {
  return definitions.map((definition, at) => readRule(at + 1, definition));
}

/** Writes the overlays' values into `folder` and answers the statements of the run, whose files land there too. */
export async function feedStatements(folder: string, inputs: FeedInputs): Promise<FeedStatements> {
  const [rowsFile, indexFile, canonicalFile] = ["rows.parquet", "index.parquet", "gmcfeed.txt"].map((file) => join(folder, file)) as never;
  throw new Error([rowsFile, indexFile, canonicalFile].join(""));
}
