import { dataOf } from "../../kernel/page.ts";
import { FeedIdPath, findFeed } from "../feeds/index.ts";
import { read } from "../operation.ts";
import { extraColumnsAnswer, ExtraColumnsShape } from "./extra-column-shapes.ts";

export const getExtraColumns = read({
  name: "columns.extra",
  title: "List extra columns",
  summary: "Lists the columns that a feed has in addition to the standard ones.",
  description: "They follow the standard columns in the file, in this order.",
  scope: "read_settings",
  http: { method: "GET", path: "/feeds/{feed_id}/extra_columns", status: 200 },
  path: FeedIdPath,
  output: dataOf(ExtraColumnsShape),
  errors: ["resource_not_found"],
  mcp: { tool: "extra_columns", use: "Use it to read the list that `set_extra_columns` replaces." },
  target: async (call, { feed_id: id }) => (await findFeed(call.shop, id)) ?? call.fail("resource_not_found"),
  run: (_call, { target: feed }) => Promise.resolve({ data: extraColumnsAnswer(feed.extra_columns) }),
});
