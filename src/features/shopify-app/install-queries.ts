import { sql } from "kysely";
import type { Db } from "../../platform/postgres/postgres-port.ts";
import { INSTALL_SECONDS } from "./install-state.ts";

/** Uses a state up: of two requests with it, one succeeds. */
export async function useState(db: Db, stateHash: string, shop: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto("shopify_used_states")
    .values({ state_hash: stateHash, shop_domain: shop, expires_at: sql<Date>`now() + make_interval(secs => ${INSTALL_SECONDS})` })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

export async function deleteExpiredStates(db: Db): Promise<void> {
  await sql`delete from shopify_used_states where expires_at <= now()`.execute(db);
}

/** Until the transaction ends nobody else installs the shop, under this domain or another one. */
export async function lockInstall(db: Db, platformId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`install ${platformId}`}, 0))`.execute(db);
}

interface Named {
  readonly domain: string;
  readonly platformId: string;
}

/**
 * The row that an install continues: one in service before one that was uninstalled, one with the platform's own id before one that has only the
 * name. It's locked until the transaction ends.
 */
export async function findShopOf(db: Db, { domain, platformId }: Named) {
  return db
    .selectFrom("shops")
    .select(["id", "storefront", "uninstalled_at", "currency"])
    .where((row) => row.or([row("platform_id", "=", platformId), row(sql`lower(domain)`, "=", domain.toLowerCase())]))
    .orderBy(sql`uninstalled_at is not null`)
    .orderBy(sql`platform_id is distinct from ${platformId}`)
    .orderBy("id", "desc")
    .limit(1)
    .forUpdate()
    .executeTakeFirst();
}

/** What requests from inside the Shopify admin need of a shop. */
export async function findEmbeddedShop(db: Db, domain: string) {
  return db
    .selectFrom("shops")
    .innerJoin("shopify_grants", "shopify_grants.shop_id", "shops.id")
    .select(["shops.id", "shopify_grants.ended_at", "shopify_grants.scopes", "shopify_grants.updated_at"])
    .where(sql`lower(domain)`, "=", domain)
    .where("uninstalled_at", "is", null)
    .where("storefront", "=", "shopify")
    .where(sql<boolean>`storefront_config ? 'app'`)
    .executeTakeFirst();
}

export async function hasOpenCharge(db: Db, shopId: number): Promise<boolean> {
  const charge = await db
    .selectFrom("shopify_charges")
    .select("id")
    .where("shop_id", "=", shopId)
    .where("status", "=", "PENDING")
    .limit(1)
    .executeTakeFirst();
  return charge !== undefined;
}

interface Reconnected extends Named {
  readonly name: string;
  readonly config: object;
  readonly currency: string;
  readonly country: string;
  readonly scopes: readonly string[];
}

/** Puts a shop (back) into service as an app's. Its feeds, keys and plan stay. */
export async function reconnectShop(db: Db, id: number, shop: Reconnected): Promise<void> {
  await db
    .updateTable("shops")
    .set({
      domain: shop.domain,
      name: shop.name,
      platform_id: shop.platformId,
      storefront: "shopify",
      storefront_config: JSON.stringify(shop.config),
      currency: shop.currency,
      country: shop.country,
      access_scopes: [...shop.scopes],
      uninstalled_at: null,
      subscriptions_checked_at: null,
      updated_at: sql<Date>`now()`,
    })
    .where("id", "=", id)
    .execute();
}

export async function storePlatformId(db: Db, id: number, platformId: string): Promise<void> {
  await db.updateTable("shops").set({ platform_id: platformId }).where("id", "=", id).execute();
}
