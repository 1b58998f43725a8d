import { settingsSchema } from "../../engine/channels/channel-settings.ts";
import { ONE_OTHER_DOMAIN } from "../../engine/channels/storefront.ts";
import type { ChannelPack } from "../channel-port.ts";
import { acpProducts } from "./acp.ts";
import { OPENAI_ATTRIBUTES } from "./attributes.ts";
import { jsonLines, openaiAsides, openaiCells } from "./cells.ts";
import { openaiChecks } from "./checks.ts";
import { openaiPlatform } from "./platform.ts";
import { openaiSetup } from "./setup.ts";

const GZIP = { contentType: "application/gzip", packed: true } as const;

export const openai: ChannelPack = Object.freeze({
  slug: "openai",
  type: "openai",
  displayName: "OpenAI",
  syncMode: "feed_url",
  attributes: OPENAI_ATTRIBUTES,
  formats: [
    { name: "jsonl", extension: "jsonl.gz", ...GZIP, layout: jsonLines },
    { name: "acp", extension: "acp.jsonl.gz", ...GZIP, layout: acpProducts },
  ],
  settings: settingsSchema(["jsonl", "acp"]),
  asides: openaiAsides,
  cells: openaiCells,
  checks: openaiChecks,
  unchecked: [
    ONE_OTHER_DOMAIN,
    { code: "image_too_small", why: "A file doesn't show how large an image is." },
    { code: "landing_page_error", why: "A page has to be fetched to see whether it answers." },
  ],
  platform: openaiPlatform,
  setupSteps: openaiSetup,
} satisfies ChannelPack);
