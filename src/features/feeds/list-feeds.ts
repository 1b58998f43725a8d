import { z } from "zod";
import { listOf } from "../../kernel/page.ts";
import { read } from "../operation.ts";
import { feedAnswer } from "./feed-answers.ts";
import { listFeedViews } from "./feed-queries.ts";
import { FeedShape } from "./feed-shapes.ts";

export const listFeeds = read({
  name: "feeds.list",
  title: "List feeds",
  summary: "Lists the shop's active feeds, or its inactive ones.",
  description:
    "The primary feed comes first, then the others in the order they were created. Deactivated feeds aren't listed, unless `active` is `false`: then only they are.",
  scope: "read_feeds",
  http: { method: "GET", path: "/feeds", status: 200 },
  query: z.strictObject({
    active: z
      .enum(["true", "false"])
      .default("true")
      .meta({ description: "`false` lists the deactivated feeds, which `feeds.activate` can activate again." }),
  }),
  output: listOf(FeedShape),
  errors: [],
  mcp: { tool: "list_feeds", use: "Start here: it returns the ids that other tools take as `feed_id`." },
  async run({ shop, filesUrl }, { query: { active } }) {
    const feeds = await listFeedViews(shop, { active: active === "true" });
    return { data: feeds.map((feed) => feedAnswer(feed, filesUrl)) };
  },
});
