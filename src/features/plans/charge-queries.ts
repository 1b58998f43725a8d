import { sql } from "kysely";
import type { Db, ShopDb } from "../../platform/postgres/postgres-port.ts";
import type { AppSubscription } from "../../storefronts/shopify-app-port.ts";
import type { PlanRow } from "./plan-queries.ts";

/** Whose plan is paid through the platform: a shop that installed our app. */
export async function findBilledShop({ db, shopId }: ShopDb) {
  return db
    .selectFrom("shops")
    .select(["domain", sql<Date>`clock_timestamp()`.as("asked_at")])
    .where("id", "=", shopId)
    .where("storefront", "=", "shopify")
    .where("uninstalled_at", "is", null)
    .where(sql<boolean>`storefront_config ? 'app'`)
    .executeTakeFirst();
}

interface NewCharge {
  readonly subscription: AppSubscription;
  readonly plan: PlanRow["code_name"];
  readonly discountCode: string | null;
}

export async function insertCharge({ db, shopId }: ShopDb, { subscription, plan, discountCode }: NewCharge): Promise<void> {
  const { id, status, test } = subscription;
  await db
    .insertInto("shopify_charges")
    .values({ id, shop_id: shopId, plan, status, is_test: test, discount_code: discountCode })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Plans by the id of the charge. */
export async function findCharges({ db, shopId }: ShopDb): Promise<ReadonlyMap<string, PlanRow["code_name"]>> {
  const rows = await db.selectFrom("shopify_charges").select(["id", "plan"]).where("shop_id", "=", shopId).execute();
  return new Map(rows.map(({ id, plan }) => [id, plan]));
}

export async function storeChargeStatuses({ db, shopId }: ShopDb, seen: readonly AppSubscription[]): Promise<void> {
  for (const { id, status } of seen)
    await db
      .updateTable("shopify_charges")
      .set({ status, updated_at: sql<Date>`now()` })
      .where("shop_id", "=", shopId)
      .where("id", "=", id)
      .where("status", "<>", status)
      .execute();
}

/** False where something that was asked for later has been stored already: two readings may overtake each other. */
export async function noteReading({ db, shopId }: ShopDb, askedAt: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("shops")
    .set({ subscription_checked_at: askedAt })
    .where("id", "=", shopId)
    .where((row) => row.or([row("subscription_checked_at", "is", null), row("subscription_checked_at", "<=", askedAt)]))
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Shops in service with charges that nobody has read for a day, a waiting charge for an hour. Whoever gets one has an hour to read it. */
export async function claimUnread(db: Db, limit: number): Promise<readonly number[]> {
  const { rows } = await sql<{ readonly id: number }>`
    update shops set subscription_checked_at = now() - interval '23 hours'
    where id in (
      select s.id from shops s
      where s.uninstalled_at is null and s.storefront = 'shopify'
        and exists (select 1 from shopify_charges c where c.shop_id = s.id and c.status not in ('CANCELLED', 'DECLINED', 'EXPIRED'))
        and (
          coalesce(s.subscription_checked_at, '-infinity') < now() - interval '1 day'
          or exists (
            select 1 from shopify_charges c
            where c.shop_id = s.id and c.status = 'PENDING' and s.subscription_checked_at < now() - interval '1 hour'
              and c.created_at > now() - interval '3 days'
          )
        )
      order by s.subscription_checked_at nulls first limit ${limit} for update skip locked
    )
    returning id`.execute(db);
  return rows.map(({ id }) => id);
}
