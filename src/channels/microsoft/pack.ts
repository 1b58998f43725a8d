import { tableCells } from "../../engine/channels/cells.ts";
import { marketOf } from "../../engine/channels/channel-input.ts";
import { plainTsv, rss } from "../../engine/channels/channel-file.ts";
import { MarketSettings, settingsSchema } from "../../engine/channels/channel-settings.ts";
import { ONE_OTHER_DOMAIN } from "../../engine/channels/storefront.ts";
import type { ChannelPack } from "../channel-port.ts";
import { MICROSOFT_ATTRIBUTES, NAMES_IN_XML } from "./attributes.ts";
import { microsoftChecks } from "./checks.ts";
import { microsoftPlatform } from "./platform.ts";
import { languageOf } from "./platform-datafeeds.ts";
import { microsoftSetup } from "./setup.ts";

const FETCHED = "The file doesn't show it. Microsoft checks when it fetches the image.";

export const microsoft: ChannelPack = Object.freeze({
  slug: "microsoft",
  type: "microsoft",
  displayName: "Microsoft Merchant Center",
  syncMode: "feed_url",
  attributes: MICROSOFT_ATTRIBUTES,
  formats: [
    { name: "tsv", extension: "txt", contentType: "text/plain; charset=utf-8", packed: false, layout: plainTsv },
    {
      name: "rss",
      extension: "xml",
      contentType: "application/xml; charset=utf-8",
      packed: false,
      layout: rss,
      names: NAMES_IN_XML,
    },
  ],
  settings: settingsSchema(["tsv", "rss"], MarketSettings),
  cells: (input) => tableCells(MICROSOFT_ATTRIBUTES, input),
  checks: microsoftChecks,
  unchecked: [
    ONE_OTHER_DOMAIN,
    { code: "image_too_small", why: FETCHED },
    { code: "image_too_large", why: FETCHED },
    { code: "ms_link_redirects", why: "A link has to be opened to see whether it redirects." },
    { code: "availability_date_invalid", why: "Microsoft ignores availability_date." },
  ],
  platform: microsoftPlatform,
  pushing: {
    seller: ({ account }) => account.id,
    market: (input) => {
      const { country, language } = marketOf(input);
      return { target_country: country, content_language: languageOf(language) };
    },
  },
  setupSteps: microsoftSetup,
} satisfies ChannelPack);
