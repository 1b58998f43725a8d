import { z } from "zod";
import { formatId, idSchema, storedId } from "../../kernel/ids.ts";
import type { SyncRow } from "./sync-queries.ts";

export const SyncShape = z
  .strictObject({
    id: z.int().meta({ examples: [31] }),
    object: z.literal("sync_log"),
    feed_id: idSchema("feed", "Feed that was synced."),
    channel: z.string().meta({ description: "Slug of the channel.", examples: ["google"] }),
    mode: z.enum(["fetch", "push"]).meta({ description: "`fetch`: the platform was asked to read the file. `push`: rows were sent." }),
    status: z.enum(["pending", "success", "failed"]).meta({ examples: ["success"] }),
    rows_sent: z
      .int()
      .nullable()
      .meta({
        description:
          "Rows in the file the platform was asked to read, or rows it was sent and took, removals included; null until the sync is over.",
        examples: [3],
      }),
    errors_count: z
      .int()
      .nullable()
      .meta({ description: "Rows that the platform refused, and one for a sync that failed.", examples: [0] }),
    error_details: z
      .string()
      .nullable()
      .meta({
        description: "What went wrong and what to do; of rows that were refused, the first 20 by id. Null if nothing went wrong.",
        examples: [null],
      }),
    started_at: z.iso.datetime().nullable(),
    completed_at: z.iso.datetime().nullable(),
  })
  .meta({ id: "SyncLog" });

export function syncAnswer(row: SyncRow): z.input<typeof SyncShape> {
  return {
    id: row.id,
    object: "sync_log",
    feed_id: formatId("feed", storedId("feed", row.feed_id)),
    channel: row.channel,
    mode: row.mode,
    status: row.status,
    rows_sent: row.rows_sent,
    errors_count: row.errors_count,
    error_details: row.error_details,
    started_at: row.started_at?.toISOString() ?? null,
    completed_at: row.completed_at?.toISOString() ?? null,
  };
}
