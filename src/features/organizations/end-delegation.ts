import type { OrganizationId } from "../../kernel/ids.ts";
import { tellRevoked } from "../keys/index.ts";
import type { ShopCall } from "../operation.ts";
import { disableDelegatedWebhooks } from "../webhooks/index.ts";
import { revokeDelegated } from "./organization-queries.ts";

/**
 * What an organization made in a shop ends with its connection, in the same transaction, whoever ended that. Each of these rows carries the
 * organization; a feature whose rows come to carry one ends them here, behind the keys, because with those nothing more is made.
 */
export async function endDelegation(call: Pick<ShopCall, "shop" | "clock">, organizationId: OrganizationId): Promise<void> {
  const { shop, clock } = call;
  const revoked = await revokeDelegated(shop.db, { organizationId, shopId: shop.shopId });
  await disableDelegatedWebhooks(shop, organizationId, clock.now());
  await tellRevoked(call, revoked);
}
