import type { ChannelPack } from "../channel-port.ts";
import { copyUrlStep } from "../../engine/channels/copy-url-step.ts";

export const tiktokSetup: ChannelPack["setupSteps"] = ({ feedUrl }) => [
  copyUrlStep(feedUrl),
  {
    title: "Open the catalog",
    text: "In TikTok Ads Manager open Assets > Catalog. For a new one choose Create, with the feed's country as targeting location and its currency as default currency; neither can be changed later.",
    url: "https://ads.tiktok.com",
  },
  {
    title: "Add the file",
    text: "In the catalog open Manage > Products and choose Add products > Data feed schedule. Give the feed a name and paste the URL; leave user name and password blank.",
    url: null,
  },
  {
    title: "Schedule the updates",
    text: "Choose Daily and an hour after the shop's extract, as update method Replace so that items that aren't in the file any more go, then Import.",
    url: null,
  },
  {
    title: "Connect the event source",
    text: "Under Manage > Event sources bind the pixel. Its content_id must be the sku_id of the file.",
    url: null,
  },
  {
    title: "Read the result",
    text: "The tab Diagnostics shows rejected items and dropped fields after the first import; the review of new products can take a day.",
    url: null,
  },
];
