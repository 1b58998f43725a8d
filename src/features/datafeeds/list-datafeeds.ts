import { storedId } from "../../kernel/ids.ts";
import { listOf } from "../../kernel/page.ts";
import { requirePack } from "../channel-files/index.ts";
import { read } from "../operation.ts";
import { listDatafeeds as listRows } from "./datafeed-queries.ts";
import { datafeedAnswer, DatafeedShape, DatafeedsPath } from "./datafeed-shapes.ts";
import { findChannelFile } from "./wanted-datafeed.ts";

export const listDatafeeds = read({
  name: "datafeeds.list",
  title: "List datafeeds",
  summary: "Lists the feeds that are registered at the channel's platform.",
  scope: "read_channels",
  http: { method: "GET", path: "/channels/{slug}/datafeeds", status: 200 },
  path: DatafeedsPath,
  output: listOf(DatafeedShape),
  errors: ["resource_not_found"],
  mcp: { tool: "list_datafeeds", use: "To learn which feeds a platform fetches. `datafeed_status` says what it thinks of one." },
  target: (call, { slug }) => Promise.resolve(requirePack(call, slug)),
  async run(call, { target: pack }) {
    const rows = await listRows(call.shop, pack.slug);
    const file = async (feedId: number) => findChannelFile(call, call.shop, { feedId: storedId("feed", feedId), channel: pack.slug });
    return { data: await Promise.all(rows.map(async (row) => datafeedAnswer(row, (await file(row.feed_id))?.url ?? null))) };
  },
});
