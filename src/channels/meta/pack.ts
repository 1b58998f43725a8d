import { tableCells } from "../../engine/channels/cells.ts";
import { csv } from "../../engine/channels/channel-file.ts";
import { settingsSchema } from "../../engine/channels/channel-settings.ts";
import { saleDatesWithColons } from "../../engine/channels/sale-dates.ts";
import type { ChannelPack } from "../channel-port.ts";
import { META_ATTRIBUTES } from "./attributes.ts";
import { metaChecks } from "./checks.ts";
import { metaRss } from "./layout.ts";
import { metaPlatform } from "./platform.ts";
import { metaSetup } from "./setup.ts";
import { META_UNCHECKED } from "./unchecked.ts";

export const meta: ChannelPack = Object.freeze({
  slug: "meta",
  type: "meta",
  displayName: "Meta (Facebook and Instagram)",
  syncMode: "api",
  attributes: META_ATTRIBUTES,
  formats: [
    { name: "csv", extension: "csv", contentType: "text/csv; charset=utf-8", packed: false, layout: csv },
    { name: "rss", extension: "xml", contentType: "application/xml; charset=utf-8", packed: false, layout: metaRss },
  ],
  settings: settingsSchema(["csv", "rss"]),
  cells: (input) => tableCells(META_ATTRIBUTES, input, saleDatesWithColons(input)),
  checks: metaChecks,
  unchecked: META_UNCHECKED,
  platform: metaPlatform,
  setupSteps: metaSetup,
} satisfies ChannelPack);
