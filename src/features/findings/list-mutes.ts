import { pageMeta, pageOf, pageOffset, PageQuery } from "../../kernel/page.ts";
import { read } from "../operation.ts";
import { findCheckedChannel } from "./find-checked-channel.ts";
import { FindingsPath, MuteShape } from "./finding-shapes.ts";
import { muteAnswer } from "./mute-answer.ts";
import { listMutes } from "./mute-queries.ts";

export const listFindingMutes = read({
  name: "finding_mutes.list",
  title: "List mutes",
  summary: "Lists the mutes of a channel's findings, oldest first.",
  scope: "read_feeds",
  http: { method: "GET", path: "/feeds/{feed_id}/channels/{slug}/findings/mutes", status: 200 },
  path: FindingsPath,
  query: PageQuery,
  output: pageOf(MuteShape),
  errors: ["resource_not_found", "invalid_request"],
  mcp: { tool: "list_finding_mutes", use: "Use it to see which findings people chose to ignore. `unmute_finding` takes a mute back." },
  target: findCheckedChannel,
  async run({ shop }, { path: { feed_id: feedId, slug }, query }) {
    const page = { limit: query.per_page, offset: pageOffset(query) };
    const { rows, total } = await listMutes(shop, { feedId, channel: slug }, page);
    return { data: rows.map(muteAnswer), meta: pageMeta(query, total) };
  },
});
