import { dataOf } from "../../kernel/page.ts";
import { FeedPath, findFeed } from "../feeds/index.ts";
import { read } from "../operation.ts";
import { findSelection } from "../transforms/index.ts";
import { FeedSelectionShape, selectionAnswer } from "./selection-shapes.ts";

export const getSelection = read({
  name: "feeds.selection",
  title: "Get a feed's product selection",
  summary: "Shows which products the feed takes: all, those of a collection, or a list.",
  description: "The mode is set when the feed is created. You can change the list of a `manual` feed with `PUT`.",
  scope: "read_feeds",
  http: { method: "GET", path: "/feeds/{id}/selection", status: 200 },
  path: FeedPath,
  output: dataOf(FeedSelectionShape),
  errors: ["resource_not_found"],
  mcp: { tool: "feed_selection", use: "Use it to learn which products a manual or collection feed takes." },
  target: async (call, { id }) => (await findFeed(call.shop, id)) ?? call.fail("resource_not_found"),
  async run({ shop }, { path, target: feed }) {
    return { data: selectionAnswer(feed, await findSelection(shop, path.id)) };
  },
});
