import { pageMeta, pageOf, pageOffset, PageQuery } from "../../kernel/page.ts";
import { findAssignment } from "../channel-files/index.ts";
import { read } from "../operation.ts";
import { listSyncs as listRows } from "./sync-queries.ts";
import { syncAnswer, SyncShape } from "./sync-shapes.ts";
import { SyncsPath } from "./syncs-path.ts";

export const listSyncs = read({
  name: "syncs.list",
  title: "List syncs",
  summary: "Lists when a channel's platform was asked to read a feed's new file or was sent its rows, newest first.",
  scope: "read_channels",
  http: { method: "GET", path: "/feeds/{feed_id}/channels/{slug}/syncs", status: 200 },
  path: SyncsPath,
  query: PageQuery,
  output: pageOf(SyncShape),
  errors: ["resource_not_found", "invalid_request"],
  mcp: { tool: "list_syncs", use: "Use it to check what came of `sync_channel`, or why a platform still shows old data." },
  async target(call, { feed_id: feedId, slug }) {
    if ((await findAssignment(call.shop, feedId, slug)) === undefined) return call.fail("resource_not_found");
    return { feedId, channel: slug };
  },
  async run({ shop }, { target: of, query }) {
    const { rows, total } = await listRows(shop, of, { limit: query.per_page, offset: pageOffset(query) });
    return { data: rows.map(syncAnswer), meta: pageMeta(query, total) };
  },
});
