import { defineManualPlatform } from "../manual-platform.ts";

export const pinterestPlatform = defineManualPlatform(
  "Pinterest",
  "Register the feed's URL at Pinterest by hand, as the channel's setup steps say.",
);
