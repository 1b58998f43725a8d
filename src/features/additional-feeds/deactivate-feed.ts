import { z } from "zod";
import { FeedPath, lockFeed, showFeed } from "../feeds/index.ts";
import { members } from "../../kernel/unsafe.ts";
import { CHANGED_NOTHING } from "../changes/index.ts";
import { write } from "../operation.ts";
import { setFeedActive } from "./additional-feed-queries.ts";

export const deactivateFeed = write({
  name: "feeds.deactivate",
  title: "Deactivate a feed",
  summary: "Takes a language or market feed out of service.",
  description:
    "The feed's URL answers 410, and no more runs start. The feed keeps its data and its file name, and you can activate it again. Deactivating an inactive feed changes nothing.",
  scope: "write_feeds",
  http: { method: "DELETE", path: "/feeds/{id}", status: 204 },
  path: FeedPath,
  output: z.strictObject({}),
  errors: ["resource_not_found", "primary_feed_immutable"],
  audit: "feed.deactivated",
  mcp: {
    tool: "deactivate_feed",
    use: "Use it when the shop gives up a market or language. The feed's URL answers 410. `activate_feed` brings it back.",
  },
  undone: ({ path, before }) =>
    members(before)["active"] === false
      ? CHANGED_NOTHING
      : { operation: "feeds.activate", path: { id: String(path.id) }, left: { active: false } },
  target: async (call, { id }) => (await lockFeed(call.shop, id)) ?? call.fail("resource_not_found"),
  before: (_feed, call, { path }) => showFeed(call, path.id),
  async run(call, { path, target: feed }) {
    if (feed.feed_type === "primary") return call.fail("primary_feed_immutable");
    await setFeedActive(call.shop, path.id, false);
    return {};
  },
});
