import { listOf } from "../../kernel/page.ts";
import { FeedIdPath, findFeed } from "../feeds/index.ts";
import { read } from "../operation.ts";
import { readConnections } from "../channel-connections/index.ts";
import { feedChannelAnswer } from "./feed-channel-answer.ts";
import { listAssignmentViews } from "./feed-channel-queries.ts";
import { FeedChannelShape } from "./feed-channel-shapes.ts";

export const listFeedChannels = read({
  name: "feed_channels.list",
  title: "List a feed's channels",
  summary: "Lists the channels a feed is assigned to.",
  description: "Includes each channel's file, what its checks found, and how to register the file with the platform.",
  scope: "read_feeds",
  http: { method: "GET", path: "/feeds/{feed_id}/channels", status: 200 },
  path: FeedIdPath,
  output: listOf(FeedChannelShape),
  errors: ["resource_not_found"],
  mcp: { tool: "list_feed_channels", use: "Use it to get the slugs that `feed_findings`, `finding_rows` and `debug_row` take." },
  target: async (call, { feed_id: id }) => (await findFeed(call.shop, id)) ?? call.fail("resource_not_found"),
  async run(call, { path: { feed_id: id } }) {
    const views = await listAssignmentViews(call.shop, id);
    const connections = await readConnections(call.shop);
    const answers = await Promise.all(views.map((view) => feedChannelAnswer(call, view, connections)));
    return { data: answers.filter((answer) => answer !== undefined) };
  },
});
