import type { ChannelPlatform } from "../platform-port.ts";
import { amazonAccounts, amazonConnecting } from "./platform-connect.ts";
import { MESSAGES_MAX, VALUES_BYTES_MAX } from "./platform-document.ts";
import { amazonManners } from "./platform-manners.ts";
import { pushedToAmazon, pushToAmazon } from "./platform-push.ts";
import { amazonFindingOf, amazonItems } from "./platform-statuses.ts";

const PUSHED = { instead: "Amazon doesn't read files from an address. Sync the channel, and Feedwright sends the rows." };

/** Amazon's Selling Partner API: rows are sent as listings feeds. */
export const amazonPlatform: ChannelPlatform = Object.freeze({
  connecting: amazonConnecting,
  mode: "push",
  manners: amazonManners,
  accounts: amazonAccounts,
  listDatafeeds: PUSHED,
  targetOf: () => "",
  createDatafeed: PUSHED,
  updateDatafeed: PUSHED,
  deleteDatafeed: PUSHED,
  fetchNow: PUSHED,
  fetchEveryMs: 0,
  latestProcessing: { instead: "Amazon reports by batch and by listing. Look at the sync's errors and the items' statuses." },
  itemStatuses: amazonItems,
  pushLimits: { rowsMax: MESSAGES_MAX, bytesMax: VALUES_BYTES_MAX },
  push: pushToAmazon,
  pushed: pushedToAmazon,
  findingCodeOf: amazonFindingOf,
});
