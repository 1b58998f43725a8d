import type { ShopDb } from "../../platform/postgres/postgres-port.ts";
import type { Storefront, StorefrontShop } from "../../storefronts/storefront-port.ts";
import { uninstalledShop } from "../runs/index.ts";
import { findMetafieldChoice } from "../metafields/index.ts";

/** What a storefront must know of the shop it extracts; one that is uninstalled is not extracted. */
export async function findStorefrontShop(handle: ShopDb): Promise<StorefrontShop & { readonly storefront: Storefront["kind"] }> {
  const { db, shopId } = handle;
  const shop = await db
    .selectFrom("shops")
    .select(["domain", "currency", "storefront", "storefront_config", "uninstalled_at"])
    .where("id", "=", shopId)
    .executeTakeFirstOrThrow();
  if (shop.uninstalled_at !== null) throw uninstalledShop();
  const { wanted: metafields } = await findMetafieldChoice(handle);
  return { domain: shop.domain, currency: shop.currency, config: shop.storefront_config, metafields, storefront: shop.storefront };
}
