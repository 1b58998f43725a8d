import type { ChannelPack } from "../channel-port.ts";
import { copyUrlStep } from "../../engine/channels/copy-url-step.ts";

export const tiktokSetup: ChannelPack["setupSteps"] = ({ feedUrl }) => [
  copyUrlStep(feedUrl),
  {
    title: "Open the catalog",
    text: "In TikTok Ads Manager, open Assets > Catalog. To create a catalog, choose Create, with the feed's country as targeting location and its currency as default currency. Neither can be changed later.",
    url: "https://ads.tiktok.com",
  },
  {
    title: "Add the file",
    text: "In the catalog, open Manage > Products and choose Add products > Data feed schedule. Name the feed and paste the URL. Leave user name and password blank.",
    url: null,
  },
  {
    title: "Schedule the updates",
    text: "Choose Daily and an hour after the shop's extract. Choose the update method Replace, so that items no longer in the file are removed. Then choose Import.",
    url: null,
  },
  {
    title: "Connect the event source",
    text: "Under Manage > Event sources, connect the pixel. Its content_id must be the sku_id in the file.",
    url: null,
  },
  {
    title: "Check the result",
    text: "After the first import, the tab Diagnostics shows rejected items and dropped fields. The review of new products can take a day.",
    url: null,
  },
];
