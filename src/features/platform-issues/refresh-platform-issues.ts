import { dataOf } from "../../kernel/page.ts";
import { channelStatus, findAccountId, readConnections } from "../channel-connections/index.ts";
import { write } from "../operation.ts";
import { itemsAnswer } from "./issue-answers.ts";
import { findStored } from "./joined-files.ts";
import { PlatformIssuesPath, PlatformItemsShape } from "./platform-issue-shapes.ts";
import { findReadableChannel } from "./readable-channel.ts";
import { wantReading } from "./reading-queries.ts";

export const refreshPlatformIssues = write({
  name: "platform_issues.refresh",
  title: "Refresh platform issues",
  summary: "Reads the platform's item statuses again.",
  description:
    "Answers at once. The last complete reading stays until the new one is complete; `meta.status` of `GET …/platform_issues` says when that is. Only one reading of a feed and channel runs at a time.",
  scope: "write_channels",
  http: { method: "POST", path: "/feeds/{feed_id}/channels/{slug}/platform_issues/refresh", status: 202 },
  path: PlatformIssuesPath,
  output: dataOf(PlatformItemsShape),
  example: { answer: { data: { status: "reading", error: null } } },
  errors: ["resource_not_found", "channel_not_connected", "channel_not_supported", "refresh_in_progress"],
  audit: "channel.platform_issues_refreshed",
  mcp: { tool: "refresh_platform_issues", use: "Use it after the platform has read a fixed file, to see which issues are gone." },
  undone: { impossible: "It only reads from the platform, so there is nothing to undo." },
  target: findReadableChannel,
  async run(call, { path: { feed_id: feedId, slug }, target: channel }) {
    const status = channelStatus(await readConnections(call.shop), slug);
    const accountId = await findAccountId(call.shop, slug);
    if (accountId === null || (status !== "connected" && status !== "error")) return call.fail("channel_not_connected");
    if ((await wantReading(call.shop, { feedId, channel: slug })) === undefined) return call.fail("refresh_in_progress");
    return { data: itemsAnswer(await findStored(call.shop, channel, accountId), call.clock.now()) };
  },
});
