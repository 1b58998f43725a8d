import type { ChannelPack } from "../channel-port.ts";
import { copyUrlStep } from "../../engine/channels/copy-url-step.ts";

export const snapchatSetup: ChannelPack["setupSteps"] = ({ feedUrl }) => [
  copyUrlStep(feedUrl),
  {
    title: "Create the catalog",
    text: "In Snapchat Ads Manager, open the menu in the top corner, choose Catalogs, then Create Catalog.",
    url: "https://ads.snapchat.com",
  },
  {
    title: "Add the file",
    text: "For the catalog data source, choose Use Product Feed, name it and paste the URL. No login is needed.",
    url: null,
  },
  {
    title: "Schedule the updates",
    text: "Under Update schedule, choose Daily and an hour after the shop's extract.",
    url: null,
  },
  {
    title: "Connect the pixel",
    text: "Attach the Snap Pixel to the catalog; dynamic ads need it. Its item_ids must be the ids of the file.",
    url: null,
  },
  {
    title: "Check the result",
    text: "Catalogs shows the diagnostics of each upload.",
    url: null,
  },
];
