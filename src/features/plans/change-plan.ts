import { storedId } from "../../kernel/ids.ts";
import type { JobQueue } from "../../platform/jobs/jobs-port.ts";
import type { ShopDb } from "../../platform/postgres/postgres-port.ts";
import { listActiveFeeds, outdateFeed } from "../feeds/index.ts";
import { type PlanRow, storeSubscription, type Subscription } from "./plan-queries.ts";

interface PlanChange {
  readonly from: Subscription;
  readonly to: PlanRow;
}

/**
 * Effective at once: scopes count with the new allowance, and so does the next run of every feed. Feeds that the new plan would not let
 * be made stay as they are, because taking a published URL away is not for a change of plan to do; further ones are refused. The shop
 * is locked by whoever read `from`.
 */
export async function changePlan({ shop, queue }: { readonly shop: ShopDb; readonly queue: JobQueue }, { from, to }: PlanChange) {
  await storeSubscription(shop, { plan: to.code_name, status: to.is_free ? "none" : "active" });
  if (from.skus_max === to.skus_max) return;
  for (const { id } of await listActiveFeeds(shop)) await outdateFeed({ shop, queue }, storedId("feed", id));
}
