import { sql } from "kysely";
import type { Db, ShopDb } from "../../platform/postgres/postgres-port.ts";

/** A token that couldn't be exchanged goes on working, so there's no haste. */
const AGAIN_HOURS = 24;

interface UnlookedGrant {
  readonly shop_id: number;
  readonly grant_version: number;
}

/** Takes the next grant that nobody has looked at since it was stored, or whose token couldn't be exchanged a day ago. */
export async function claimUnlooked(db: Db): Promise<UnlookedGrant | undefined> {
  const claimed = await sql<UnlookedGrant>`
    update shopify_grants set exchange_looked_at = now() where shop_id = (
      select grants.shop_id from shopify_grants grants join shops on shops.id = grants.shop_id
      where grants.ended_at is null and shops.uninstalled_at is null
        and (grants.exchange_looked_at is null or grants.exchange_looked_at < now() - make_interval(hours => ${AGAIN_HOURS}))
      order by grants.exchange_looked_at nulls first, grants.shop_id limit 1 for update of grants skip locked
    ) returning shop_id, grant_version`.execute(db);
  return claimed.rows[0];
}

/** This grant, and what is renewed from it, needs no further look; another one of the merchant's does. */
export async function noteLooked({ db, shopId }: ShopDb, version: number): Promise<void> {
  await sql`update shopify_grants set exchange_looked_at = 'infinity' where shop_id = ${shopId} and grant_version >= ${version} and exchange_looked_at is not null`.execute(
    db,
  );
}
