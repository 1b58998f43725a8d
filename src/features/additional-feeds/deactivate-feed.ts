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
    "Its URL answers 410 and no run of it starts. Nothing of it is removed, its file name stays taken, and it can be activated again. A feed that is inactive stays so.",
  scope: "write_feeds",
  http: { method: "DELETE", path: "/feeds/{id}", status: 204 },
  path: FeedPath,
  output: z.strictObject({}),
  errors: ["resource_not_found", "primary_feed_immutable"],
  audit: "feed.deactivated",
  mcp: { tool: "deactivate_feed", use: "When a market or language is given up. Its address answers 410. `activate_feed` brings it back." },
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
