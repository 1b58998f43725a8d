import type { RowId } from "../../kernel/ids.ts";
import type { FeedRow } from "../feeds/index.ts";
import type { ShopCall } from "../operation.ts";
import type { Snapshot } from "../snapshots/index.ts";
import { previewRow, valuesOf } from "../transforms/index.ts";
import type { CellPreviewShape } from "./cell-shapes.ts";
import { rowMembers, type WantedCells } from "./row-of-feed.ts";

interface CellsWork {
  readonly feed: FeedRow;
  readonly snapshot: Snapshot;
  readonly rowId: RowId;
  readonly wanted: WantedCells;
}

/** The transformed row as it is and as it would be. Takes no lock and writes nothing. `undefined`: it could not be computed. */
export async function previewCells(call: ShopCall, { feed, snapshot, rowId, wanted }: CellsWork): Promise<CellPreviewShape | undefined> {
  const { errors, propagatesTo } = wanted;
  const rows = await previewRow(call, { feed, snapshot, rowId, cells: Object.fromEntries(wanted.after) });
  if (rows === undefined) return undefined;
  const { before, after, findings } = rows;
  const [old, fresh] = [valuesOf(before), valuesOf(after)];
  const changed = Object.keys(fresh).filter((field) => fresh[field] !== old[field]);
  return {
    object: "cell_preview",
    ...rowMembers(feed, rowId),
    before: { ...before.output },
    after: { ...after.output },
    changes: changed.map((field) => ({ field, before: old[field] ?? "", after: fresh[field] ?? "" })),
    excluded: { before: before.reason !== null, after: after.reason !== null },
    excluded_reason: { before: before.reason, after: after.reason },
    findings: findings?.map((finding) => ({ ...finding })) ?? null,
    errors: [...errors],
    propagates_to: propagatesTo,
  };
}
