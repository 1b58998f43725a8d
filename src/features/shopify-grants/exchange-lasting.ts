import { type ShopId, storedId } from "../../kernel/ids.ts";
import type { Db, ShopDb } from "../../platform/postgres/postgres-port.ts";
import { claimUnlooked, noteLooked } from "./exchange-queries.ts";
import { exchangeLasting, type TokenServices } from "./shop-tokens.ts";

interface Exchanging {
  readonly db: Db;
  readonly openShop: (db: Db, id: ShopId) => ShopDb;
  readonly signal: AbortSignal;
}

const EXCHANGE_MS = 60_000;

/**
 * Exchanges the next token that doesn't expire for one that does, which Shopify asks of every public app. The token there is stays stored until its
 * successor is, and Shopify answers the same exchange again for a week: so an answer that gets lost costs nothing. False: no grant is left to be looked at.
 */
export async function exchangeLastingToken(services: TokenServices, { db, openShop, signal }: Exchanging): Promise<boolean> {
  if (services.shopifyClient === null) return false;
  const claimed = await claimUnlooked(db);
  if (claimed === undefined) return false;
  const shop = openShop(db, storedId("shop", claimed.shop_id));
  try {
    const isDone = await exchangeLasting(services, shop, AbortSignal.any([signal, AbortSignal.timeout(EXCHANGE_MS)]));
    if (isDone) await noteLooked(shop, claimed.grant_version);
  } catch (error) {
    signal.throwIfAborted();
    services.log.warn({ shop_id: claimed.shop_id, error: String(error) }, "could not exchange a token that doesn't expire");
  }
  return true;
}
