import { defineManualPlatform } from "../manual-platform.ts";

export const metaPlatform = defineManualPlatform("Meta", "Register the feed's URL at Meta by hand, as the channel's setup steps say.");
