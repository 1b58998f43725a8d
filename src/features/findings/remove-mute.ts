import { z } from "zod";
import { formatId, NumberId } from "../../kernel/ids.ts";
import { emit } from "../events/index.ts";
import { lockFeed } from "../feeds/index.ts";
import { members } from "../../kernel/unsafe.ts";
import { write } from "../operation.ts";
import { findCheckedChannel } from "./find-checked-channel.ts";
import { findingMuteRemoved } from "./finding-events.ts";
import { FindingsPath } from "./finding-shapes.ts";
import { muteAnswer } from "./mute-answer.ts";
import { deleteMute, findMute } from "./mute-queries.ts";

export const removeFindingMute = write({
  name: "finding_mutes.delete",
  title: "Remove a mute",
  summary: "Removes a mute, so that the finding or row counts again.",
  scope: "write_feeds",
  http: { method: "DELETE", path: "/feeds/{feed_id}/channels/{slug}/findings/mutes/{id}", status: 204 },
  path: z.strictObject({ ...FindingsPath.shape, id: NumberId }),
  output: z.strictObject({}),
  errors: ["resource_not_found"],
  audit: "finding.unmuted",
  mcp: { tool: "unmute_finding", use: "Take the id from `list_finding_mutes`." },
  undone: ({ path: { feed_id: feed, slug }, before }) => {
    const { code, field, row_id: row, note } = members(before);
    return { operation: "finding_mutes.create", path: { feed_id: String(feed), slug }, body: { code, field, row_id: row, note }, left: {} };
  },
  async target(call, { id, ...path }) {
    await lockFeed(call.shop, path.feed_id);
    await findCheckedChannel(call, path);
    const of = { feedId: path.feed_id, channel: path.slug };
    return { of, mute: (await findMute(call.shop, of, id)) ?? call.fail("resource_not_found") };
  },
  before: ({ mute }) => muteAnswer(mute),
  async run(call, { target: { of, mute } }) {
    await deleteMute(call.shop, mute.id);
    await emit(call, findingMuteRemoved, { ...muteAnswer(mute), feed_id: formatId("feed", of.feedId), channel: of.channel });
    return {};
  },
});
