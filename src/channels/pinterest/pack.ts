import { tableCells } from "../../engine/channels/cells.ts";
import { rss, tsv } from "../../engine/channels/channel-file.ts";
import { settingsSchema } from "../../engine/channels/channel-settings.ts";
import type { ChannelPack } from "../channel-port.ts";
import { PINTEREST_ATTRIBUTES } from "./attributes.ts";
import { pinterestChecks } from "./checks.ts";
import { pinterestPlatform } from "./platform.ts";
import { pinterestSetup } from "./setup.ts";
import { PINTEREST_UNCHECKED } from "./unchecked.ts";

export const pinterest: ChannelPack = Object.freeze({
  slug: "pinterest",
  type: "pinterest",
  displayName: "Pinterest",
  syncMode: "api",
  attributes: PINTEREST_ATTRIBUTES,
  formats: [
    { name: "tsv", extension: "tsv", contentType: "text/tab-separated-values; charset=utf-8", packed: false, layout: tsv },
    { name: "rss", extension: "xml", contentType: "application/xml; charset=utf-8", packed: false, layout: rss },
  ],
  settings: settingsSchema(["tsv", "rss"]),
  cells: (input) => tableCells(PINTEREST_ATTRIBUTES, input),
  checks: pinterestChecks,
  unchecked: PINTEREST_UNCHECKED,
  platform: pinterestPlatform,
  setupSteps: pinterestSetup,
} satisfies ChannelPack);
