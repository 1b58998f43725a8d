import { type RawBuilder, sql } from "kysely";
import type { Db, ShopDb } from "../../platform/postgres/postgres-port.ts";
import { PLACE } from "./start-scheduled-extracts.ts";

/** When the shop's next turn begins; null for a shop that isn't extracted by itself. */
export async function findNextExtract({ db, shopId }: ShopDb): Promise<Date | null> {
  return (await listNextExtractsOf(db, sql`${shopId}`))[0]?.at ?? null;
}

/** The same of several shops; their ids come as SQL. Those that aren't extracted by themselves are left out. */
export async function listNextExtractsOf(db: Db, shopIds: RawBuilder<unknown>) {
  const { rows } = await sql<{ readonly shop_id: number; readonly at: Date }>`
    select id as shop_id, to_timestamp((floor(extract(epoch from now()) / turn_s - place) + 1 + place) * turn_s) as at from (
      select shops.id, 86400.0 / plans.daily_export_count as turn_s, ${PLACE} as place
      from shops join plans on plans.code_name = shops.subscription_plan
      where shops.id in (${shopIds}) and shops.uninstalled_at is null and shops.subscription_status <> 'frozen'
        and shops.storefront <> 'csv' and plans.daily_export_count > 0
    ) paced`.execute(db);
  return rows;
}
