import type { ShopDb } from "../../platform/postgres/postgres-port.ts";
import type { ShopMarket } from "../../storefronts/storefront-port.ts";

/** Where a shop sells, as far as its platform has told. */
export interface SellingPlaces {
  /** Of the shop itself. */
  readonly country: string;
  readonly currency: string;
  readonly markets: readonly ShopMarket[];
}

export async function findSellingPlaces({ db, shopId }: ShopDb): Promise<SellingPlaces> {
  const shop = await db.selectFrom("shops").select(["country", "currency", "markets"]).where("id", "=", shopId).executeTakeFirstOrThrow();
  return { country: shop.country, currency: shop.currency, markets: shop.markets ?? [] };
}
