import type { ChannelPack } from "../../src/channels/channel-port.ts";
import { defineManualPlatform } from "../../src/channels/manual-platform.ts";
import { attributeTable } from "../../src/engine/channels/attribute.ts";
import { tableCells } from "../../src/engine/channels/cells.ts";
import { rss, tsv } from "../../src/engine/channels/channel-file.ts";
import { settingsSchema } from "../../src/engine/channels/channel-settings.ts";
import { name, sql } from "../../src/engine/sql/fragment.ts";

const TRIAL_PLATFORM = defineManualPlatform("Trial", "Register it by hand.");
const SOURCE = { document: "https://trial.example/attributes", date: "2026-11-23" };
const TABLE = attributeTable(SOURCE, new Set(["id", "title"]), [
  { name: "id", type: "text" },
  { name: "title", type: "text" },
  { name: "place", type: "integer" },
  { name: "note", type: "text" },
]);

/** A channel whose cells need to know of all rows, and whose first format is gzip itself. */
export const placingPack: ChannelPack = Object.freeze({
  slug: "openai",
  type: "trial",
  displayName: "Trial",
  syncMode: "feed_url",
  attributes: TABLE,
  formats: [
    { name: "lines", extension: "lines.gz", contentType: "application/gzip", packed: true, layout: tsv },
    { name: "xml", extension: "xml", contentType: "application/xml; charset=utf-8", packed: false, layout: rss },
  ],
  settings: settingsSchema(["lines", "xml"]),
  // Numbered from the end, so that a value in the wrong row shows.
  asides: () => ({ place: sql`row_number() OVER (ORDER BY ord DESC)` }),
  cells: (input) => tableCells(TABLE, input, { place: { value: sql`CAST(${input.rows.aside("place")} AS VARCHAR)`, reads: "always" } }),
  checks: ({ rows }) => [
    {
      kind: "row",
      code: "unlucky_number",
      category: "values",
      severity: "error",
      field: "title",
      message: "The number ends in 7.",
      whatToDo: "Choose another.",
      source: null,
      when: sql`ends_with(${rows.of("title")}, '7')`,
    },
  ],
  unchecked: [],
  platform: TRIAL_PLATFORM,
  setupSteps: () => [],
} satisfies ChannelPack);

/** A channel that asks what DuckDB refuses of the rows. */
export const failingCheckPack: ChannelPack = Object.freeze({
  ...placingPack,
  slug: "snapchat",
  displayName: "Failing check",
  asides: () => ({}),
  checks: (input) => placingPack.checks(input).map((check) => ({ ...check, when: sql`${name("nowhere")} = ''` })),
} satisfies ChannelPack);

/** A channel whose file DuckDB refuses to make. */
export const failingPack: ChannelPack = Object.freeze({
  ...placingPack,
  slug: "amazon",
  displayName: "Failing trial",
  asides: () => ({}),
  cells: (input) => tableCells(TABLE, input, { place: { value: sql`CAST(${name("nowhere")} AS VARCHAR)`, reads: "always" } }),
} satisfies ChannelPack);
