import type { ChannelPlatform } from "../platform-port.ts";
import { tiktokAccounts, tiktokConnecting } from "./platform-connect.ts";
import {
  createTiktokFeed,
  deleteTiktokFeed,
  fetchTiktokFeed,
  listTiktokFeeds,
  tiktokTargetOf,
  updateTiktokFeed,
} from "./platform-datafeeds.ts";
import { tiktokFindingOf } from "./platform-findings.ts";
import { tiktokManners } from "./platform-manners.ts";
import { latestTiktokProcessing, tiktokItems, tiktokRun } from "./platform-processing.ts";

const FETCHED = { instead: "TikTok reads the channel's file on its schedule. Register the file, and ask for a reading." };

/** TikTok's API for Business v1.3: catalogs read our file on a schedule. */
export const tiktokPlatform: ChannelPlatform = Object.freeze({
  connecting: tiktokConnecting,
  mode: "fetch",
  manners: tiktokManners,
  accounts: tiktokAccounts,
  listDatafeeds: listTiktokFeeds,
  targetOf: tiktokTargetOf,
  createDatafeed: createTiktokFeed,
  updateDatafeed: updateTiktokFeed,
  deleteDatafeed: deleteTiktokFeed,
  fetchNow: fetchTiktokFeed,
  fetchEveryMs: 0,
  latestProcessing: latestTiktokProcessing,
  processingOf: tiktokRun,
  itemStatuses: tiktokItems,
  pushLimits: { rowsMax: 1, bytesMax: 1 },
  push: FETCHED,
  pushed: FETCHED,
  findingCodeOf: tiktokFindingOf,
});
