import { sql } from "kysely";
import type { Db } from "../../platform/postgres/postgres-port.ts";
import type { DatafeedRow } from "./datafeed-queries.ts";

/** A registration whose turn it is, or a connection to be removed, is leased for this long; heartbeats renew it. */
export const LEASE_SECONDS = 30;

/** Takes a registration that is due and that no worker has. */
export async function claimDatafeed(db: Db): Promise<DatafeedRow | undefined> {
  const { rows } = await sql<DatafeedRow>`
    update datafeeds set leased_until = now() + make_interval(secs => ${LEASE_SECONDS})
    where id = (
      select id from datafeeds where work_due_at <= now() and (leased_until is null or leased_until < now())
      order by work_due_at limit 1 for update skip locked
    ) returning *`.execute(db);
  return rows[0];
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

export interface ClaimedRemoval {
  readonly shop_id: number;
  readonly channel: string;
  /** The platform couldn't be reached for an hour, so nothing more is tried there. */
  readonly is_overdue: boolean;
}

/** Takes a connection that is being removed. */
export async function claimRemoval(db: Db): Promise<ClaimedRemoval | undefined> {
  const { rows } = await sql<ClaimedRemoval>`
    update channel_connections set leased_until = now() + make_interval(secs => ${LEASE_SECONDS}), work_due_at = now() + interval '1 second'
    where id = (
      select id from channel_connections
      where work_due_at <= now() and status = 'removing' and (leased_until is null or leased_until < now())
      order by work_due_at limit 1 for update skip locked
    ) returning shop_id, channel, updated_at < now() - interval '1 hour' as is_overdue`.execute(db);
  return rows[0];
}

/** Lets the next look come when it is due. */
export async function releaseRemoval(db: Db, { shop_id: shopId, channel }: Pick<ClaimedRemoval, "shop_id" | "channel">): Promise<void> {
  await sql`update channel_connections set leased_until = null where shop_id = ${shopId} and channel = ${channel}`.execute(db);
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
