import type { Refuse } from "../../kernel/operation.ts";
import type { ShopDb } from "../../platform/postgres/postgres-port.ts";
import { listPlansWithFeeds, type ShopOfFeeds } from "./additional-feed-queries.ts";

/** Refuses more than the primary feed to a shop whose plan has no more. */
export async function requirePlan(call: Refuse<"plan_upgrade_required"> & { readonly shop: ShopDb }, shop: ShopOfFeeds): Promise<void> {
  if (shop.additional_feeds) return;
  const plans = await listPlansWithFeeds(call.shop);
  call.fail("plan_upgrade_required", `Additional feeds need the ${plans.join(" or ")} plan. The shop is on ${shop.plan}.`);
}
