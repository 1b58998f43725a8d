import type { ChannelPlatform } from "../platform-port.ts";
import { microsoftAccounts, microsoftConnecting } from "./platform-connect.ts";
import { microsoftDatafeeds } from "./platform-datafeeds.ts";
import { microsoftManners } from "./platform-manners.ts";
import { microsoftProcessing } from "./platform-processing.ts";
import { microsoftPush } from "./platform-push.ts";

/** Microsoft Merchant Center by the Content API 9.1, and version 13 of the advertising API for stores. */
export const microsoftPlatform: ChannelPlatform = Object.freeze({
  connecting: microsoftConnecting,
  mode: "push",
  manners: microsoftManners,
  accounts: microsoftAccounts,
  ...microsoftDatafeeds,
  ...microsoftProcessing,
  ...microsoftPush,
  hasCaselessItems: true,
} satisfies ChannelPlatform);
