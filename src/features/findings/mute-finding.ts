import { formatId } from "../../kernel/ids.ts";
import { dataOf } from "../../kernel/page.ts";
import { emit } from "../events/index.ts";
import { lockFeed } from "../feeds/index.ts";
import { write } from "../operation.ts";
import { findCheckedChannel } from "./find-checked-channel.ts";
import { findingMuteCreated } from "./finding-events.ts";
import { MUTES_MAX } from "./finding-limits.ts";
import { FindingsPath, MuteBody, MuteShape } from "./finding-shapes.ts";
import { checksOfCode } from "./known-codes.ts";
import { muteAnswer } from "./mute-answer.ts";
import { countMutes, insertMute } from "./mute-queries.ts";

export const muteFinding = write({
  name: "finding_mutes.create",
  title: "Mute a finding",
  summary: "Mutes a finding, or one row of it, so that it no longer counts.",
  description:
    "A mute also applies to later runs. Muting a row removes the row from the finding's count. If all rows of a finding are muted, the finding is muted too. The data sent to the channel doesn't change.",
  scope: "write_feeds",
  http: { method: "POST", path: "/feeds/{feed_id}/channels/{slug}/findings/mutes", status: 201 },
  path: FindingsPath,
  body: MuteBody,
  output: dataOf(MuteShape),
  errors: ["resource_not_found", "already_muted", "invalid_param", "mute_limit_reached"],
  audit: "finding.muted",
  mcp: { tool: "mute_finding", use: "Use it only when the person accepts the finding as it is. Correct the data where you can." },
  undone: ({ path: { feed_id: feed, slug }, answer: { data } }) => ({
    operation: "finding_mutes.delete",
    path: { feed_id: String(feed), slug, id: String(data.id) },
    left: { code: data.code },
  }),
  async target(call, path) {
    // Two at a time would both find room for one more.
    await lockFeed(call.shop, path.feed_id);
    return findCheckedChannel(call, path);
  },
  async run(call, { path: { feed_id: feedId, slug }, body: { code, field = null, row_id: row = null, note = null }, target: channel }) {
    const refused = (param: string, message: string): never =>
      call.fail("invalid_param", message, [{ param, code: "invalid_param", message }]);
    const checks = checksOfCode(channel, code);
    const fields = checks.map((check) => check.field);
    if (checks.length === 0) return refused("/code", `${channel.pack.displayName} has no findings with the code ${code}.`);
    if (field !== null && !fields.includes(field)) return refused("/field", noSuchField(code, fields));
    if (row !== null && checks.every(({ kind }) => kind === "feed"))
      return refused("/row_id", `Findings with the code ${code} are about the feed as a whole. Leave row_id out.`);
    const of = { feedId, channel: slug };
    const rowId = row === null ? null : Number(row);
    const full = (await countMutes(call.shop, feedId)) >= MUTES_MAX;
    const made = await insertMute(call.shop, of, { code, field, rowId, note });
    if (made === undefined) return call.fail("already_muted");
    if (full) return call.fail("mute_limit_reached");
    const data = muteAnswer(made);
    await emit(call, findingMuteCreated, { ...data, feed_id: formatId("feed", feedId), channel: slug });
    return { data };
  },
});

function noSuchField(code: string, fields: readonly (string | null)[]): string {
  const named = fields.filter((field) => field !== null);
  if (named.length === 0) return `Findings with the code ${code} are about no single attribute. Leave field out.`;
  return `Findings with the code ${code} are about ${named.join(", ")}.`;
}
