export { assignChannel } from "./assign-channel.ts";
export { getChannel } from "./get-channel.ts";
export { getFeedChannel } from "./get-feed-channel.ts";
export { listAttributes } from "./list-attributes.ts";
export { listChannels } from "./list-channels.ts";
export { listFeedChannels } from "./list-feed-channels.ts";
export { removeChannel } from "./remove-channel.ts";
