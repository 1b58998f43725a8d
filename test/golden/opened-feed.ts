import { mkdtemp, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { LookupFiles } from "../../src/engine/plan/aside-query.ts";
import { buildPlan } from "../../src/engine/plan/build-plan.ts";
import type { ChainOptions } from "../../src/engine/plan/chain-query.ts";
import type { FeedDefinition } from "../../src/engine/plan/feed-definition.ts";
import type { FeedPlan } from "../../src/engine/plan/feed-plan.ts";
import { looksAtManyRows } from "../../src/engine/plan/plan-needs.ts";
import { candidateCells } from "../../src/engine/plan/source-cells.ts";
import { type TransformInput, transformQuery } from "../../src/engine/plan/transform-query.ts";
import { writeOverlay, writeSourceRows } from "../../src/engine/run/overlay-files.ts";
import { type PreviewRow, type PreviewSummary, previewQuery, readPreviewRows, readSummary } from "../../src/engine/run/preview-query.ts";
import { readReasonCounts, type ScopeCounts } from "../../src/engine/run/run-counts.ts";
import { scopeQuery } from "../../src/engine/run/scope-query.ts";
import { askLineage, type Lineage, lineageQuery } from "../../src/engine/run/lineage-query.ts";
import { readReasons, wholeFeedQuery } from "../../src/engine/run/whole-feed.ts";
import { type TracedRow, tracedRows, traceQuery } from "../../src/engine/run/trace-query.ts";
import type { Expression } from "../../src/engine/expression/expression.ts";
import { literal, sql } from "../../src/engine/sql/fragment.ts";
import type { Sql, WarehouseRow } from "../../src/kernel/sql.ts";
import { branded } from "../../src/kernel/unsafe.ts";
import { testDuckdb, type TestDuckdb, textOrNull } from "../harness/duckdb.ts";
import type { Overlay } from "./feed-run.ts";

/** A feed at hand for every question that is asked of one: run, trace and preview, driven as the service drives them. */
export interface FeedAtHand {
  readonly source: string;
  readonly sourceColumns: readonly string[];
  /** Those that hold one clean line in every row. */
  readonly cleanColumns: readonly string[];
  readonly cells: Overlay;
  /** What the cells would be, to try them in a preview. */
  readonly candidateCells?: Overlay;
  readonly overrides: Overlay;
  readonly tables: LookupFiles;
  readonly cellsMax: number;
}

interface Opened {
  readonly input: TransformInput;
  readonly options: ChainOptions;
  readonly planOf: (definition: FeedDefinition, candidates?: boolean) => FeedPlan;
}

const NOW = sql`CAST('2026-11-21 12:34:56' AS TIMESTAMP)`;

async function opened(duckdb: TestDuckdb, feed: FeedAtHand, rowIds?: readonly number[]): Promise<Opened> {
  const folder = await mkdtemp(duckdb.file("open-"));
  const file = (called: string): string => join(folder, `${called}.parquet`);
  const source = rowIds === undefined ? feed.source : file("source");
  if (rowIds !== undefined) await duckdb.run(...writeSourceRows({ source: feed.source, columns: feed.sourceColumns.length, rowIds, file: source }));
  const cells = await aligned(duckdb, withCandidates(feed), { letter: "c", source, file: file("cells") });
  const overrides = await aligned(duckdb, feed.overrides, { letter: "o", source, file: file("overrides") });
  const context = { sourceColumns: feed.sourceColumns, cleanColumns: feed.cleanColumns, localised: [], cells: cells.columns, overrides: overrides.columns };
  const read = (parquet: string): Sql => sql`read_parquet(${literal(parquet)})`;
  return {
    input: { source: read(source), attached: [...cells.files, ...overrides.files].map(read) },
    options: { cellsMax: feed.cellsMax, file, tables: feed.tables, now: NOW },
    planOf: (definition, candidates = false) => buildPlan(definition, { ...context, candidates }),
  };
}

/** As `features/transforms/overlays.ts` attaches them: in every column where any cell differs, all of them. */
function withCandidates({ cells, candidateCells: tried }: FeedAtHand): Overlay {
  if (tried === undefined) return cells;
  const rowIds = [...new Set([...Object.keys(cells), ...Object.keys(tried)])];
  const columns = new Set(rowIds.flatMap((id) => [...Object.keys(cells[id] ?? {}), ...Object.keys(tried[id] ?? {})]));
  const differing = [...columns].filter((column) => rowIds.some((id) => cells[id]?.[column] !== tried[id]?.[column]));
  const marked = (id: string): Readonly<Record<string, string | null>> =>
    Object.fromEntries(differing.map((column) => [candidateCells(column), tried[id]?.[column] ?? null]));
  return branded<Overlay>(Object.fromEntries(rowIds.map((id) => [id, { ...cells[id], ...marked(id) }])));
}

interface AlignedAs {
  readonly letter: "c" | "o";
  readonly source: string;
  readonly file: string;
}

async function aligned(duckdb: TestDuckdb, overlay: Overlay, { letter, source, file }: AlignedAs): Promise<{ readonly files: readonly string[]; readonly columns: readonly string[] }> {
  const columns = [...new Set(Object.values(overlay).flatMap((values) => Object.keys(values)))];
  if (columns.length === 0) return { files: [], columns };
  const lines = Object.entries(overlay).flatMap(([rowId, values]) =>
    Object.entries(values).map(([column, value]) => `${JSON.stringify({ row_id: Number(rowId), column: columns.indexOf(column) + 1, value })}\n`),
  );
  const values = `${file}.ndjson`;
  await writeFile(values, lines.join(""));
  await duckdb.run(writeOverlay({ source, values, letter, columns: columns.length, file }));
  return { files: [file], columns };
}

export interface OutputRow {
  readonly rowId: string;
  readonly item: number;
  readonly reason: string | null;
  readonly fields: Readonly<Record<string, string>>;
}

export async function ranRows(duckdb: TestDuckdb, feed: FeedAtHand, definition: FeedDefinition): Promise<readonly OutputRow[]> {
  const { input, options, planOf } = await opened(duckdb, feed);
  const plan = planOf(definition);
  const { statements, rows } = transformQuery(plan, input, options);
  await duckdb.run(...statements);
  const found = await duckdb.all(sql`SELECT * FROM (${rows})`);
  return found.map((row) => ({
    rowId: String(row["row_id"]),
    item: Number(row["item"] ?? 1),
    reason: textOrNull(row["reason"]),
    fields: Object.fromEntries(plan.output.map((column, at) => [column, String(row[`f${at + 1}`])])),
  }));
}

/** As `features/scopes/work-scope.ts` asks. */
export async function countedFeed(duckdb: TestDuckdb, feed: FeedAtHand, definition: FeedDefinition): Promise<ScopeCounts> {
  const { input, options, planOf } = await opened(duckdb, feed);
  const { statements, reasons } = scopeQuery(planOf(definition), { input, options });
  await duckdb.run(...statements);
  return readReasonCounts(branded<readonly WarehouseRow[]>(await duckdb.all(reasons)));
}

/** As `features/transforms/trace-rows.ts` asks. */
export async function tracedFeed(feed: FeedAtHand, definition: FeedDefinition, rowIds: readonly number[]): Promise<readonly TracedRow[]> {
  await using duckdb = await testDuckdb();
  const few = await opened(duckdb, feed, rowIds);
  const plan = few.planOf(definition);
  const facts = looksAtManyRows(plan) ? await wholeFacts(duckdb, await opened(duckdb, feed), { plan, rowIds }) : {};
  const query = traceQuery({ plan, input: few.input, options: few.options, ...facts });
  await duckdb.run(...query.statements);
  const rows = branded<readonly WarehouseRow[]>(await duckdb.all(query.rows));
  return tracedRows(rows, { groups: query.groups, plan, ...facts });
}

async function wholeFacts(
  duckdb: TestDuckdb,
  { input, options }: Awaited<ReturnType<typeof opened>>,
  { plan, rowIds }: { readonly plan: FeedPlan; readonly rowIds: readonly number[] },
) {
  const query = wholeFeedQuery(plan, { input, options, rowIds });
  await duckdb.run(...query.statements);
  return { known: query.known, reasons: readReasons(branded<readonly WarehouseRow[]>(await duckdb.all(query.reasons))) };
}

/** As `features/transforms/feed-lineage.ts` asks. */
export async function lineageOfFeed(feed: FeedAtHand, definition: FeedDefinition): Promise<Lineage> {
  await using duckdb = await testDuckdb();
  const { input, options, planOf } = await opened(duckdb, feed);
  const query = lineageQuery({ plan: planOf(definition), rules: definition.rules, input, options });
  await duckdb.run(...query.statements);
  const all = async (statement: Sql): Promise<readonly WarehouseRow[]> => branded(await duckdb.all(statement));
  return await askLineage(query, definition.rules, all);
}

export interface PreviewedFeed {
  readonly summary: PreviewSummary;
  readonly rows: readonly PreviewRow[];
}

/** As `features/transforms/preview-plans.ts` asks. */
export async function previewedFeed(
  feed: FeedAtHand,
  definitions: { readonly before: FeedDefinition; readonly after: FeedDefinition },
  condition: Expression | null,
): Promise<PreviewedFeed> {
  await using duckdb = await testDuckdb();
  const { input, options, planOf } = await opened(duckdb, feed);
  const plans = { before: planOf(definitions.before), after: planOf(definitions.after, feed.candidateCells !== undefined) };
  const query = previewQuery({ ...plans, input, options, ...(condition === null ? {} : { condition }) });
  await duckdb.run(...query.fork.statements, ...query.statements);
  const all = async (statement: Sql): Promise<readonly WarehouseRow[]> => branded(await duckdb.all(statement));
  const [summary] = await all(query.summary);
  return { summary: readSummary(summary ?? {}), rows: readPreviewRows(await all(query.samples), query.columns) };
}
