import type { ChannelPlatform } from "../platform-port.ts";
import { googleAccounts, googleConnecting } from "./platform-connect.ts";
import { googleDatafeeds } from "./platform-datafeeds.ts";
import { googleManners } from "./platform-manners.ts";
import { googleProcessing } from "./platform-processing.ts";

const READS_FILES = { instead: "Google reads the channel's file; no rows are sent." };

/** Google Merchant Center by Merchant API v1. */
export const googlePlatform: ChannelPlatform = Object.freeze({
  connecting: googleConnecting,
  mode: "fetch",
  manners: googleManners,
  accounts: googleAccounts,
  ...googleDatafeeds,
  ...googleProcessing,
  pushLimits: { rowsMax: 1, bytesMax: 1 },
  push: READS_FILES,
  pushed: READS_FILES,
} satisfies ChannelPlatform);
