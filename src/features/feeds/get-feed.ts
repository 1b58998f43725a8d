import { dataOf } from "../../kernel/page.ts";
import { read } from "../operation.ts";
import { feedDetailAnswer } from "./feed-answers.ts";
import { findFeedView } from "./feed-queries.ts";
import { FeedDetailShape, FeedPath } from "./feed-shapes.ts";

export const getFeed = read({
  name: "feeds.get",
  title: "Get a feed",
  summary: "Shows a feed.",
  description:
    "Also shows a feed that was deactivated. In addition to the fields in the list, the response has the feed's market, its version, and how many rows it takes from the catalog.",
  scope: "read_feeds",
  http: { method: "GET", path: "/feeds/{id}", status: 200 },
  path: FeedPath,
  output: dataOf(FeedDetailShape),
  errors: ["resource_not_found"],
  mcp: { tool: "get_feed", use: "Use it to get a feed's status, market, scope, URL and `version`." },
  async run(call, { path }) {
    const feed = (await findFeedView(call.shop, path.id)) ?? call.fail("resource_not_found");
    return { data: feedDetailAnswer(feed, call.filesUrl) };
  },
});
