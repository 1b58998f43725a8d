import { z } from "zod";
import { FeedSettings } from "../../engine/plan/feed-definition.ts";
import type { Refuse } from "../../kernel/operation.ts";
import { dataOf } from "../../kernel/page.ts";
import { members } from "../../kernel/unsafe.ts";
import {
  changeDefinition,
  ChangeQuery,
  expectVersion,
  FeedIdPath,
  type FeedRow,
  findFeed,
  lockFeed,
  namedInShort,
} from "../feeds/index.ts";
import { type ShopChange, write } from "../operation.ts";
import { triggerRun } from "../runs/index.ts";
import { findLiveSnapshot } from "../snapshots/index.ts";
import { FeedPreviewShape, PREVIEW_ERRORS, previewFeed, PreviewMember } from "../transforms/index.ts";
import { storeSettings } from "./settings-queries.ts";
import { FeedSettingsChange, FeedSettingsShape, sameSettings, settingsAnswer } from "./settings-shapes.ts";

export const changeSettings = write({
  name: "settings.change",
  title: "Update feed settings",
  summary: "Changes settings of a feed and runs it.",
  description:
    "Members that are not named stay as they are; `utm: null` clears the parameters of links. `market_currency` is for market feeds alone. With `preview: true` nothing is kept, and the answer is what the change would do to the feed. Starts a run, or asks for one more at the end of the one that is running. Without a snapshot the next extract's run is the first to see the change.",
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
    use: "To change how the feed treats variants, ids, GTINs, links or the publish guard. Read them with `feed_settings` first.",
  },
  undone: "versions",
  // Locked by the change itself: a preview locks nothing.
  target: async (call, { feed_id: id }) => (await findFeed(call.shop, id)) ?? call.fail("resource_not_found"),
  before: (feed) => settingsAnswer(feed.settings),
  preview: {
    member: "preview",
    async show(call, { body: { preview: _preview, ...body }, target }) {
      refuseCurrency(call, target, body);
      const settings = FeedSettings.parse(merged(target.settings, body));
      return { data: await previewFeed(call, target, (definition) => ({ ...definition, settings })) };
    },
  },
  async run(call, { path, query, body: { preview: _preview, ...body }, target }) {
    refuseCurrency(call, target, body);
    const feed = (await lockFeed(call.shop, path.feed_id)) ?? call.fail("resource_not_found");
    await expectVersion(call, feed, query.expected_version);
    const settings = merged(feed.settings, body);
    if (sameSettings(settings, feed.settings)) return { data: settingsAnswer(feed.settings) };
    await storeSettings(call.shop, path.feed_id, settings);
    const changed =
      (await changeDefinition(call, path.feed_id, `Changed settings: ${namedInShort(Object.keys(body))}.`)) ??
      call.fail("resource_not_found");
    await runChanged(call, changed);
    return { data: settingsAnswer(settings) };
  },
});

function refuseCurrency(call: Refuse<"invalid_param">, { feed_type: type }: FeedRow, { market_currency: currency }: FeedSettingsChange) {
  if (typeof currency !== "string" || type === "market") return;
  call.fail("invalid_param", "Only a market feed has a market_currency; this feed's prices are in the shop's currency.", [
    { param: "/market_currency", code: "invalid_param", message: "Only a market feed has one." },
  ]);
}

/** Only what was ever set is stored, so that the rest follows our defaults. */
function merged(stored: Readonly<Record<string, unknown>>, { publish_guard: guard, ...rest }: FeedSettingsChange) {
  return { ...stored, ...rest, ...(guard === undefined ? {} : { publish_guard: { ...members(stored["publish_guard"]), ...guard } }) };
}

async function runChanged({ shop, queue }: ShopChange, feed: FeedRow): Promise<void> {
  const snapshot = await findLiveSnapshot(shop);
  if (snapshot !== undefined) await triggerRun(shop, queue, { feed, extractId: snapshot.extractId, trigger: "settings" });
}
