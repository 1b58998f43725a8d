import { z } from "zod";
import { findAssignment, requirePack } from "../channel-files/index.ts";
import { changeDefinition, changeOf } from "../definitions/index.ts";
import { lockFeed } from "../feeds/index.ts";
import { members } from "../../kernel/unsafe.ts";
import { write } from "../operation.ts";
import { FeedChannelPath } from "./feed-channel-shapes.ts";
import { channelsSection } from "./section.ts";

export const removeChannel = write({
  name: "feed_channels.remove",
  title: "Remove a channel from a feed",
  summary: "Removes a channel from a feed and runs the feed.",
  description: "The channel's file is served until the next run is live. After that, its URL answers 404.",
  scope: "write_feeds",
  http: { method: "DELETE", path: "/feeds/{feed_id}/channels/{slug}", status: 204 },
  path: FeedChannelPath,
  output: z.undefined(),
  errors: ["resource_not_found"],
  audit: "feed_channel.removed",
  mcp: {
    tool: "remove_channel",
    use: "Use it when the feed should no longer go to that channel. Its file is no longer created; `assign_channel` brings it back.",
  },
  undone: ({ path: { feed_id: feed, slug }, before }) => ({
    operation: "feed_channels.assign",
    path: { feed_id: String(feed), slug },
    body: { settings: members(before)["settings"] },
    left: { settings: null },
  }),
  async target(call, { feed_id: id, slug }) {
    if ((await lockFeed(call.shop, id)) === undefined) return call.fail("resource_not_found");
    const row = await findAssignment(call.shop, id, slug);
    if (row !== undefined) return row;
    requirePack(call, slug);
    return call.fail("resource_not_found", "This channel isn't assigned to the feed.");
  },
  before: ({ settings }) => ({ settings }),
  async run(call, { path: { feed_id: feedId, slug }, target: { settings } }) {
    const change = changeOf(channelsSection, { before: { slug, settings }, after: { slug, settings: null } });
    await changeDefinition(call, { feedId, read: async () => ({ changes: [change], summary: `Removed the channel ${slug}.` }) });
    return undefined;
  },
});
