import { defineManualPlatform } from "../manual-platform.ts";

export const openaiPlatform = defineManualPlatform(
  "OpenAI",
  "Register the feed's URL at OpenAI by hand, as the channel's setup steps say.",
);
