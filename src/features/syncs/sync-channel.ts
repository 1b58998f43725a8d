import { dataOf } from "../../kernel/page.ts";
import { channelStatus, PLATFORM_ERRORS, readConnections } from "../channel-connections/index.ts";
import { findAssignment, requirePack } from "../channel-files/index.ts";
import { listRegistered } from "../datafeeds/index.ts";
import { write } from "../operation.ts";
import { findPending, insertSync } from "./sync-queries.ts";
import { syncAnswer, SyncShape } from "./sync-shapes.ts";
import { SyncsPath } from "./syncs-path.ts";

export const syncChannel = write({
  name: "syncs.start",
  title: "Sync a feed with a channel",
  summary: "Asks the channel's platform to read the feed's file now, or sends it the rows that have changed.",
  description:
    "Microsoft and Amazon are sent rows; the others read the file. This also happens automatically after each publish. Only one sync of a feed and channel runs at a time. `GET …/syncs` shows the result.",
  scope: "write_channels",
  http: { method: "POST", path: "/feeds/{feed_id}/channels/{slug}/sync", status: 202 },
  path: SyncsPath,
  output: dataOf(SyncShape),
  example: { answer: { data: { status: "pending", rows_sent: null, errors_count: null, started_at: null, completed_at: null } } },
  errors: ["resource_not_found", "sync_in_progress", ...PLATFORM_ERRORS],
  audit: "channel.sync_started",
  mcp: {
    tool: "sync_channel",
    use: "Use it after a fix went live, if the platform should have it before its next scheduled fetch. Microsoft and Amazon are sent the rows that differ.",
  },
  undone: {
    impossible:
      "The platform has already been asked or sent rows. To go back to an older file, publish an older run (`publish_run`); the platform gets that one too.",
  },
  async target(call, { feed_id: feedId, slug }) {
    const pack = requirePack(call, slug);
    if ((await findAssignment(call.shop, feedId, slug)) === undefined) return call.fail("resource_not_found");
    return { pack, of: { feedId, channel: slug } };
  },
  async run(call, { target: { pack, of } }) {
    const status = channelStatus(await readConnections(call.shop), pack.slug);
    if (status !== "connected" && status !== "error") return call.fail("channel_not_connected");
    const mode = pack.pushing === undefined ? "fetch" : "push";
    if (mode === "fetch" && (await listRegistered(call.shop, pack.slug, of.feedId)).length === 0)
      return call.fail(
        "channel_not_connected",
        `${pack.displayName} doesn't fetch this feed yet. Create a datafeed first: POST /channels/${pack.slug}/datafeeds.`,
      );
    const pending = await findPending(call.shop, of);
    if (pending !== undefined) return call.fail("sync_in_progress", `Sync ${pending.id} is under way. Wait until it is over.`);
    const row = (await insertSync(call.shop, of, mode)) ?? call.fail("sync_in_progress");
    return { data: syncAnswer(row) };
  },
});
