import type { ChannelPack } from "../channel-port.ts";
import { copyUrlStep } from "../../engine/channels/copy-url-step.ts";

export const pinterestSetup: ChannelPack["setupSteps"] = ({ feedUrl, settings }) => [
  copyUrlStep(feedUrl),
  {
    title: "Claim the website",
    text: "With a business account, open Settings > Claimed accounts and claim the shop's domain. Pinterest rejects items with links to other domains.",
    url: "https://www.pinterest.com/settings/claim",
  },
  {
    title: "Add the data source",
    text: "Open the menu at the top left and choose Catalogs and product groups. Then choose Add data source > Provide URL link.",
    url: "https://www.pinterest.com/business/catalogs",
  },
  {
    title: "Fill in the details",
    text: `Paste the URL under Feed URL and choose ${settings.format === "rss" ? "XML" : "TSV"} under File format. Country and language can't be changed later. Choose the feed's currency under Default currency. Leave Feed login details blank.`,
    url: null,
  },
  {
    title: "Choose the time",
    text: "Under Repeat ingestion, keep 24 hours. Under Start time, choose an hour after the shop's extract.",
    url: null,
  },
  {
    title: "Check the result",
    text: "The data source shows errors and warnings after each ingestion. The first review of a data source can take two days.",
    url: null,
  },
];
