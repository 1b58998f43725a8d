import { csv, rss } from "../../engine/channels/channel-file.ts";
import { settingsSchema } from "../../engine/channels/channel-settings.ts";
import { ONE_OTHER_DOMAIN } from "../../engine/channels/storefront.ts";
import type { ChannelPack } from "../channel-port.ts";
import { TIKTOK_ATTRIBUTES } from "./attributes.ts";
import { tiktokCells } from "./cells.ts";
import { tiktokChecks } from "./checks.ts";
import { tiktokPlatform } from "./platform.ts";
import { tiktokSetup } from "./setup.ts";

const FETCHED = "The file doesn't show it. TikTok checks when it fetches the image.";

export const tiktok: ChannelPack = Object.freeze({
  slug: "tiktok",
  type: "tiktok",
  displayName: "TikTok",
  syncMode: "api",
  attributes: TIKTOK_ATTRIBUTES,
  formats: [
    { name: "csv", extension: "csv", contentType: "text/csv; charset=utf-8", packed: false, layout: csv },
    { name: "rss", extension: "xml", contentType: "application/xml; charset=utf-8", packed: false, layout: rss },
  ],
  settings: settingsSchema(["csv", "rss"]),
  cells: tiktokCells,
  checks: tiktokChecks,
  unchecked: [
    ONE_OTHER_DOMAIN,
    { code: "image_too_small", why: FETCHED },
    { code: "image_too_large", why: FETCHED },
    { code: "missing_shipping", why: "TikTok doesn't require shipping costs in the file." },
  ],
  platform: tiktokPlatform,
  setupSteps: tiktokSetup,
} satisfies ChannelPack);
