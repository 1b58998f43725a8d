import { defineManualPlatform } from "../manual-platform.ts";

export const snapchatPlatform = defineManualPlatform(
  "Snapchat",
  "Register the feed's URL at Snapchat by hand, as the channel's setup steps say.",
);
