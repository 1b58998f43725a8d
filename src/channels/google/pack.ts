import { tableCells } from "../../engine/channels/cells.ts";
import { rss, tsv } from "../../engine/channels/channel-file.ts";
import { MarketSettings, settingsSchema } from "../../engine/channels/channel-settings.ts";
import { ONE_OTHER_DOMAIN } from "../../engine/channels/storefront.ts";
import type { ChannelPack } from "../channel-port.ts";
import { GOOGLE_ATTRIBUTES } from "./attributes.ts";
import { googleChecks } from "./checks.ts";
import { googlePlatform } from "./platform.ts";
import { googleSetup } from "./setup.ts";

export const google: ChannelPack = Object.freeze({
  slug: "google",
  type: "google_merchant_center",
  displayName: "Google Merchant Center",
  syncMode: "api",
  attributes: GOOGLE_ATTRIBUTES,
  formats: [
    { name: "tsv", extension: "txt", contentType: "text/plain; charset=utf-8", packed: false, layout: tsv },
    { name: "rss", extension: "xml", contentType: "application/xml; charset=utf-8", packed: false, layout: rss },
  ],
  settings: settingsSchema(["tsv", "rss"], MarketSettings),
  cells: (input) => tableCells(GOOGLE_ATTRIBUTES, input),
  checks: googleChecks,
  unchecked: [
    ONE_OTHER_DOMAIN,
    { code: "image_too_small", why: "A file doesn't show how large an image is. Google checks when it fetches the image." },
    { code: "image_too_large", why: "A file doesn't show how large an image is. Google checks when it fetches the image." },
    { code: "missing_shipping", why: "Shipping costs are usually set in the account, which a file doesn't show." },
  ],
  platform: googlePlatform,
  setupSteps: googleSetup,
} satisfies ChannelPack);
