import { sql } from "kysely";
import type { WebhookId } from "../../kernel/ids.ts";
import type { Db, ShopDb } from "../../platform/postgres/postgres-port.ts";
import type { FoldedDelivery, FoldedWebhook, LockedDelivery, LockedWebhook } from "./fold-results.ts";
import type { WebhookRow } from "./webhook-shapes.ts";

/** Rows of any shop's: results come back together as they were claimed together. */

export async function lockWebhooks(db: Db, ids: readonly number[]): Promise<readonly (LockedWebhook & { readonly shop_id: number })[]> {
  return db
    .selectFrom("webhooks")
    .select(["id", "shop_id", "status", "failure_count"])
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .orderBy("id")
    .forNoKeyUpdate()
    .execute();
}

export async function lockDeliveries(db: Db, ids: readonly number[]): Promise<readonly LockedDelivery[]> {
  return db
    .selectFrom("webhook_deliveries")
    .select(["id", "webhook_id", "event", "status", "claims", "due_at", "attempt_count"])
    .select(["error_message", "response_status", "response_time_ms", "delivered_at"])
    .select((select) => select("claimed_until", "is not", null).$castTo<boolean>().as("claimed"))
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .orderBy("id")
    .forUpdate()
    .execute();
}

/** Of rows that were locked. Attempts are added to those there are. */
export async function storeDeliveries(db: Db, deliveries: readonly FoldedDelivery[]): Promise<void> {
  if (deliveries.length === 0) return;
  await sql`
    update webhook_deliveries d set status = g.status, due_at = g.due_at, claimed_until = case when g.claimed then d.claimed_until end,
      attempt_count = g.attempt_count, attempts = d.attempts || g.attempts, response_status = g.response_status,
      response_time_ms = g.response_time_ms, error_message = g.error_message, delivered_at = g.delivered_at
    from jsonb_to_recordset(${JSON.stringify(deliveries)}::jsonb) as g (
      id bigint, status text, due_at timestamptz, claimed boolean, attempt_count integer, attempts jsonb,
      response_status integer, response_time_ms integer, error_message text, delivered_at timestamptz
    ) where d.id = g.id`.execute(db);
}

/** Of rows that were locked; that one is disabled is said by `disableWebhook`. */
export async function storeWebhooks(db: Db, webhooks: readonly FoldedWebhook[]): Promise<void> {
  const told = webhooks.filter(({ lastDeliveryAt }) => lastDeliveryAt !== null);
  if (told.length === 0) return;
  await sql`
    update webhooks w set failure_count = g.failure_count, last_delivery_at = greatest(w.last_delivery_at, g."lastDeliveryAt")
    from jsonb_to_recordset(${JSON.stringify(told)}::jsonb) as g (id bigint, failure_count integer, "lastDeliveryAt" timestamptz)
    where w.id = g.id`.execute(db);
}

export async function disableWebhook(
  { db, shopId }: ShopDb,
  id: WebhookId,
  { at, reason }: { readonly at: Date; readonly reason: string },
): Promise<WebhookRow> {
  return db
    .updateTable("webhooks")
    .set({ status: "disabled", disabled_at: at, disabled_reason: reason, updated_at: at })
    .where("shop_id", "=", shopId)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
}
