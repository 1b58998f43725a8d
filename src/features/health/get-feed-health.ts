import { z } from "zod";
import { parseId, storedId } from "../../kernel/ids.ts";
import { pageMeta, pageOf, pageOffset, PageQuery } from "../../kernel/page.ts";
import { findFeed } from "../feeds/index.ts";
import { read } from "../operation.ts";
import { findLiveSnapshot } from "../snapshots/index.ts";
import { feedHealth } from "./feed-health.ts";
import { listFeedsByAge } from "./health-queries.ts";
import { FeedHealthShape } from "./health-shapes.ts";

export const getFeedHealth = read({
  name: "feeds.health",
  title: "Get the health of feeds",
  summary: "Shows how each feed is: its runs, what it leaves out and why, what channels and lint find, and what to do first.",
  description:
    "Of the active feeds, or of the one that is named. Everything is told from what runs and background work have left, so it is quick however large the feeds are; `rows` and `lint` may lag a moment behind a change.",
  scope: "read_feeds",
  http: { method: "GET", path: "/feeds/health", status: 200 },
  query: PageQuery.extend({
    feed_id: z
      .string()
      .min(1, "must be a feed's id, as in feed_12")
      .max(40)
      .optional()
      .meta({ description: "Only this feed, active or not; left out: all active feeds.", examples: ["feed_12"] }),
  }),
  output: pageOf(FeedHealthShape),
  errors: ["resource_not_found", "invalid_request"],
  mcp: {
    tool: "feed_health",
    use: "First, to see how feeds do and what to do about them. `what_to_do_first` names the next tool with its arguments.",
  },
  async run(call, { query }) {
    const feedId = query.feed_id === undefined ? null : (parseId("feed", query.feed_id) ?? call.fail("resource_not_found"));
    if (feedId !== null && (await findFeed(call.shop, feedId)) === undefined) call.fail("resource_not_found");
    const { ids, total } = await listFeedsByAge(call.shop, { feedId, limit: query.per_page, offset: pageOffset(query) });
    const snapshot = await findLiveSnapshot(call.shop);
    const answers: z.input<typeof FeedHealthShape>[] = [];
    for (const id of ids) {
      const health = await feedHealth(call, storedId("feed", id), snapshot);
      if (health !== undefined) answers.push(health);
    }
    return { data: answers, meta: pageMeta(query, total) };
  },
});
