import type { ShopDb } from "../../platform/postgres/postgres-port.ts";
import type { AppGrant } from "../../storefronts/shopify-app-port.ts";
import type { LocalServices } from "../operation.ts";
import { putGrant } from "./grant-queries.ts";
import { sealGrant } from "./sealed-grant.ts";

/** Keeps what a merchant has granted, in the place of an earlier grant. `shop.db` is a transaction. */
export async function storeGrant({ secrets }: Pick<LocalServices, "secrets">, shop: ShopDb, grant: AppGrant): Promise<void> {
  await putGrant(shop, { sealed: sealGrant(secrets, shop.shopId, grant), scopes: grant.scopes });
}
