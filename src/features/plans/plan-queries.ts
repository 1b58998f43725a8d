import type { Selectable } from "kysely";
import { sql } from "kysely";
import type { Database, Db, ShopDb } from "../../platform/postgres/postgres-port.ts";

export type PlanRow = Selectable<Database["plans"]>;

export async function listPlans(db: Db): Promise<readonly PlanRow[]> {
  return db.selectFrom("plans").selectAll().orderBy("id").execute();
}

/** The shop's plan, and what it has of it. */
export async function findSubscription({ db, shopId }: ShopDb) {
  return db
    .selectFrom("shops")
    .innerJoin("plans", "plans.code_name", "shops.subscription_plan")
    .select(["plans.code_name", "plans.name", "plans.skus_max", "shops.subscription_status", "shops.subscribed_at"])
    .where("shops.id", "=", shopId)
    .executeTakeFirstOrThrow();
}

export type Subscription = Awaited<ReturnType<typeof findSubscription>>;

export async function storeSubscription(
  { db, shopId }: ShopDb,
  { plan, status }: { readonly plan: PlanRow["code_name"]; readonly status: "active" | "frozen" | "none" },
): Promise<void> {
  await db
    .updateTable("shops")
    .set({
      subscription_plan: plan,
      subscription_status: status,
      subscribed_at:
        status === "none" ? null : sql<Date>`case when subscription_plan = ${plan} then coalesce(subscribed_at, now()) else now() end`,
      updated_at: sql<Date>`now()`,
    })
    .where("id", "=", shopId)
    .execute();
}
