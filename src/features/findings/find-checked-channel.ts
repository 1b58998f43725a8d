import type { Refuse } from "../../kernel/operation.ts";
import type { FeedId } from "../../kernel/ids.ts";
import { type AssignedChannel, assignedChannel, findAssignment, requirePack } from "../channel-files/index.ts";
import { type FeedRow, findFeed } from "../feeds/index.ts";
import type { ShopCall } from "../operation.ts";

export interface CheckedChannel extends AssignedChannel {
  readonly feed: FeedRow;
}

/** A channel that the feed is assigned to, of those this version knows. */
export async function findCheckedChannel(
  call: Pick<ShopCall, "shop" | "channels"> & Refuse<"resource_not_found">,
  { feed_id: feedId, slug }: { readonly feed_id: FeedId; readonly slug: string },
): Promise<CheckedChannel> {
  const feed = (await findFeed(call.shop, feedId)) ?? call.fail("resource_not_found");
  requirePack(call, slug);
  const row = await findAssignment(call.shop, feedId, slug);
  const assigned = row === undefined ? undefined : assignedChannel(call.channels, row);
  return { ...(assigned ?? call.fail("resource_not_found", "This channel isn't assigned to the feed. Assign it first.")), feed };
}
