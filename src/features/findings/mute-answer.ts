import type { MuteShape } from "./finding-shapes.ts";
import type { MuteRow } from "./mute-queries.ts";

export function muteAnswer({ id, code, field, row_id: rowId, note, created_at: createdAt }: MuteRow): MuteShape {
  const row = rowId === null ? null : String(rowId);
  return { id, object: "finding_mute", code, field, row_id: row, note, created_at: createdAt.toISOString() };
}
