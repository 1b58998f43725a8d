import type { ChannelPlatform } from "../platform-port.ts";
import { listAccounts, metaConnecting } from "./platform-connect.ts";
import { createDatafeed, deleteDatafeed, fetchNow, listDatafeeds, targetOf, updateDatafeed } from "./platform-datafeeds.ts";
import { findingCodeOf } from "./platform-issues.ts";
import { metaManners } from "./platform-manners.ts";
import { itemStatuses, latestProcessing } from "./platform-processing.ts";

/** Meta documents no bound for uploads by request. A large file takes minutes to read. */
const FETCH_EVERY_MS = 15 * 60_000;

const readsFile = { instead: "Meta reads the feed's file. Ask it to fetch the file now." };

export const metaPlatform: ChannelPlatform = Object.freeze({
  connecting: metaConnecting,
  mode: "fetch",
  manners: metaManners,
  accounts: listAccounts,
  listDatafeeds,
  targetOf,
  createDatafeed,
  updateDatafeed,
  deleteDatafeed,
  fetchNow,
  fetchEveryMs: FETCH_EVERY_MS,
  latestProcessing,
  itemStatuses,
  pushLimits: { rowsMax: 1, bytesMax: 1 },
  push: readsFile,
  pushed: readsFile,
  findingCodeOf,
} satisfies ChannelPlatform);
