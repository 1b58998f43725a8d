import { dataOf } from "../../kernel/page.ts";
import { FeedIdPath, findFeed } from "../feeds/index.ts";
import { read } from "../operation.ts";
import { FeedSettingsShape, settingsAnswer } from "./settings-shapes.ts";

export const getSettings = read({
  name: "settings.get",
  title: "Get feed settings",
  summary: "Shows a feed's settings.",
  description: "Settings that were never set have their defaults.",
  scope: "read_settings",
  http: { method: "GET", path: "/feeds/{feed_id}/settings", status: 200 },
  path: FeedIdPath,
  output: dataOf(FeedSettingsShape),
  errors: ["resource_not_found"],
  mcp: {
    tool: "feed_settings",
    use: "Use it to read how the feed treats variants, ids, GTINs, links and the publish guard. `update_settings` changes them.",
  },
  target: async (call, { feed_id: id }) => (await findFeed(call.shop, id)) ?? call.fail("resource_not_found"),
  run: (_call, { target: feed }) => Promise.resolve({ data: settingsAnswer(feed.settings) }),
});
