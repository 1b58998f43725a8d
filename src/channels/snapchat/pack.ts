import { tableCells } from "../../engine/channels/cells.ts";
import { csv } from "../../engine/channels/channel-file.ts";
import { settingsSchema } from "../../engine/channels/channel-settings.ts";
import { saleDatesWithColons } from "../../engine/channels/sale-dates.ts";
import type { ChannelPack } from "../channel-port.ts";
import { SNAPCHAT_ATTRIBUTES } from "./attributes.ts";
import { snapchatChecks } from "./checks.ts";
import { snapchatPlatform } from "./platform.ts";
import { snapchatSetup } from "./setup.ts";

const FETCHED = "The file doesn't show it. Snapchat checks when it fetches the image.";

export const snapchat: ChannelPack = Object.freeze({
  slug: "snapchat",
  type: "snapchat",
  displayName: "Snapchat",
  syncMode: "api",
  attributes: SNAPCHAT_ATTRIBUTES,
  formats: [{ name: "csv", extension: "csv", contentType: "text/csv; charset=utf-8", packed: false, layout: csv }],
  settings: settingsSchema(["csv"]),
  cells: (input) => tableCells(SNAPCHAT_ATTRIBUTES, input, saleDatesWithColons(input)),
  checks: snapchatChecks,
  unchecked: [
    { code: "image_too_small", why: FETCHED },
    { code: "image_too_large", why: FETCHED },
    { code: "link_domain_mismatch", why: "Snapchat doesn't require a verified domain." },
    { code: "missing_shipping", why: "Snapchat doesn't require shipping costs in the file." },
  ],
  platform: snapchatPlatform,
  setupSteps: snapchatSetup,
} satisfies ChannelPack);
