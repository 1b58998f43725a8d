import type { FeedId, RuleId } from "../../kernel/ids.ts";
import type { Refuse } from "../../kernel/operation.ts";
import { type FeedRow, lockFeed } from "../feeds/index.ts";
import type { ShopChange } from "../operation.ts";
import { findRule, type RuleRow } from "./rule-queries.ts";

/** A rule for whoever changes it, with its feed, whose lock holds all of its rules. */
export async function lockRule(
  call: ShopChange & Refuse<"resource_not_found">,
  { feed_id: feedId, id }: { readonly feed_id: FeedId; readonly id: RuleId },
): Promise<{ readonly feed: FeedRow; readonly rule: RuleRow }> {
  const feed = (await lockFeed(call.shop, feedId)) ?? call.fail("resource_not_found");
  return { feed, rule: (await findRule(call.shop, feedId, id)) ?? call.fail("resource_not_found") };
}
