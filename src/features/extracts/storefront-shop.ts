import type { ShopDb } from "../../platform/postgres/postgres-port.ts";
import type { Storefront, StorefrontShop } from "../../storefronts/storefront-port.ts";
import { findMetafieldChoice } from "../metafields/index.ts";

/** What a storefront must know of the shop it extracts. */
export async function findStorefrontShop(handle: ShopDb): Promise<StorefrontShop & { readonly storefront: Storefront["kind"] }> {
  const { db, shopId } = handle;
  const shop = await db
    .selectFrom("shops")
    .select(["domain", "currency", "storefront", "storefront_config"])
    .where("id", "=", shopId)
    .executeTakeFirstOrThrow();
  const { wanted: metafields } = await findMetafieldChoice(handle);
  return { domain: shop.domain, currency: shop.currency, config: shop.storefront_config, metafields, storefront: shop.storefront };
}
