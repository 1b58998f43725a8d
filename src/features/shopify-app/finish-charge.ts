import { type ShopId, storedId } from "../../kernel/ids.ts";
import type { Db, ShopDb } from "../../platform/postgres/postgres-port.ts";
import { rereadSubscription } from "../plans/index.ts";
import type { AppServices } from "./connect-shop.ts";
import { findEmbeddedShop, hasOpenCharge } from "./install-queries.ts";

/** Where the app is inside the shop's Shopify admin; undefined where this installation is no app. */
export function adminAppUrl({ shopifyApp }: Pick<AppServices, "shopifyApp">, shop: string): string | undefined {
  if (shopifyApp === null) return undefined;
  const { simulatorUrl, clientId } = shopifyApp;
  const store = shop.replace(/\.myshopify\.com$/, "");
  return simulatorUrl === null ? `https://admin.shopify.com/store/${store}/apps/${clientId}` : `${simulatorUrl}/admin/app`;
}

/** Asks Shopify only while a charge waits for the merchant, so that the address is of no use to strangers. */
export async function rereadAfterCharge(
  services: AppServices,
  { db, openShop }: { readonly db: Db; readonly openShop: (db: Db, shopId: ShopId) => ShopDb },
  name: string,
): Promise<void> {
  const found = await findEmbeddedShop(db, name);
  if (found !== undefined && (await hasOpenCharge(db, found.id)))
    await rereadSubscription(services, openShop(db, storedId("shop", found.id)));
}
