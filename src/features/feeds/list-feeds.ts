import { listOf } from "../../kernel/page.ts";
import { read } from "../operation.ts";
import { feedAnswer } from "./feed-answers.ts";
import { listFeedViews } from "./feed-queries.ts";
import { FeedShape } from "./feed-shapes.ts";

export const listFeeds = read({
  name: "feeds.list",
  title: "List feeds",
  summary: "Lists the shop's active feeds.",
  description: "The primary feed comes first, then the others in the order they were created. Deactivated feeds aren't listed.",
  scope: "read_feeds",
  http: { method: "GET", path: "/feeds", status: 200 },
  output: listOf(FeedShape),
  errors: [],
  mcp: { tool: "list_feeds", use: "Start here: it returns the ids that other tools take as `feed_id`." },
  async run({ shop, filesUrl }) {
    const feeds = await listFeedViews(shop);
    return { data: feeds.map((feed) => feedAnswer(feed, filesUrl)) };
  },
});
