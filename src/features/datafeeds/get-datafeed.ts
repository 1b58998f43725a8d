import { storedId } from "../../kernel/ids.ts";
import { dataOf } from "../../kernel/page.ts";
import { read } from "../operation.ts";
import { findDatafeed } from "./datafeed-queries.ts";
import { datafeedAnswer, DatafeedPath, DatafeedShape } from "./datafeed-shapes.ts";
import { findChannelFile } from "./wanted-datafeed.ts";

export const getDatafeed = read({
  name: "datafeeds.get",
  title: "Get a datafeed",
  summary: "Shows one feed that is registered at the channel's platform.",
  scope: "read_channels",
  http: { method: "GET", path: "/channels/{slug}/datafeeds/{id}", status: 200 },
  path: DatafeedPath,
  output: dataOf(DatafeedShape),
  errors: ["resource_not_found"],
  mcp: { hidden: "`list_datafeeds` shows the same" },
  target: async (call, { slug, id }) => (await findDatafeed(call.shop, slug, id)) ?? call.fail("resource_not_found"),
  async run(call, { target: row }) {
    const file = await findChannelFile(call, call.shop, { feedId: storedId("feed", row.feed_id), channel: row.channel });
    return { data: datafeedAnswer(row, file?.url ?? null) };
  },
});
