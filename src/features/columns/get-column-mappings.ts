import { dataOf } from "../../kernel/page.ts";
import { FeedIdPath, findFeed, readDefinition } from "../feeds/index.ts";
import { read } from "../operation.ts";
import { columnMappingsAnswer, ColumnMappingsShape } from "./mapping-shapes.ts";
import { readSourceColumns } from "../metafields/index.ts";

export const getColumnMappings = read({
  name: "columns.mappings",
  title: "Get column mappings",
  summary: "Shows what each column of a feed reads, and which columns each source column feeds.",
  description: "Includes the feed's own mappings, the defaults, and the source columns you can choose from.",
  scope: "read_settings",
  http: { method: "GET", path: "/feeds/{feed_id}/column_mappings", status: 200 },
  path: FeedIdPath,
  output: dataOf(ColumnMappingsShape),
  errors: ["resource_not_found"],
  mcp: {
    tool: "column_mappings",
    use: "Use it before `update_mappings`: it shows which source each feed column reads, and which source columns exist.",
  },
  target: async (call, { feed_id: id }) => (await findFeed(call.shop, id)) ?? call.fail("resource_not_found"),
  async run({ shop }, { target: feed }) {
    return { data: columnMappingsAnswer(await readDefinition(shop, feed), await readSourceColumns(shop)) };
  },
});
