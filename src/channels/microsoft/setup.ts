import type { ChannelPack } from "../channel-port.ts";
import { copyUrlStep } from "../../engine/channels/copy-url-step.ts";

export const microsoftSetup: ChannelPack["setupSteps"] = ({ feedUrl, settings }) => [
  copyUrlStep(feedUrl),
  {
    title: "Verify the store's domain",
    text: "In Microsoft Advertising open Tools > Merchant Center and create a store. Its URL has to be verified by Bing Webmaster Tools or a UET tag; every link of the file must be on that domain.",
    url: "https://ads.microsoft.com",
  },
  {
    title: "Create the feed",
    text: `Open Tools > Merchant Center > Feeds and choose Create feed. As feed type choose Primary feed, as destination Online Product ads, as country of sale ${settings.target_country ?? "the feed's country"}.`,
    url: null,
  },
  {
    title: "Let Microsoft fetch the file",
    text: "Under Input method choose Automatically download file from URL, paste the URL, choose Daily and a time an hour after the shop's extract. Leave user name and password blank.",
    url: null,
  },
  {
    title: "Read the result",
    text: "Feeds shows accepted and rejected offers after the first download. New offers are reviewed, which takes up to three business days; offers that aren't sent again expire after 30 days.",
    url: null,
  },
];
