import { z } from "zod";
import type { Refuse } from "../../kernel/operation.ts";
import { dataOf } from "../../kernel/page.ts";
import { members } from "../../kernel/unsafe.ts";
import { changeDefinition, changeOf, type Edit, previewEdit } from "../definitions/index.ts";
import { ChangeQuery, FeedIdPath, type FeedRow, findFeed, namedInShort } from "../feeds/index.ts";
import { write } from "../operation.ts";
import { FeedPreviewShape, PREVIEW_ERRORS, PreviewMember } from "../transforms/index.ts";
import { settingsSection } from "./section.ts";
import { FeedSettingsChange, FeedSettingsShape, settingsAnswer } from "./settings-shapes.ts";

export const changeSettings = write({
  name: "settings.change",
  title: "Update feed settings",
  summary: "Changes settings of a feed and runs it.",
  description:
    "Settings you don't name stay unchanged, and `utm: null` clears the parameters of links. `market_currency` is only for market feeds. With `preview: true` nothing is saved, and the response is the effect of the change on the feed. The change starts a run, or queues one after the run in progress. Without a snapshot, the first run to use the new settings is the one after the next extract.",
  scope: "write_settings",
  http: { method: "PATCH", path: "/feeds/{feed_id}/settings", status: 200 },
  path: FeedIdPath,
  query: ChangeQuery,
  body: z.strictObject({ ...FeedSettingsChange.shape, preview: PreviewMember }),
  memberCodes: {
    seo: "invalid_param",
    variants: "invalid_param",
    variant_titles: "invalid_param",
    use_shopify_quantity: "invalid_param",
    import_unpublish_product: "invalid_param",
    gift_cards: "invalid_param",
    gtin_source: "invalid_param",
    id_format: "invalid_param",
    utm: "invalid_param",
    market_currency: "invalid_param",
    publish_guard: "invalid_param",
  },
  output: dataOf(z.union([FeedSettingsShape, FeedPreviewShape])),
  example: { body: { seo: true, utm: { utm_source: "google" } } },
  errors: ["resource_not_found", "version_conflict", "invalid_param", ...PREVIEW_ERRORS],
  audit: "settings.changed",
  mcp: {
    tool: "update_settings",
    use: "Use it to change how the feed treats variants, ids, GTINs, links or the publish guard. Read them with `feed_settings` first.",
  },
  undone: "versions",
  // Locked by the change itself: a preview locks nothing.
  target: async (call, { feed_id: id }) => (await findFeed(call.shop, id)) ?? call.fail("resource_not_found"),
  before: (feed) => settingsAnswer(feed.settings),
  preview: {
    member: "preview",
    show: async (call, asked) => ({ data: await previewEdit(call, editOf(call, asked)) }),
  },
  run: async (call, asked) => ({ data: settingsAnswer((await changeDefinition(call, editOf(call, asked))).feed.settings) }),
});

interface Asked {
  readonly path: z.output<typeof FeedIdPath>;
  readonly query: z.output<typeof ChangeQuery>;
  readonly body: FeedSettingsChange & { readonly preview?: boolean };
}

function editOf(call: Refuse<"invalid_param">, { path, query, body: { preview: _preview, ...body } }: Asked): Edit {
  return {
    feedId: path.feed_id,
    expected: query.expected_version,
    async read(feed) {
      refuseCurrency(call, feed, body);
      const after = merged(feed.settings, body);
      return {
        changes: [changeOf(settingsSection, { before: feed.settings, after })],
        summary: `Changed settings: ${namedInShort(Object.keys(body))}.`,
      };
    },
  };
}

function refuseCurrency(call: Refuse<"invalid_param">, { feed_type: type }: FeedRow, { market_currency: currency }: FeedSettingsChange) {
  if (typeof currency !== "string" || type === "market") return;
  call.fail("invalid_param", "Only a market feed can have a market_currency. This feed's prices are in the shop's currency.", [
    { param: "/market_currency", code: "invalid_param", message: "Only a market feed can have this setting. Leave it out." },
  ]);
}

/** Only what was ever set is stored, so that the rest follows our defaults. */
function merged(stored: Readonly<Record<string, unknown>>, { publish_guard: guard, ...rest }: FeedSettingsChange) {
  return { ...stored, ...rest, ...(guard === undefined ? {} : { publish_guard: { ...members(stored["publish_guard"]), ...guard } }) };
}
