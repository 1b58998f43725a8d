import { defineManualPlatform } from "../manual-platform.ts";

export const microsoftPlatform = defineManualPlatform(
  "Microsoft",
  "Register the feed's URL at Microsoft by hand, as the channel's setup steps say.",
);
