import { members } from "../../kernel/unsafe.ts";
import type { ErrorDetail } from "../../kernel/errors.ts";
import type { Refuse } from "../../kernel/operation.ts";
import { formatId } from "../../kernel/ids.ts";
import { dataOf } from "../../kernel/page.ts";
import { CHANGED_NOTHING } from "../changes/index.ts";
import { changeDefinition, changeOf, type ReadEdit } from "../definitions/index.ts";
import { emitToStreams } from "../events/index.ts";
import { extractForFeed, lockShop } from "../extracts/index.ts";
import { ChangeQuery, FeedDetailShape, FeedPath, type FeedRow, findSellingPlaces, lockFeed, showFeed } from "../feeds/index.ts";
import { type ShopChange, write } from "../operation.ts";
import { findLiveSnapshot } from "../snapshots/index.ts";
import { changeFeed } from "./additional-feed-queries.ts";
import { FeedUpdateInput, MARKET_FEED_EXAMPLE, UPDATE_MEMBERS } from "./feed-inputs.ts";
import { targetSection } from "./section.ts";
import { marketNames, readTarget, type Target, targetOfChanged } from "./target.ts";
import { faultsMessage, isGiven, labelFaults, readLabelText, strangers, wrong, type Written } from "./written-members.ts";

const ERRORS = [
  "resource_not_found",
  "primary_feed_immutable",
  "feed_inactive",
  "version_conflict",
  "no_updatable_fields",
  "invalid_param",
  "validation_failed",
] as const;
type Call = ShopChange & Refuse<(typeof ERRORS)[number]>;

const FIXED = "can't be changed; create another feed instead";

export const updateFeed = write({
  name: "feeds.update",
  title: "Update a feed",
  summary: "Changes the name or the market of a language or market feed.",
  description:
    "Send at least one field. The next run uses the new market or country. A new country changes the ids of `id_format: global`, so the publish guard holds that run. Restoring a version of the feed doesn't bring the old values back.",
  scope: "write_feeds",
  http: { method: "PATCH", path: "/feeds/{id}", status: 200 },
  path: FeedPath,
  query: ChangeQuery,
  body: FeedUpdateInput,
  output: dataOf(FeedDetailShape),
  example: { answer: { data: { ...MARKET_FEED_EXAMPLE, display_name: "Canada and the north" } } },
  errors: ERRORS,
  audit: "feed.updated",
  mcp: { tool: "update_feed", use: "Use it to rename a feed or move it to another market. Settings are in `update_settings`." },
  undone({ path, before, answer: { data } }) {
    const [was, left] = [members(before), members(data)];
    const touched = UPDATE_MEMBERS.filter((name) => was[name] !== left[name]);
    if (touched.length === 0) return CHANGED_NOTHING;
    const membersOf = (from: Readonly<Record<string, unknown>>) => Object.fromEntries(touched.map((name) => [name, from[name]]));
    return { operation: "feeds.update", path: { id: String(path.id) }, body: membersOf(was), left: membersOf(left) };
  },
  async target(call, { id }) {
    await lockShop(call.shop);
    return (await lockFeed(call.shop, id)) ?? call.fail("resource_not_found");
  },
  before: (_feed, call, { path }) => showFeed(call, path.id),
  async run(call, { path, query, body, target: feed }) {
    if (feed.feed_type === "primary") return call.fail("primary_feed_immutable");
    if (!feed.active) return call.fail("feed_inactive");
    const { change } = await changeDefinition(call, {
      feedId: path.id,
      expected: query.expected_version,
      read: (present) => readEdit(call, present, body),
    });
    const isAimed = aimOf(feed, change).length > 0;
    if (change.label !== feed.display_name) {
      await changeFeed(call.shop, path.id, { display_name: change.label });
      if (!isAimed) await emitToStreams(call, "definition.changed", { object: "feed", id: formatId("feed", path.id) });
    }
    if (isAimed) await extractForFeed(call.shop, call.queue, { ...feed, target_market: change.market, target_country: change.country });
    return { data: await showFeed(call, path.id) };
  },
});

interface FeedEdit extends ReadEdit {
  readonly change: Change;
}

async function readEdit(call: Call, feed: FeedRow, body: Written): Promise<FeedEdit> {
  const change = await readChange(call, feed, body);
  const before = { market: feed.target_market, country: feed.target_country };
  return {
    change,
    changes: [changeOf(targetSection, { before, after: { market: change.market, country: change.country } })],
    summary: `Changed ${aimOf(feed, change).join(" and ")}.`,
  };
}

interface Change extends Target {
  readonly label: string;
}

async function readChange(call: Call, feed: FeedRow, written: Written): Promise<Change> {
  if (!UPDATE_MEMBERS.some((name) => isGiven(written[name]))) {
    const message =
      strangers(written, UPDATE_MEMBERS).length > 0 ? "Only display_name, target_market and target_country can be changed." : undefined;
    return call.fail("no_updatable_fields", message);
  }
  const shop = await findSellingPlaces(call.shop);
  const names = isGiven(written["target_market"]) ? marketNames(shop, await findLiveSnapshot(call.shop)) : [];
  const target = readTarget(call, written, { places: shop, names });
  const { label, faults: inLabel } = readLabel(written["display_name"], feed);
  const faults = [
    ...inLabel,
    ...(target.market !== undefined && feed.feed_type !== "market"
      ? [wrong("target_market", "is only for market feeds; leave it out")]
      : []),
    ...strangers(written, UPDATE_MEMBERS, { locale: FIXED, product_selection_mode: FIXED, feed_type: FIXED }),
  ];
  if (faults.length > 0) return call.fail("validation_failed", faultsMessage(faults), faults);
  return { label, ...targetOfChanged(target, { market: feed.target_market, country: feed.target_country }, shop) };
}

function readLabel(
  member: unknown,
  { display_name: present }: FeedRow,
): { readonly label: string; readonly faults: readonly ErrorDetail[] } {
  if (!isGiven(member)) return { label: present, faults: [] };
  const label = readLabelText(member);
  return { label, faults: label === "" ? [wrong("display_name", "must contain at least one visible character")] : labelFaults(label) };
}

/** What of the definition changes, in words. What a feed is called is no part of it. */
function aimOf(feed: FeedRow, { market, country }: Change): readonly string[] {
  return [
    ...(market !== null && market !== feed.target_market ? [`the market to ${market}`] : []),
    ...(country !== feed.target_country ? [`the country to ${country}`] : []),
  ];
}
