import { sql } from "kysely";
import type { Db, ShopDb } from "../../platform/postgres/postgres-port.ts";
import { claimInTurn } from "../turns/index.ts";
import type { DatafeedRow } from "./datafeed-queries.ts";

/** A registration whose turn it is, or a connection to be removed, is leased for this long; heartbeats renew it. */
export const LEASE_SECONDS = 30;

/** Of a shop at a time, over all processes: half the places of one, so that a platform that doesn't answer one shop leaves places to others. */
const OF_SHOP_MAX = 4;

/** Takes a registration that is due and that no worker has. */
export async function claimDatafeed(db: Db): Promise<DatafeedRow | undefined> {
  return claimInTurn(
    db,
    { table: "datafeeds", owner: "shop_id", ofOwnerMax: OF_SHOP_MAX },
    (id) => sql<DatafeedRow>`
      update datafeeds set leased_until = now() + make_interval(secs => ${LEASE_SECONDS}), claims = claims + 1 where id = ${id} returning *`,
  );
}

/** Gives a claim back whose worker stops, so that another one goes on at once. */
export async function releaseDatafeed({ db, shopId }: ShopDb, { id, claims }: Pick<DatafeedRow, "id" | "claims">): Promise<void> {
  await sql`update datafeeds set leased_until = null where shop_id = ${shopId} and id = ${id} and claims = ${claims}`.execute(db);
}

/** Whether any of this is due; cheap enough to be asked every second. */
export async function channelWorkWaits(db: Db): Promise<boolean> {
  const { rows } = await sql<{ readonly waits: boolean }>`
    select exists (select 1 from datafeeds where work_due_at <= now() and (leased_until is null or leased_until < now()))
      or exists (select 1 from channel_connections where work_due_at <= now() and (leased_until is null or leased_until < now())) as waits`.execute(
    db,
  );
  return rows[0]?.waits === true;
}

/** A connection being removed, and which claim of it this is. */
export interface ClaimedRemoval {
  readonly id: number;
  readonly claims: number;
  readonly shop_id: number;
  readonly channel: string;
  /** The platform couldn't be reached for an hour, so nothing more is tried there. */
  readonly is_overdue: boolean;
}

/** Takes a connection that is being removed. */
export async function claimRemoval(db: Db): Promise<ClaimedRemoval | undefined> {
  const { rows } = await sql<ClaimedRemoval>`
    update channel_connections set leased_until = now() + make_interval(secs => ${LEASE_SECONDS}), work_due_at = now() + interval '1 second',
      claims = claims + 1
    where id = (
      select id from channel_connections
      where work_due_at <= now() and status = 'removing' and (leased_until is null or leased_until < now())
      order by work_due_at limit 1 for update skip locked
    ) returning id, claims, shop_id, channel, updated_at < now() - interval '1 hour' as is_overdue`.execute(db);
  return rows[0];
}

/** A heartbeat; false: the row is gone, or another worker has it. */
export async function keepRemoval(db: Db, { id, claims }: Pick<ClaimedRemoval, "id" | "claims">): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update channel_connections set leased_until = now() + make_interval(secs => ${LEASE_SECONDS})
    where id = ${id} and claims = ${claims} and status = 'removing'`.execute(db);
  return numAffectedRows === 1n;
}

/** Lets the next look come when it is due. */
export async function releaseRemoval(db: Db, { id, claims }: Pick<ClaimedRemoval, "id" | "claims">): Promise<void> {
  await sql`update channel_connections set leased_until = null where id = ${id} and claims = ${claims}`.execute(db);
}

/** Registrations of feeds that no longer have the channel are removed. Answers how many. */
export async function dropUnassigned(db: Db): Promise<number> {
  const { numAffectedRows } = await sql`
    update datafeeds d set status = 'removing', revision = revision + 1, work_due_at = now()
    where status <> 'removing' and not exists (select 1 from feed_channels c where c.feed_id = d.feed_id and c.channel = d.channel)`.execute(
    db,
  );
  return Number(numAffectedRows ?? 0);
}

/** Registrations whose files have another address since the service's own has changed. One that fails waits for its next try. */
export async function markOldAddressesDue(db: Db, filesUrl: string): Promise<number> {
  const { numAffectedRows } = await sql`
    update datafeeds set revision = revision + 1, work_due_at = now()
    where status <> 'removing' and error_code is null and work_due_at > now() and not starts_with(remote_url, ${`${filesUrl}/`})`.execute(
    db,
  );
  return Number(numAffectedRows ?? 0);
}
