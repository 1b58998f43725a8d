import { z } from "zod";
import { type FeedId, parseId } from "../../kernel/ids.ts";
import type { Refuse } from "../../kernel/operation.ts";
import type { ShopCall } from "../operation.ts";
import { findFeed } from "./feed-queries.ts";

/** The query parameter `feed_id` of operations on one feed or on all of them. */
export const FeedIdText = z.string().min(1, "must be a feed's id such as feed_12").max(40);

/** The feed that is named; null for all of them. Refuses a feed the shop does not have. */
export async function filteredFeed(
  call: Pick<ShopCall, "shop"> & Refuse<"resource_not_found">,
  text: string | undefined,
): Promise<FeedId | null> {
  if (text === undefined) return null;
  const feedId = parseId("feed", text) ?? call.fail("resource_not_found");
  if ((await findFeed(call.shop, feedId)) === undefined) call.fail("resource_not_found");
  return feedId;
}
