import { z } from "zod";
import { idSchema } from "../../kernel/ids.ts";
import { defineEvent } from "./event.ts";

/**
 * Events of channels that nothing causes yet. Their shapes are promised now, so that
 * someone who subscribes to them today can read them the day they come.
 */

const feedId = idSchema("feed", "Feed the event is about.");
const channel = z.string().meta({ description: "Slug of the channel.", examples: ["google"] });

const SyncShape = z
  .strictObject({
    id: z.int(),
    object: z.literal("sync_log"),
    feed_id: feedId,
    channel,
    status: z.enum(["pending", "success", "failed"]).meta({ examples: ["success"] }),
    rows_sent: z
      .int()
      .nullable()
      .meta({ examples: [3] }),
    errors_count: z
      .int()
      .nullable()
      .meta({ examples: [0] }),
    error_details: z
      .string()
      .nullable()
      .meta({ examples: [null] }),
    started_at: z.iso.datetime().nullable(),
    completed_at: z.iso.datetime().nullable(),
  })
  .meta({ id: "SyncLog" });

export const channelSynced = defineEvent({ name: "channel.synced", data: SyncShape });
export const channelFailed = defineEvent({
  name: "channel.failed",
  data: SyncShape,
  example: { status: "failed", rows_sent: null, errors_count: 1, error_details: "The channel could not be reached." },
});
