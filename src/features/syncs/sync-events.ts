import { defineEvent } from "../events/index.ts";
import { SyncShape } from "./sync-shapes.ts";

export const channelSynced = defineEvent({ name: "channel.synced", data: SyncShape });
export const channelFailed = defineEvent({
  name: "channel.failed",
  data: SyncShape,
  example: {
    status: "failed",
    rows_sent: null,
    errors_count: 1,
    error_details: "Google no longer accepts the connection. Connect Google again.",
  },
});
