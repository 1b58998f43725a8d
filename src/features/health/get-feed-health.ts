import { z } from "zod";
import { storedId } from "../../kernel/ids.ts";
import { pageMeta, pageOf, pageOffset, PageQuery } from "../../kernel/page.ts";
import { FeedIdText, filteredFeed } from "../feeds/index.ts";
import { read } from "../operation.ts";
import { findLiveSnapshot } from "../snapshots/index.ts";
import { feedHealth } from "./feed-health.ts";
import { listFeedsByAge } from "./health-queries.ts";
import { FeedHealthShape } from "./health-shapes.ts";

export const getFeedHealth = read({
  name: "feeds.health",
  title: "Get feed health",
  summary: "Shows the state of each feed: its runs, what it leaves out and why, what channels and lint find, and what to do first.",
  description:
    "Covers all active feeds, or only the one you name. The operation reads only stored results, so it's fast even for large feeds. `rows` and `lint` can lag a moment behind a change.",
  scope: "read_feeds",
  http: { method: "GET", path: "/feeds/health", status: 200 },
  query: PageQuery.extend({
    feed_id: z
      .optional(FeedIdText)
      .meta({ description: "Only this feed, active or not. Defaults to all active feeds.", examples: ["feed_12"] }),
  }),
  output: pageOf(FeedHealthShape),
  errors: ["resource_not_found", "invalid_request"],
  mcp: {
    tool: "feed_health",
    use: "Call it first, to see how feeds are doing and what to do about it. `what_to_do_first` names the next tool with its arguments.",
  },
  async run(call, { query }) {
    const feedId = await filteredFeed(call, query.feed_id);
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
