import { dataOf } from "../../kernel/page.ts";
import { requirePack } from "../channel-files/index.ts";
import { read } from "../operation.ts";
import { readConnections } from "../channel-connections/index.ts";
import { feedChannelAnswer } from "./feed-channel-answer.ts";
import { findAssignmentView } from "./feed-channel-queries.ts";
import { FeedChannelPath, FeedChannelShape } from "./feed-channel-shapes.ts";

export const getFeedChannel = read({
  name: "feed_channels.get",
  title: "Get a feed's channel",
  summary: "Shows a channel of a feed: its settings, its file, and how to register the file.",
  description: "Answers 404 if the channel isn't assigned to the feed.",
  scope: "read_feeds",
  http: { method: "GET", path: "/feeds/{feed_id}/channels/{slug}", status: 200 },
  path: FeedChannelPath,
  output: dataOf(FeedChannelShape),
  errors: ["resource_not_found"],
  mcp: { tool: "feed_channel", use: "Use it to get the file's URL and the steps that register it with the channel." },
  async target(call, { feed_id: id, slug }) {
    requirePack(call, slug);
    const view = await findAssignmentView(call.shop, id, slug);
    return (
      (view === undefined ? undefined : await feedChannelAnswer(call, view, await readConnections(call.shop))) ??
      call.fail("resource_not_found")
    );
  },
  run: (_call, { target: data }) => Promise.resolve({ data }),
});
