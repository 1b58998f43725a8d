import { sql } from "kysely";
import type { ExtractId } from "../../kernel/ids.ts";
import type { Db, ShopDb } from "../../platform/postgres/postgres-port.ts";

export interface ClaimedLook {
  readonly shop_id: number;
  /** What has changed since is asked for; with it nothing before is. */
  readonly since: Date;
}

/** Shopify finds a product by its time only a while after it has changed, and its clock isn't ours. */
const OVERLAP_MINUTES = 15;
/** Whoever claims a look and dies, or can't ask, is followed by somebody else. */
const RETRY_MINUTES = 10;

/**
 * Takes the next shop that is due to be asked what has changed. Only shops whose changes are reported are: the others are extracted in full. What the
 * last full extract has read isn't asked for.
 */
export async function claimLook(db: Db): Promise<ClaimedLook | undefined> {
  const claimed = await sql<ClaimedLook>`
    with due as (
      select shops.id, greatest(looks.looked_through, (
        select max(started_at) from extracts where extracts.shop_id = shops.id and type = 'full' and status = 'completed'
      )) as through
      from shops join shopify_grants grants on grants.shop_id = shops.id and grants.ended_at is null
      left join change_looks looks on looks.shop_id = shops.id
      where shops.uninstalled_at is null and shops.storefront = 'shopify' and shops.storefront_config ? 'app' and shops.subscription_status <> 'frozen'
        and shops.subscriptions_checked_at is not null and shops.live_extract_id is not null
        and (looks.due_at is null or looks.due_at <= now())
      order by looks.due_at nulls first, shops.id limit 1 for no key update of shops skip locked
    ), claimed as (
      insert into change_looks (shop_id, due_at) select id, now() + make_interval(mins => ${RETRY_MINUTES}) from due
      on conflict (shop_id) do update set due_at = excluded.due_at returning shop_id
    )
    select shop_id, coalesce(through, now()) - make_interval(mins => ${OVERLAP_MINUTES}) as since from claimed join due on due.id = claimed.shop_id`.execute(
    db,
  );
  return claimed.rows[0];
}

interface LookEnd {
  readonly through: Date;
  readonly againAfterS: number;
}

/** Readings from before are of no more use: nothing that changed earlier is asked for again. */
export async function endLook({ db, shopId }: ShopDb, { through, againAfterS }: LookEnd): Promise<void> {
  await db
    .updateTable("change_looks")
    .set({ looked_through: through, due_at: sql<Date>`now() + make_interval(secs => ${againAfterS})` })
    .where("shop_id", "=", shopId)
    .execute();
  await sql`delete from product_readings where shop_id = ${shopId} and changed_at < ${through}::timestamptz - make_interval(mins => ${OVERLAP_MINUTES})`.execute(
    db,
  );
}

/** By product: when it had changed last, by the platform's clock. */
export type Readings = ReadonlyMap<string, Date>;

/**
 * Notes in which state a delta has read products. Shopify's times are whole seconds, so a product that changed in the second before the delta began, or
 * later, may have changed once more after it was read: that one isn't noted.
 */
export async function noteReadings({ db, shopId }: ShopDb, id: ExtractId, readings: Readings): Promise<void> {
  if (readings.size === 0) return;
  await sql`
    insert into product_readings (shop_id, product_id, changed_at)
    select ${shopId}::bigint, product_id, changed_at
    from unnest(${[...readings.keys()]}::bigint[], ${[...readings.values()]}::timestamptz[]) as read (product_id, changed_at)
    where changed_at < (select started_at from extracts where id = ${id} and shop_id = ${shopId}) - interval '1 second'
    order by product_id
    on conflict (shop_id, product_id) do update
      set changed_at = greatest(product_readings.changed_at, excluded.changed_at), read_at = excluded.read_at`.execute(db);
}

export async function findReadings({ db, shopId }: ShopDb, products: readonly string[]): Promise<Readings> {
  const rows = await db
    .selectFrom("product_readings")
    .select(["product_id", "changed_at"])
    .where("shop_id", "=", shopId)
    .where("product_id", "=", sql<number>`any(${[...products]}::bigint[])`)
    .execute();
  return new Map(rows.map(({ product_id: id, changed_at: changedAt }) => [String(id), changedAt]));
}
