import type { ShopDb } from "../../platform/postgres/postgres-port.ts";
import type { Storefront, StorefrontShop } from "../../storefronts/storefront-port.ts";
import { uninstalledShop } from "../runs/index.ts";
import { findLiveSnapshot } from "../snapshots/index.ts";
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
  const knownMetafields = (await findLiveSnapshot(handle))?.facts.metafields ?? [];
  const { domain, currency, storefront, storefront_config: config } = shop;
  return { domain, currency, config, metafields, knownMetafields, storefront };
}
