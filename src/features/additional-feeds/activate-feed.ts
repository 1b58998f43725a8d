import { dataOf } from "../../kernel/page.ts";
import { extractForFeed, lockShop } from "../extracts/index.ts";
import { FeedDetailShape, FeedPath, lockFeed, showFeed } from "../feeds/index.ts";
import { members } from "../../kernel/unsafe.ts";
import { CHANGED_NOTHING } from "../changes/index.ts";
import { write } from "../operation.ts";
import { triggerRun } from "../runs/index.ts";
import { findLiveSnapshot } from "../snapshots/index.ts";
import { findShopOfFeeds, setFeedActive } from "./additional-feed-queries.ts";
import { MARKET_FEED_EXAMPLE } from "./feed-inputs.ts";
import { requirePlan } from "./plan-gate.ts";

export const activateFeed = write({
  name: "feeds.activate",
  title: "Activate a feed",
  summary: "Puts an inactive feed back into service.",
  description:
    "The feed's URL serves its last file immediately, and a run starts, because the catalog may have changed. Activating an active feed changes nothing.",
  scope: "write_feeds",
  http: { method: "POST", path: "/feeds/{id}/activate", status: 200 },
  path: FeedPath,
  output: dataOf(FeedDetailShape),
  example: { answer: { data: MARKET_FEED_EXAMPLE } },
  errors: ["resource_not_found", "plan_upgrade_required"],
  audit: "feed.activated",
  mcp: { tool: "activate_feed", use: "Take the id from `list_audit` or the person: inactive feeds aren't listed." },
  undone: ({ path, before }) =>
    members(before)["active"] === true
      ? CHANGED_NOTHING
      : { operation: "feeds.deactivate", path: { id: String(path.id) }, left: { active: true } },
  async target(call, { id }) {
    await lockShop(call.shop);
    return (await lockFeed(call.shop, id)) ?? call.fail("resource_not_found");
  },
  before: (_feed, call, { path }) => showFeed(call, path.id),
  async run(call, { path, target: feed }) {
    if (feed.active) return { data: await showFeed(call, path.id) };
    await requirePlan(call, await findShopOfFeeds(call.shop));
    const activated = await setFeedActive(call.shop, path.id, true);
    const snapshot = await findLiveSnapshot(call.shop);
    if (activated !== undefined && snapshot !== undefined)
      await triggerRun(call.shop, call.queue, { feed: activated, extractId: snapshot.extractId, trigger: "settings" });
    if (activated !== undefined) await extractForFeed(call.shop, call.queue, activated);
    return { data: await showFeed(call, path.id) };
  },
});
