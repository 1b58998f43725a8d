import { dataOf } from "../../kernel/page.ts";
import { FeedPath } from "../feeds/index.ts";
import { read } from "../operation.ts";
import { presentConfig } from "./config-answer.ts";
import { FeedConfigShape } from "./config-shapes.ts";

export const getConfig = read({
  name: "config.get",
  title: "Get a feed's configuration",
  summary: "Shows a feed's whole definition as one document.",
  description:
    "The document has the settings, mappings, extra columns, rules, cells and tests, in an order that lets you compare two exports line by line.",
  scope: "read_rules",
  http: { method: "GET", path: "/feeds/{id}/config", status: 200 },
  path: FeedPath,
  output: dataOf(FeedConfigShape),
  errors: ["resource_not_found"],
  mcp: {
    tool: "feed_config",
    use: "Use it to read a whole feed at once, or to copy it to another with `apply_config`. For parts of a large feed use `list_rules`, `column_mappings` and `feed_settings`.",
  },
  run: async (call, { path }) => ({ data: (await presentConfig(call.shop, path.id)) ?? call.fail("resource_not_found") }),
});
