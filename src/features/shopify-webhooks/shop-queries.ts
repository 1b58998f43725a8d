import { sql } from "kysely";
import type { Db, ShopDb } from "../../platform/postgres/postgres-port.ts";

/** A shop in service that installed our app. */
export async function findAppShop(db: Db, domain: string): Promise<{ readonly id: number } | undefined> {
  return db
    .selectFrom("shops")
    .select("id")
    .where(sql`lower(domain)`, "=", domain)
    .where("storefront", "=", "shopify")
    .where("uninstalled_at", "is", null)
    .where(sql<boolean>`storefront_config ? 'app'`)
    .executeTakeFirst();
}

/** Shops of a domain that have left: what was installed since isn't among them. */
export async function listGoneShops(db: Db, domain: string): Promise<readonly { readonly id: number }[]> {
  return db
    .selectFrom("shops")
    .select("id")
    .where(sql`lower(domain)`, "=", domain)
    .where("storefront", "=", "shopify")
    .where("uninstalled_at", "is not", null)
    .orderBy("id")
    .execute();
}

/** A look an hour after the last one would find nothing that the next day's doesn't. */
const CHECKED_EVERY_HOURS = 24;
/** Shopify was away, or refused: again soon. */
const RETRY_MINUTES = 10;

/**
 * Takes the next shop whose subscriptions are to be compared, and counts it as compared in ten minutes' time, so that nobody else takes it meanwhile and a
 * process that dies does no harm.
 */
export async function claimUnchecked(db: Db): Promise<{ readonly id: number; readonly domain: string } | undefined> {
  const claimed = await sql<{ readonly id: number; readonly domain: string }>`
    update shops set subscriptions_checked_at = now() - make_interval(hours => ${CHECKED_EVERY_HOURS}) + make_interval(mins => ${RETRY_MINUTES})
    where id = (
      select shops.id from shops join shopify_grants on shopify_grants.shop_id = shops.id and shopify_grants.ended_at is null
      where shops.uninstalled_at is null and shops.storefront = 'shopify' and shops.storefront_config ? 'app'
        and (shops.subscriptions_checked_at is null or shops.subscriptions_checked_at < now() - make_interval(hours => ${CHECKED_EVERY_HOURS}))
      order by shops.subscriptions_checked_at nulls first, shops.id limit 1 for no key update of shops skip locked
    ) returning id, domain`.execute(db);
  return claimed.rows[0];
}

/** What a shop allows decides what it reports: its subscriptions are compared at the next look. They stay as they are until then. */
export async function checkSoon({ db, shopId }: ShopDb): Promise<void> {
  await db
    .updateTable("shops")
    .set({ subscriptions_checked_at: sql<Date>`now() - make_interval(hours => ${CHECKED_EVERY_HOURS}) - interval '1 second'` })
    .where("id", "=", shopId)
    .where("subscriptions_checked_at", "is not", null)
    .execute();
}

export async function noteChecked({ db, shopId }: ShopDb): Promise<void> {
  await db
    .updateTable("shops")
    .set({ subscriptions_checked_at: sql<Date>`now()` })
    .where("id", "=", shopId)
    .execute();
}
