export { channelFailed, channelSynced } from "./sync-events.ts";
export { claimSync, insertDuePushes, insertSyncsAfterPublish, keepSync, releaseSync, syncsWait } from "./sync-queries.ts";
export { pushingChannels } from "./pushing-channels.ts";
export { forgetPushes, wantRemovals } from "./push-queries.ts";
export { SyncShape } from "./sync-shapes.ts";
export { SYNC } from "./sync.ts";
export { listSyncs } from "./list-syncs.ts";
export { syncChannel } from "./sync-channel.ts";
export { type SyncServices, workSync } from "./work-sync.ts";
