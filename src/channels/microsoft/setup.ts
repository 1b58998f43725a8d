import type { ChannelPack } from "../channel-port.ts";
import { copyUrlStep } from "../../engine/channels/copy-url-step.ts";

export const microsoftSetup: ChannelPack["setupSteps"] = ({ feedUrl, settings }) => [
  copyUrlStep(feedUrl),
  {
    title: "Verify the store's domain",
    text: "In Microsoft Advertising, open Tools > Merchant Center and create a store. Verify its URL with Bing Webmaster Tools or a UET tag. Every link in the file must be on that domain.",
    url: "https://ads.microsoft.com",
  },
  {
    title: "Create the feed",
    text: `Open Tools > Merchant Center > Feeds and choose Create feed. Choose the feed type Primary feed, the destination Online Product ads and, as country of sale, ${settings.target_country ?? "the feed's country"}.`,
    url: null,
  },
  {
    title: "Set up the download",
    text: "Under Input method, choose Automatically download file from URL and paste the URL. Choose Daily and a time an hour after the shop's extract. Leave user name and password blank.",
    url: null,
  },
  {
    title: "Check the result",
    text: "After the first download, Feeds shows accepted and rejected offers. The review of new offers takes up to three business days. Offers that aren't sent again expire after 30 days.",
    url: null,
  },
];
