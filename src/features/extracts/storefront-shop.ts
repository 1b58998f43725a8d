import type { ShopDb } from "../../platform/postgres/postgres-port.ts";
import type { Storefront, StorefrontShop } from "../../storefronts/storefront-port.ts";

/** What a storefront must know of the shop it extracts. */
export async function findStorefrontShop({ db, shopId }: ShopDb): Promise<StorefrontShop & { readonly storefront: Storefront["kind"] }> {
  const shop = await db
    .selectFrom("shops")
    .select(["domain", "currency", "storefront", "storefront_config"])
    .where("id", "=", shopId)
    .executeTakeFirstOrThrow();
  return { domain: shop.domain, currency: shop.currency, config: shop.storefront_config, storefront: shop.storefront };
}
