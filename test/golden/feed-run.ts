import { mkdtemp, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { CARRIED_COLUMNS } from "../../src/engine/channels/row-values.ts";
import { buildPlan } from "../../src/engine/plan/build-plan.ts";
import type { LookupFiles } from "../../src/engine/plan/aside-query.ts";
import { FEED_COLUMNS } from "../../src/engine/plan/feed-columns.ts";
import { type FeedDefinition, FeedSettings, type MarketTerms } from "../../src/engine/plan/feed-definition.ts";
import { checkpointCells, transformQuery } from "../../src/engine/plan/transform-query.ts";
import { storedContext } from "../../src/engine/plan/stored-context.ts";
import { readRule } from "../../src/engine/rules/rule-reader.ts";
import { writeOverlay } from "../../src/engine/run/overlay-files.ts";
import { shapeOf, writeCanonical, writeRows, writeRunIndex } from "../../src/engine/run/run-files.ts";
import { literal, sql } from "../../src/engine/sql/fragment.ts";
import type { Sql } from "../../src/kernel/sql.ts";
import { type TestDuckdb, textOrNull } from "../harness/duckdb.ts";

/**
 * A feed run made the way the service makes one, out of engine parts alone: overlays aligned, plan, checkpoints, rows, index,
 * canonical file. Whoever executes the statements may be a DuckDB of the test's own or a session of the warehouse.
 */
export interface FeedInputs {
  /** ISO date and time of the run. */
  readonly now?: string;
  readonly snapshot: { readonly source: string; readonly columns: readonly string[]; readonly clean: readonly string[] };
  readonly definition: FeedDefinition;
  /** A market's prices, already aligned to the snapshot. */
  readonly market?: AlignedFile;
  /** What its prices are. */
  readonly terms?: MarketTerms;
  /** Row id to column to value; `selected` marks a manual selection, other columns are translations. */
  readonly localised?: Overlay;
  readonly cells?: Overlay;
  readonly overrides?: Overlay;
  /** Columns of layers a statement may hold; by default those of one job's memory. */
  readonly cellsMax?: number;
  readonly tables?: LookupFiles;
}

export type Overlay = Readonly<Record<string, Readonly<Record<string, string>>>>;

export interface FeedStatements {
  readonly statements: readonly Sql[];
  /** Those of them that write its rows. */
  readonly rowStatements: readonly Sql[];
  /** Writes the canonical file, once the rows are there and the included ones counted. */
  readonly canonical: (included: number) => Sql;
  readonly columns: readonly string[];
  /** Channel attributes behind the columns. */
  readonly attributes: readonly string[];
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

/** Extra columns that rules of tests may write. */
export const EXTRA_COLUMNS: readonly string[] = Object.freeze(["extra_1", "extra_2"]);

/**
 * Mappings of a feed that makes these columns alone, as it would by default, and leaves the others blank. Planning all of them takes most of
 * the time of a small run.
 */
export function mappingsOf(...columns: readonly string[]): FeedDefinition["mappings"] {
  return Object.fromEntries(FEED_COLUMNS.filter(({ name }) => !columns.includes(name)).map(({ name }) => [name, null]));
}

/** Rules as they are stored, in order. */
export function readRules(definitions: readonly object[]): FeedDefinition["rules"] {
  return definitions.map((definition, at) => readRule(at + 1, definition, storedContext(EXTRA_COLUMNS)));
}

/** Writes the overlays' values into `folder` and answers the statements of the run, whose files land there too. */
export async function feedStatements(folder: string, inputs: FeedInputs): Promise<FeedStatements> {
  const { snapshot, definition, market, terms } = inputs;
  const file = (name: string): string => join(folder, name);
  const localised = market ?? (await writeValues(file("localised"), inputs.localised));
  const cells = await writeValues(file("cells"), inputs.cells);
  const overrides = await writeValues(file("overrides"), inputs.overrides);
  const context = { localised: localised.columns, cells: cells.columns, overrides: overrides.columns };
  const plan = buildPlan(definition, { sourceColumns: snapshot.columns, cleanColumns: snapshot.clean, ...context, ...(terms && { market: terms }) });
  const attached = [localised, cells, overrides].filter(({ columns }) => columns.length > 0);
  const read = (parquetFile: string): Sql => sql`read_parquet(${literal(parquetFile)})`;
  const checkpoint = {
    cellsMax: inputs.cellsMax ?? checkpointCells(MEMORY_BYTES, THREADS),
    file: (called: string) => file(`${called}.parquet`),
    tables: inputs.tables ?? new Map(),
    now: sql`CAST(${literal(inputs.now ?? "2026-11-21T12:34:56Z")} AS TIMESTAMP)`,
  };
  const input = { source: read(snapshot.source), attached: attached.map((overlay) => read(overlay.file)) };
  const { statements, rows } = transformQuery(plan, input, checkpoint);
  const shape = shapeOf(plan);
  const files = { rowsFile: file("rows.parquet"), indexFile: file("index.parquet"), canonicalFile: file("gmcfeed.txt") };
  const aligned = [
    alignment(snapshot.source, localised, "l"),
    alignment(snapshot.source, cells, "c"),
    alignment(snapshot.source, overrides, "o"),
  ].flat();
  const rowStatements = [...aligned, ...statements, writeRows(rows, shape, files.rowsFile)];
  const written = [...rowStatements, writeRunIndex(files.rowsFile, shape, files.indexFile)];
  const canonical = (included: number): Sql => writeCanonical(files.rowsFile, shape.columns, included, files.canonicalFile);
  return { statements: written, rowStatements, canonical, columns: shape.columns, attributes: plan.attributes, ...files };
}

interface AlignedFile {
  readonly file: string;
  readonly columns: readonly string[];
}

interface OverlayFile extends AlignedFile {
  readonly values: string;
}

async function writeValues(name: string, overlay: Overlay = {}): Promise<OverlayFile> {
  const columns = [...new Set(Object.values(overlay).flatMap((values) => Object.keys(values)))];
  const lines = Object.entries(overlay).flatMap(([rowId, values]) =>
    Object.entries(values).map(
      ([column, value]) => `${JSON.stringify({ row_id: Number(rowId), column: columns.indexOf(column) + 1, value })}\n`,
    ),
  );
  const values = `${name}.ndjson`;
  await writeFile(values, lines.join(""));
  return { values, file: `${name}.parquet`, columns };
}

/** A market's file is aligned already. */
function alignment(source: string, overlay: OverlayFile | AlignedFile, letter: "l" | "c" | "o"): readonly Sql[] {
  if (!("values" in overlay) || overlay.columns.length === 0) return [];
  return [writeOverlay({ source, values: overlay.values, letter, columns: overlay.columns.length, file: overlay.file })];
}

export interface FeedRow {
  readonly rowId: string;
  readonly reason: string | null;
  /** Output columns by name. */
  readonly fields: Readonly<Record<string, string>>;
  readonly attributes: Readonly<Record<string, string>>;
  /** Source values that the row carries along. */
  readonly carried: Readonly<Record<string, string>>;
}

export interface FeedRun extends FeedStatements {
  readonly rows: readonly FeedRow[];
}

/** Runs a feed on a DuckDB of the test's own; the rows come in feed order, excluded ones too. Its files are written only for who reads them. */
export async function runFeed(duckdb: TestDuckdb, inputs: FeedInputs, kept: "rows" | "files" = "rows"): Promise<FeedRun> {
  const feed = await feedStatements(await mkdtemp(duckdb.file("run-")), inputs);
  await duckdb.run(...(kept === "files" ? feed.statements : feed.rowStatements));
  const stored = await duckdb.all(sql`SELECT * FROM read_parquet(${literal(feed.rowsFile)})`);
  const rows = stored.map((row) => ({
    rowId: String(row["row_id"]),
    reason: textOrNull(row["reason"]),
    fields: Object.fromEntries(feed.columns.map((column, at) => [column, String(row[`f${at + 1}`])])),
    attributes: Object.fromEntries(feed.attributes.map((attribute, at) => [attribute, String(row[`f${feed.columns.length + at + 1}`])])),
    carried: Object.fromEntries(CARRIED_COLUMNS.map((column) => [column, String(row[`its_${column}`])])),
  }));
  if (kept === "files") await duckdb.run(feed.canonical(rows.filter(({ reason }) => reason === null).length));
  return { ...feed, rows };
}
