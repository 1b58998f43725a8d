import type { ChannelPack } from "../channel-port.ts";
import { copyUrlStep } from "../../engine/channels/copy-url-step.ts";

export const metaSetup: ChannelPack["setupSteps"] = ({ feedUrl }) => [
  copyUrlStep(feedUrl),
  {
    title: "Open the catalog",
    text: "In Commerce Manager, choose the catalog, or create one with Add catalog > Ecommerce. A catalog has one currency.",
    url: "https://business.facebook.com/commerce",
  },
  {
    title: "Add the file",
    text: "Open Catalog > Data sources and choose Add items > Data feed. Choose Use a URL or Google Sheets, paste the URL, and leave the login details blank.",
    url: null,
  },
  {
    title: "Schedule the updates",
    text: "Under Schedule your feed, choose Daily or Hourly, an hour after the shop's extract, and the catalog's default currency. Then choose Save feed and upload.",
    url: null,
  },
  {
    title: "Connect the pixel",
    text: "Under Events, choose Connect to tracking. The pixel's content_ids must match the ids in the file.",
    url: "https://business.facebook.com/events_manager2",
  },
  {
    title: "Check the result",
    text: "After the first upload, Data sources shows what Meta accepted, and Catalog > Issues shows what it found.",
    url: null,
  },
];
