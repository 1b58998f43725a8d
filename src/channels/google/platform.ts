import { defineManualPlatform } from "../manual-platform.ts";

export const googlePlatform = defineManualPlatform(
  "Google",
  "Register the feed's URL at Google by hand, as the channel's setup steps say.",
);
