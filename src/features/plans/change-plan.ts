import { storedId } from "../../kernel/ids.ts";
import { listActiveFeeds, outdateFeed } from "../feeds/index.ts";
import { emit } from "../events/index.ts";
import type { ShopCall } from "../operation.ts";
import { findSubscription, type PlanRow, storeSubscription, type Subscription } from "./plan-queries.ts";
import { subscriptionAnswer } from "./plan-shapes.ts";
import { subscriptionChanged } from "./subscription-events.ts";

interface PlanChange {
  readonly from: Subscription;
  readonly to: PlanRow;
  /** What a plan has by itself, unless a platform says otherwise. */
  readonly status?: "active" | "frozen" | "none";
}

/**
 * Effective at once: scopes count with the new allowance, and so does the next run of every feed. Feeds that the new plan would not let
 * be made stay as they are, because taking a published URL away is not for a change of plan to do; further ones are refused. The shop
 * is locked by whoever read `from`.
 */
export async function changePlan(
  call: Pick<ShopCall, "shop" | "queue" | "clock">,
  { from, to, status = to.is_free ? "none" : "active" }: PlanChange,
): Promise<void> {
  const { shop, queue } = call;
  await storeSubscription(shop, { plan: to.code_name, status });
  await emit(call, subscriptionChanged, { ...subscriptionAnswer(await findSubscription(shop)), previous_status: from.subscription_status });
  if (from.skus_max === to.skus_max) return;
  for (const { id } of await listActiveFeeds(shop)) await outdateFeed({ shop, queue }, storedId("feed", id));
}
