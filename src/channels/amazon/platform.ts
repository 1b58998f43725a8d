import { defineManualPlatform } from "../manual-platform.ts";

export const amazonPlatform = defineManualPlatform(
  "Amazon",
  "Register the feed's URL at Amazon by hand, as the channel's setup steps say.",
);
