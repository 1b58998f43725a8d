import type { ChannelPlatform } from "../platform-port.ts";
import { listAccounts, pinterestConnecting } from "./platform-connect.ts";
import { createDatafeed, deleteDatafeed, fetchNow, listDatafeeds, targetOf, updateDatafeed } from "./platform-datafeeds.ts";
import { findingCodeOf } from "./platform-issues.ts";
import { pinterestManners } from "./platform-manners.ts";
import { latestProcessing } from "./platform-processing.ts";

/** Pinterest documents no bound for fetching on request. A file that didn't change is skipped. */
const FETCH_EVERY_MS = 15 * 60_000;

const readsFile = { instead: "Pinterest reads the feed's file, by itself every 24 to 48 hours." };

export const pinterestPlatform: ChannelPlatform = Object.freeze({
  connecting: pinterestConnecting,
  mode: "fetch",
  manners: pinterestManners,
  accounts: listAccounts,
  listDatafeeds,
  targetOf,
  createDatafeed,
  updateDatafeed,
  deleteDatafeed,
  fetchNow,
  fetchEveryMs: FETCH_EVERY_MS,
  latestProcessing,
  itemStatuses: {
    instead:
      "Pinterest doesn't list items with a status. Look at the samples of the latest processing's issues, or at Catalogs > Data sources.",
  },
  pushLimits: { rowsMax: 1, bytesMax: 1 },
  push: readsFile,
  pushed: readsFile,
  findingCodeOf,
} satisfies ChannelPlatform);
