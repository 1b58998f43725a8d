import { storedId } from "../../kernel/ids.ts";
import type { Refuse } from "../../kernel/operation.ts";
import { dataOf } from "../../kernel/page.ts";
import { storedActor } from "../audit/index.ts";
import { FeedDetailShape, insertVersion, namedInShort, showFeed } from "../feeds/index.ts";
import { type ShopCall, write } from "../operation.ts";
import { triggerRun } from "../runs/index.ts";
import { findCollection } from "../selection/index.ts";
import { findLiveSnapshot, type Snapshot } from "../snapshots/index.ts";
import {
  countFeeds,
  findFeedOfFile,
  findShopOfFeeds,
  insertCopiedFeed,
  lockPrimaryFeed,
  type NewFeed,
  type ShopOfFeeds,
} from "./additional-feed-queries.ts";
import { FeedCreateInput } from "./feed-inputs.ts";
import { requirePlan } from "./plan-gate.ts";
import { type Creation, readCreation } from "./read-creation.ts";
import { slugOf } from "./slug.ts";
import { readTarget, targetOfNew } from "./target.ts";
import { faultsMessage, wrong } from "./written-members.ts";

const ERRORS = [
  "label_required",
  "invalid_feed_type",
  "locale_invalid",
  "plan_upgrade_required",
  "translation_scope_missing",
  "invalid_param",
  "collection_not_found",
  "slug_conflict",
  "validation_failed",
] as const;
type Call = ShopCall & Refuse<(typeof ERRORS)[number]>;

/** Every extract runs each of them. Inactive ones count: their file names stay theirs. */
const FEEDS_MAX = 200;

export const createFeed = write({
  name: "feeds.create",
  summary: "Adds a language or market feed beside the primary one.",
  description:
    "It begins with the mapping, settings, guard and extra columns of the primary feed, without its rules, cells, tests, channels and selection. A run starts at once where there is a snapshot; `feed_url` is null until one has been published. Type, language, selection mode and file name are fixed.",
  scope: "write_feeds",
  http: { method: "POST", path: "/feeds", status: 201 },
  body: FeedCreateInput,
  output: dataOf(FeedDetailShape),
  errors: ERRORS,
  audit: "feed.created",
  mcp: { tool: "create_feed" },
  async run(call, { body }) {
    const creation = readCreation(call, body);
    const shop = await findShopOfFeeds(call.shop);
    await requirePlan(call, shop);
    if (creation.feedType === "language") requireTranslations(call, shop);
    const snapshot = await findLiveSnapshot(call.shop);
    const target = targetOfNew(readTarget(call, body, snapshot?.facts.markets ?? []), creation.feedType, shop.country);
    const collectionTitle = await readCollection(call, creation, snapshot);
    const { displayName, feedType, locale, mode, faults } = creation;
    const named = { displayName, slug: slugOf(displayName), feedType, locale, mode, collectionTitle };
    return { data: await makeFeed(call, { ...named, targetMarket: target.market, targetCountry: target.country, faults }, snapshot) };
  },
});

/** Whether the platform lets us read translations is known of a shop whose languages it has told. */
function requireTranslations(call: Call, { storefront, languages }: ShopOfFeeds): void {
  if (storefront === "csv")
    call.fail(
      "translation_scope_missing",
      "The shop comes from an export, which has no translations. A language feed needs a connected shop.",
    );
  if (languages.length < 2) {
    const needed = "Publish the shop in a second language, grant the app read_locales and read_translations, and add the shop again.";
    call.fail("translation_scope_missing", `Feedwright knows of no language the shop is translated into. ${needed}`);
  }
}

/** The collection as the shop calls it. The snapshot has no ids of collections, so an id is one that matches none. */
async function readCollection(call: Call, { collection }: Creation, snapshot: Snapshot | undefined): Promise<string | null> {
  if (collection === null) return null;
  const { title, id } = collection;
  const refuse = (name: string, message: string): never => call.fail("collection_not_found", message, [wrong(name, message)]);
  if (typeof title !== "string" || title.trim() === "")
    return refuse("selected_collection_title", "In collection mode `selected_collection_title` names the collection.");
  if (id !== undefined && id !== null)
    return refuse("selected_collection_id", "Collections of this shop are known by title alone. Leave `selected_collection_id` out.");
  if (snapshot === undefined)
    return refuse("selected_collection_title", "The shop's collections are not known yet. Run a full extract first.");
  const { title: found, others } = await findCollection(call, snapshot, title);
  if (found !== undefined) return found;
  const known = others.length === 0 ? "It has none with products." : `It has ${namedInShort(others)}.`;
  return refuse("selected_collection_title", `The shop has no collection of this title with products. ${known}`);
}

type Wanted = NewFeed & Pick<Creation, "faults">;

async function makeFeed(call: Call, { faults, ...feed }: Wanted, snapshot: Snapshot | undefined) {
  await lockPrimaryFeed(call.shop);
  await refuseTaken(call, feed);
  if (faults.length > 0) return call.fail("validation_failed", faultsMessage(faults), faults);
  if ((await countFeeds(call.shop)) >= FEEDS_MAX)
    return call.fail("validation_failed", `A shop has at most ${FEEDS_MAX} feeds, inactive ones included. Use one of those.`);
  const made = (await insertCopiedFeed(call.shop, feed)) ?? call.fail("slug_conflict");
  const id = storedId("feed", made.id);
  await insertVersion(call.shop, id, { summary: "Created the feed.", createdBy: storedActor(call.actor) });
  if (snapshot !== undefined) await triggerRun(call.shop, call.queue, { feed: made, extractId: snapshot.extractId, trigger: "settings" });
  return showFeed(call, id);
}

async function refuseTaken(call: Call, { locale, slug }: NewFeed): Promise<void> {
  const ending = locale ?? slug;
  // A file that is named after the feed's own number is nobody else's, as good as always; else the insert says so.
  if (ending === null) return;
  const taken = await findFeedOfFile(call.shop, `gmcfeed-${ending}.txt`);
  if (taken === undefined) return;
  const message = `The ${taken.active ? "" : "inactive "}feed ${taken.display_name} has the file ${taken.file_name} already.`;
  const advice = locale === null ? "Choose another display_name." : taken.active ? "Change that one." : "Activate that one.";
  call.fail("slug_conflict", `${message} ${advice}`, [wrong(locale === null ? "display_name" : "locale", message)]);
}
