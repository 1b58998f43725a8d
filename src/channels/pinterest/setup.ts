import type { ChannelPack } from "../channel-port.ts";
import { copyUrlStep } from "../../engine/channels/copy-url-step.ts";

export const pinterestSetup: ChannelPack["setupSteps"] = ({ feedUrl, settings }) => [
  copyUrlStep(feedUrl),
  {
    title: "Claim the website",
    text: "With a business account open Settings > Claimed accounts and claim the shop's domain. Items whose link is on another domain are refused.",
    url: "https://www.pinterest.com/settings/claim",
  },
  {
    title: "Add the data source",
    text: "Open the menu at the top left, choose Catalogs and product groups, then Add data source > Provide URL link.",
    url: "https://www.pinterest.com/business/catalogs",
  },
  {
    title: "Fill in its details",
    text: `Paste the URL under Feed URL and choose ${settings.format === "rss" ? "XML" : "TSV"} under File format. Country and language can't be changed later. Under Default currency choose the feed's; leave Feed login details blank.`,
    url: null,
  },
  {
    title: "Choose the time",
    text: "Under Repeat ingestion keep 24 hours, and under Start time choose an hour after the shop's extract.",
    url: null,
  },
  {
    title: "Read the result",
    text: "The data source shows errors and warnings after each ingestion. The first review of a data source can take two days.",
    url: null,
  },
];
