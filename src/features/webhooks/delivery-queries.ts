import { sql } from "kysely";
import type { DeliveryId, WebhookId } from "../../kernel/ids.ts";
import type { ShopDb } from "../../platform/postgres/postgres-port.ts";
import type { NewEvents } from "../events/index.ts";
import type { DeliveryStatus } from "./delivery.ts";
import type { DeliveryRow } from "./delivery-shapes.ts";
import { TEST_EVENT } from "./webhook-events.ts";

/** One event and its delivery to one webhook of the shop, whatever that subscribes to. */
export async function insertEventFor(
  { db, shopId }: ShopDb,
  webhookId: WebhookId,
  { name, at, organizationId = null, events }: NewEvents,
): Promise<DeliveryRow> {
  await db
    .insertInto("events")
    .values(events.map(({ id, body }) => ({ id, shop_id: shopId, name, body, created_at: at, organization_id: organizationId })))
    .execute();
  return db
    .insertInto("webhook_deliveries")
    .columns(["shop_id", "webhook_id", "event_id", "event", "due_at", "created_at"])
    .expression((from) =>
      from
        .selectFrom(["webhooks as w", "events as e"])
        .select(["w.shop_id", "w.id", "e.id as event_id", "e.name", "e.created_at as due_at", "e.created_at"])
        .where("w.shop_id", "=", shopId)
        .where("w.id", "=", webhookId)
        .where(
          "e.id",
          "in",
          events.map(({ id }) => id),
        ),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
}

export interface DeliveryFilter {
  readonly status: DeliveryStatus | null;
  readonly event: string | null;
  readonly limit: number;
  readonly offset: number;
}

/** Newest first. */
export async function listDeliveries({ db, shopId }: ShopDb, webhookId: WebhookId, { status, event, limit, offset }: DeliveryFilter) {
  const wanted = db
    .selectFrom("webhook_deliveries")
    .where("shop_id", "=", shopId)
    .where("webhook_id", "=", webhookId)
    .$if(status !== null, (query) => query.where("status", "=", status))
    .$if(event !== null, (query) => query.where("event", "=", event));
  const rows = await wanted.selectAll().orderBy("id", "desc").limit(limit).offset(offset).execute();
  const { total } = await wanted.select(({ fn }) => fn.countAll<number>().as("total")).executeTakeFirstOrThrow();
  return { rows, total };
}

export async function findDelivery({ db, shopId }: ShopDb, webhookId: WebhookId, id: DeliveryId): Promise<DeliveryRow | undefined> {
  return db
    .selectFrom("webhook_deliveries")
    .selectAll()
    .where("shop_id", "=", shopId)
    .where("webhook_id", "=", webhookId)
    .where("id", "=", id)
    .executeTakeFirst();
}

/** What every attempt of a delivery sends, and which one organization is told of it; null for all. */
export async function findSentEvent({ db, shopId }: ShopDb, { event_id: id }: DeliveryRow) {
  return db.selectFrom("events").select(["body", "organization_id"]).where("shop_id", "=", shopId).where("id", "=", id).executeTakeFirst();
}

export interface DeliverySpan {
  readonly webhookId: WebhookId;
  readonly from: Date;
  readonly to: Date;
  readonly bucket: "hour" | "day";
}

export interface DeliveryBucket {
  readonly at: Date;
  readonly pending: number;
  readonly delivered: number;
  readonly failed: number;
  readonly response_time_ms: number | null;
}

/** How many deliveries of a webhook were made in each hour or day of the shop's time zone, by what became of them, oldest first. */
export async function countDeliveries(
  { db, shopId }: ShopDb,
  { webhookId, from, to, bucket }: DeliverySpan,
): Promise<{ readonly timeZone: string; readonly buckets: readonly DeliveryBucket[] }> {
  const { time_zone: timeZone } = await db.selectFrom("shops").select("time_zone").where("id", "=", shopId).executeTakeFirstOrThrow();
  const day = sql`select day at time zone ${timeZone} as at, (day + interval '1 day') at time zone ${timeZone} as until
    from generate_series(date_trunc('day', ${from}::timestamptz at time zone ${timeZone}),
      (${to}::timestamptz - interval '1 microsecond') at time zone ${timeZone}, interval '1 day') as day`;
  const hour = sql`select at, at + interval '1 hour' as until
    from generate_series(date_trunc('hour', ${from}::timestamptz, ${timeZone}), ${to}::timestamptz - interval '1 microsecond', interval '1 hour') as at`;
  const { rows } = await sql<DeliveryBucket>`
    with buckets as (${bucket === "day" ? day : hour}),
    made as (
      select created_at, status, response_time_ms from webhook_deliveries
      where shop_id = ${shopId} and webhook_id = ${webhookId} and created_at >= ${from} and created_at < ${to}
    )
    select buckets.at, (count(*) filter (where made.status = 'pending'))::int as pending,
      (count(*) filter (where made.status = 'delivered'))::int as delivered, (count(*) filter (where made.status = 'failed'))::int as failed,
      (avg(made.response_time_ms))::int as response_time_ms
    from buckets left join made on made.created_at >= buckets.at and made.created_at < buckets.until
    group by buckets.at order by buckets.at`.execute(db);
  return { timeZone, buckets: rows };
}

/** A new delivery of the same event to the same webhook, due at once. */
export async function repeatDelivery({ db, shopId }: ShopDb, id: DeliveryId, at: Date): Promise<DeliveryRow | undefined> {
  return db
    .insertInto("webhook_deliveries")
    .columns(["shop_id", "webhook_id", "event_id", "event", "due_at", "created_at"])
    .expression((from) =>
      from
        .selectFrom("webhook_deliveries as d")
        .select([
          "d.shop_id",
          "d.webhook_id",
          "d.event_id",
          "d.event",
          sql<Date>`${at}::timestamptz`.as("due_at"),
          sql<Date>`${at}::timestamptz`.as("created_at"),
        ])
        .where("d.shop_id", "=", shopId)
        .where("d.id", "=", id),
    )
    .returningAll()
    .executeTakeFirst();
}

export interface Recovery {
  readonly webhookId: WebhookId;
  readonly since: Date;
  readonly at: Date;
  readonly max: number;
}

/**
 * One new delivery for each event that failed to reach the webhook and neither has reached it nor is on its way, oldest first. The
 * webhook is locked, so a repeat finds what the first has made. Answers how many.
 */
export async function recoverFailed({ db, shopId }: ShopDb, { webhookId, since, at, max }: Recovery): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into webhook_deliveries (shop_id, webhook_id, event_id, event, due_at, created_at)
    select d.shop_id, d.webhook_id, d.event_id, d.event, ${at}::timestamptz, ${at}::timestamptz
    from webhook_deliveries d
    where d.shop_id = ${shopId} and d.webhook_id = ${webhookId} and d.status = 'failed' and d.created_at >= ${since} and d.event <> ${TEST_EVENT}
      and not exists (
        select from webhook_deliveries o
        where o.event_id = d.event_id and o.webhook_id = d.webhook_id and (o.status <> 'failed' or o.id > d.id)
      )
    order by d.id limit ${max}`.execute(db);
  return Number(numAffectedRows ?? 0);
}
