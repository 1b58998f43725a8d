import { defineManualPlatform } from "../manual-platform.ts";

export const tiktokPlatform = defineManualPlatform(
  "TikTok",
  "Register the feed's URL at TikTok by hand, as the channel's setup steps say.",
);
