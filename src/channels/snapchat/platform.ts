import { defineManualPlatform } from "../manual-platform.ts";

export const snapchatPlatform = defineManualPlatform(
  "Snapchat",
  "Feedwright can't connect to Snapchat. Paste the file's address in Snapchat Ads Manager, under Catalogs > Create Catalog > Use Product Feed, and look there for what Snapchat found.",
);
