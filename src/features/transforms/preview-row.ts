import type { FeedDefinition } from "../../engine/plan/feed-definition.ts";
import type { TracedRow } from "../../engine/run/trace-query.ts";
import { storedId } from "../../kernel/ids.ts";
import { listAssignments } from "../channel-files/index.ts";
import { type FeedRow, readDefinition } from "../feeds/index.ts";
import type { ShopCall } from "../operation.ts";
import type { Snapshot } from "../snapshots/index.ts";
import { type OverlayRow, streamCells } from "./overlay-queries.ts";
import type { CandidateCells } from "./overlays.ts";
import type { FindingChange } from "./preview-findings.ts";
import { previewDefinitions } from "./preview-plans.ts";
import { traceRows } from "./trace-rows.ts";

/** One row of the feed as it is, and as it would be. */
export interface RowPreview {
  readonly before: TracedRow;
  readonly after: TracedRow;
  /** Of the whole feed; null where they couldn't be computed. */
  readonly findings: readonly FindingChange[] | null;
}

interface RowCandidate {
  readonly feed: FeedRow;
  readonly snapshot: Snapshot;
  readonly rowId: number;
  /** All cells the row would have. */
  readonly cells: Readonly<Record<string, string>>;
}

/** What other cells would make of a row; nothing is stored. `undefined` where DuckDB failed at it, or there is no such row. */
export async function previewRow(call: ShopCall, { feed, snapshot, rowId, cells }: RowCandidate): Promise<RowPreview | undefined> {
  const definition = await readDefinition(call.shop, feed);
  const common = { feed, snapshot, definition, rowIds: [rowId] };
  const before = (await traceRows(call, common))?.[0];
  const after = (await traceRows(call, { ...common, cells: { rowId, values: cells } }))?.[0];
  if (before === undefined || after === undefined) return undefined;
  return { before, after, findings: await findingsOf(call, definition, { feed, snapshot, rowId, cells }) };
}

/** Checks, and the exclusion of repeated ids, look at other rows than the one that changes, so the whole feed is asked. */
async function findingsOf(
  call: ShopCall,
  definition: FeedDefinition,
  { feed, snapshot, rowId, cells }: RowCandidate,
): Promise<RowPreview["findings"]> {
  if ((await listAssignments(call.shop, storedId("feed", feed.id))).length === 0) return [];
  const candidateCells = await cellsOfColumns(call, feed, { rowId, cells });
  const whole = await previewDefinitions(call, { feed, snapshot, before: definition, after: definition, candidateCells });
  return whole?.findings ?? null;
}

/** What the channels' files may say of a row, and the canonical file. */
export function valuesOf({ output, attributes }: TracedRow): Readonly<Record<string, string>> {
  return { ...output, ...attributes };
}

/** All cells of the feed as they would be, in the columns in which the row has any, now or then. */
async function cellsOfColumns(
  { shop }: ShopCall,
  feed: FeedRow,
  { rowId, cells }: Pick<RowCandidate, "rowId" | "cells">,
): Promise<CandidateCells> {
  const stored: OverlayRow[] = [];
  for await (const cell of streamCells(shop, feed.id, null)) stored.push(cell);
  const columns = new Set([...Object.keys(cells), ...stored.flatMap((cell) => (cell.row_id === rowId ? [cell.column] : []))]);
  const others = stored.filter((cell) => cell.row_id !== rowId && columns.has(cell.column));
  const own = Object.entries(cells).map(([column, value]) => ({ row_id: rowId, column, value }));
  return { columns: [...columns].toSorted(), cells: [...others, ...own] };
}
