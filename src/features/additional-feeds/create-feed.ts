import { storedId } from "../../kernel/ids.ts";
import { isolated } from "../../kernel/isolated.ts";
import type { Refuse } from "../../kernel/operation.ts";
import { dataOf } from "../../kernel/page.ts";
import { storedActor } from "../audit/index.ts";
import { mappingsSection } from "../columns/index.ts";
import { changeOf, pastBounds } from "../definitions/index.ts";
import { extractForFeed, lockShop } from "../extracts/index.ts";
import { FeedDetailShape, type FeedRow, findSellingPlaces, insertVersion, showFeed } from "../feeds/index.ts";
import { type ShopChange, write } from "../operation.ts";
import { copyPrimaryRules, emitRulesChanged, rulesSection } from "../rules/index.ts";
import { triggerRun } from "../runs/index.ts";
import { findLiveSnapshot, type Snapshot } from "../snapshots/index.ts";
import {
  countFeeds,
  findFeedOfFile,
  findFeedOfSlug,
  findShopOfFeeds,
  insertCopiedFeed,
  lockPrimaryFeed,
  type NewFeed,
} from "./additional-feed-queries.ts";
import { FeedCreateInput, MARKET_FEED_EXAMPLE } from "./feed-inputs.ts";
import { requirePlan } from "./plan-gate.ts";
import { type Creation, readCreation, writtenCollection } from "./read-creation.ts";
import { requireLanguage } from "./require-language.ts";
import { slugOf } from "./slug.ts";
import { readCollection } from "./read-collection.ts";
import { marketNames, readTarget, targetOfNew } from "./target.ts";
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
type Call = ShopChange & Refuse<(typeof ERRORS)[number]>;

/** Every extract runs each of them. Inactive ones count: their file names stay theirs. */
const FEEDS_MAX = 200;

export const createFeed = write({
  name: "feeds.create",
  title: "Create a feed",
  summary: "Adds a language or market feed.",
  description:
    "The feed starts with the primary feed's mappings, settings, publish guard and extra columns, but without its cells, tests, channels and selection. With `inherit_rules`, it also gets copies of the primary feed's rules, which you can change independently; otherwise it has no rules. If the shop has a snapshot, a run starts immediately. `feed_url` is null until a run has been published. You can't change the type, language, selection mode or file name later. A language feed needs a language that the shop publishes in addition to its primary one. If the snapshot lacks the feed's language or market, a full extract starts to read it. Until it has been read, all rows are excluded and nothing is published.",
  scope: "write_feeds",
  http: { method: "POST", path: "/feeds", status: 201 },
  body: FeedCreateInput,
  output: dataOf(FeedDetailShape),
  example: {
    answer: {
      data: {
        ...MARKET_FEED_EXAMPLE,
        feed_url: null,
        product_count: 0,
        last_run_at: null,
        created_at: "2026-11-02T09:30:00.000Z",
        scope_count: null,
        last_run_id: null,
      },
    },
  },
  errors: ERRORS,
  audit: "feed.created",
  mcp: {
    tool: "create_feed",
    use: "Use it for another language or market. `get_shop` shows what the shop sells in. Then `assign_channel`.",
  },
  undone: ({ answer: { data } }) => ({ operation: "feeds.deactivate", path: { id: data.id }, left: { active: true } }),
  async prepare(call, { body }) {
    const written = writtenCollection(body);
    return written === null ? null : readCollection(call, written, await findLiveSnapshot(call.shop));
  },
  async run(call, { body, prepared }) {
    const creation = readCreation(call, body);
    // An extract that ends meanwhile sees the feed, or the feed what it brought.
    await lockShop(call.shop);
    const shop = await findShopOfFeeds(call.shop);
    await requirePlan(call, shop);
    const snapshot = await findLiveSnapshot(call.shop);
    if (creation.locale !== null) requireLanguage(call, { shop, locale: creation.locale });
    const places = await findSellingPlaces(call.shop);
    const target = targetOfNew(readTarget(call, body, { places, names: marketNames(places, snapshot) }), creation.feedType, places);
    if (prepared !== null && "fault" in prepared) return call.fail("collection_not_found", prepared.fault.message, [prepared.fault]);
    const collection = prepared?.collection ?? null;
    const { displayName, feedType, locale, mode, inheritRules, faults } = creation;
    const named = { displayName, slug: slugOf(displayName), feedType, locale, mode, collection, inheritRules };
    return { data: await makeFeed(call, { ...named, targetMarket: target.market, targetCountry: target.country, faults }, snapshot) };
  },
});

type Wanted = NewFeed & Pick<Creation, "faults" | "inheritRules">;

async function makeFeed(call: Call, { faults, inheritRules, ...feed }: Wanted, snapshot: Snapshot | undefined) {
  await lockPrimaryFeed(call.shop);
  await refuseTaken(call, feed);
  if (faults.length > 0) return call.fail("validation_failed", faultsMessage(faults), faults);
  if ((await countFeeds(call.shop)) >= FEEDS_MAX)
    return call.fail(
      "validation_failed",
      `A shop can have at most ${FEEDS_MAX} feeds, including inactive ones. Update or reactivate an existing feed.`,
    );
  const made = (await insertCopiedFeed(call.shop, feed)) ?? call.fail("slug_conflict");
  const id = storedId("feed", made.id);
  if (inheritRules && (await copyPrimaryRules(call.shop, id)) > 0) {
    await refuseCopied(call, made);
    await emitRulesChanged(call, id);
  }
  await insertVersion(call.shop, id, { summary: "Created the feed.", createdBy: storedActor(call.actor) });
  if (snapshot !== undefined) await triggerRun(call.shop, call.queue, { feed: made, extractId: snapshot.extractId, trigger: "settings" });
  await extractForFeed(call.shop, call.queue, made);
  return showFeed(call, id);
}

/** The primary feed may be past the bound on its parts since before there was one. */
async function refuseCopied(call: Call, made: FeedRow): Promise<void> {
  const copied = changeOf(rulesSection, { before: { rules: [] }, after: await rulesSection.load(call.shop, made) });
  const { parts } = await mappingsSection.load(call.shop, made);
  const excess = pastBounds([copied], new Map([["parts", parts]])).find(({ bound }) => bound === "parts");
  if (excess !== undefined) call.fail("validation_failed", excess.message);
}

/** Neither the slug nor the file is another feed's, of whatever type, active or not. */
async function refuseTaken(call: Call, { locale, slug }: NewFeed): Promise<void> {
  const ending = locale ?? slug;
  const named = (feed: FeedRow): string => `The ${feed.active ? "" : "inactive "}feed ${isolated(feed.display_name)}`;
  const taken = ending === null ? undefined : await findFeedOfFile(call.shop, `gmcfeed-${ending}.txt`);
  if (taken !== undefined) {
    const message = `${named(taken)} already uses the file ${taken.file_name}.`;
    const advice = locale === null ? ANOTHER_NAME : taken.active ? "Update that feed." : "Activate that feed.";
    call.fail("slug_conflict", `${message} ${advice}`, [wrong(locale === null ? "display_name" : "locale", message)]);
  }
  // A slug that is the feed's own number is nobody else's, as good as always; else the insert says so.
  const namesake = slug === null ? undefined : await findFeedOfSlug(call.shop, slug);
  if (namesake === undefined) return;
  const message = `${named(namesake)} already uses the slug ${namesake.slug}.`;
  call.fail("slug_conflict", `${message} ${ANOTHER_NAME}`, [wrong("display_name", message)]);
}

const ANOTHER_NAME = "Choose another display_name.";
