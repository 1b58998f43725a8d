import type { TracedRow } from "../../engine/run/trace-query.ts";
import { type FeedRow, readDefinition } from "../feeds/index.ts";
import type { ShopCall } from "../operation.ts";
import type { Snapshot } from "../snapshots/index.ts";
import { traceRows } from "./trace-rows.ts";

/** One row of the feed as it is, and as it would be. */
export interface RowPreview {
  readonly before: TracedRow;
  readonly after: TracedRow;
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
  return before === undefined || after === undefined ? undefined : { before, after };
}
