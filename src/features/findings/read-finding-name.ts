import { didYouMean, nearestNames } from "../../engine/expression/column-names.ts";
import type { RunId } from "../../kernel/ids.ts";
import { storedId } from "../../kernel/ids.ts";
import type { Refuse } from "../../kernel/operation.ts";
import { assignedChannel, listAssignments } from "../channel-files/index.ts";
import type { FeedRow } from "../feeds/index.ts";
import type { ShopCall } from "../operation.ts";
import { type FoundByCode, listFindingsByCode } from "./finding-queries-by-code.ts";
import { everyCheck } from "./known-codes.ts";

type Call = Pick<ShopCall, "shop" | "channels"> & Refuse<"invalid_request">;

/** What a run has found under a name that someone wrote: `code`, or `channel:code`. Refuses a name that no channel of the feed has. */
export async function findNamedFindings(
  call: Call,
  { feed, runId, written }: { readonly feed: FeedRow; readonly runId: RunId; readonly written: string },
): Promise<readonly FoundByCode[]> {
  const at = written.indexOf(":");
  const channel = at === -1 ? null : written.slice(0, at).trim();
  const code = written.slice(at + 1).trim();
  const feedId = storedId("feed", feed.id);
  const found = await listFindingsByCode(call.shop, { feedId, runId, code, channel });
  if (found.length === 0) await requireKnown(call, feed, { channel, code });
  return found;
}

async function requireKnown(
  call: Call,
  feed: FeedRow,
  { channel, code }: { readonly channel: string | null; readonly code: string },
): Promise<void> {
  const rows = await listAssignments(call.shop, storedId("feed", feed.id));
  const assigned = rows.flatMap((row) => assignedChannel(call.channels, row) ?? []);
  const asked = assigned.filter(({ pack }) => channel === null || pack.slug === channel);
  if (channel !== null && asked.length === 0) {
    const slugs = assigned.map(({ pack }) => pack.slug);
    refuse(call, `The channel ${channel} isn't assigned to this feed.${didYouMean(nearestNames(channel, slugs))}`);
  }
  const codes = new Set(asked.flatMap((one) => everyCheck({ ...one, feed }).map((check) => check.code)));
  if (!codes.has(code))
    refuse(call, `No channel of this feed has a finding ${code === "" ? "without a code" : code}.${didYouMean(nearestNames(code, codes))}`);
}

function refuse(call: Call, message: string): never {
  return call.fail("invalid_request", message, [{ param: "/finding", code: "invalid_param", message }]);
}
