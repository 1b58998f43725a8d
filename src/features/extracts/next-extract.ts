import { sql } from "kysely";
import type { ShopDb } from "../../platform/postgres/postgres-port.ts";
import { PLACE } from "./start-scheduled-extracts.ts";

/** When the shop's next turn begins; null for a shop that isn't extracted by itself. */
export async function findNextExtract({ db, shopId }: ShopDb): Promise<Date | null> {
  const { rows } = await sql<{ readonly at: Date }>`
    select to_timestamp((floor(extract(epoch from now()) / turn_s - place) + 1 + place) * turn_s) as at from (
      select 86400.0 / plans.daily_export_count as turn_s, ${PLACE} as place
      from shops join plans on plans.code_name = shops.subscription_plan
      where shops.id = ${shopId} and shops.uninstalled_at is null and shops.subscription_status <> 'frozen' and shops.storefront <> 'csv'
        and plans.daily_export_count > 0
    ) paced`.execute(db);
  return rows[0]?.at ?? null;
}
