import { sql } from "kysely";
import type { ShopDb } from "../../platform/postgres/postgres-port.ts";
import type { BudgetLeft } from "../../storefronts/storefront-port.ts";

/** A bucket before the platform has said how large it is: Shopify's for its smallest plans. */
const FIRST: BudgetLeft = { available: 1000, maximum: 1000, restoreRate: 50 };

/** Shortest pause before the next look, so that waiting costs nothing. */
const WAIT_MIN_MS = 50;

/**
 * Takes points in one statement: milliseconds to wait when there are too few, 0 when they are taken, undefined when the shop has no
 * bucket yet. The row's lock makes takers take turns. What costs more than the whole bucket is let go when it is full.
 */
export async function takeBudget({ db, shopId }: ShopDb, cost: number): Promise<number | undefined> {
  const present = sql`least(maximum, available + restore_rate * greatest(0, extract(epoch from clock_timestamp() - measured_at)))`;
  const taken = await sql<{ readonly wait_ms: number }>`
    with bucket as (
      select shop_id, ${present} as points, least(${cost}, maximum) as cost, restore_rate from request_budgets where shop_id = ${shopId} for update
    )
    update request_budgets set available = points - case when points >= bucket.cost then bucket.cost else 0 end, measured_at = clock_timestamp()
    from bucket where request_budgets.shop_id = bucket.shop_id
    returning case when points >= bucket.cost then 0
      else greatest(${WAIT_MIN_MS}, (bucket.cost - points) / bucket.restore_rate * 1000) end::double precision as wait_ms`.execute(db);
  return taken.rows[0]?.wait_ms;
}

/** Points that there will be in so many seconds if nobody takes any; undefined: the platform hasn't said yet. */
export async function pointsWithin({ db, shopId }: ShopDb, seconds: number): Promise<number | undefined> {
  const found = await sql<{ readonly points: number }>`
    select least(maximum, available + restore_rate * greatest(0, extract(epoch from clock_timestamp() - measured_at) + ${seconds}))::double precision as points
    from request_budgets where shop_id = ${shopId}`.execute(db);
  return found.rows[0]?.points;
}

export async function insertBudget({ db, shopId }: ShopDb): Promise<void> {
  await db
    .insertInto("request_budgets")
    .values({ shop_id: shopId, available: FIRST.available, maximum: FIRST.maximum, restore_rate: FIRST.restoreRate })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** The platform's word replaces our count: others may draw on the same bucket. */
export async function reportBudget({ db, shopId }: ShopDb, { available, maximum, restoreRate }: BudgetLeft): Promise<void> {
  await db
    .updateTable("request_budgets")
    .set({ available, maximum, restore_rate: restoreRate, measured_at: sql`clock_timestamp()` })
    .where("shop_id", "=", shopId)
    .execute();
}
