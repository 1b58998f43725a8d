import { sql } from "kysely";
import { type Db, transact } from "../../platform/postgres/postgres-port.ts";
import type { Retention } from "../../kernel/retention.ts";

/** A transaction of milliseconds. */
const BATCH_ROWS = 500;

/** Removes deliveries past their time, then the events that none is left of. By the database's clock: nobody waits for it. */
export async function removeOldDeliveries(db: Db, { deliveryDays }: Pick<Retention, "deliveryDays">, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && (await deleteOldDeliveries(db, deliveryDays)) === BATCH_ROWS);
  for (let after: string | null = ""; after !== null && !signal.aborted;) after = await deleteOldEvents(db, { after, deliveryDays });
}

/** Numbers grow as deliveries are made, so the oldest are found without an index on their age. */
async function deleteOldDeliveries(db: Db, deliveryDays: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from webhook_deliveries where ctid = any(array(
      select ctid from (select ctid, created_at from webhook_deliveries order by id limit ${BATCH_ROWS} for update skip locked) oldest
      where created_at < now() - make_interval(days => ${deliveryDays})))`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** Those after an id, in their order. Locked first, so that no delivery of one can be made while it is looked at. Answers the last id, or null at the end. */
async function deleteOldEvents(
  db: Db,
  { after, deliveryDays }: { readonly after: string; readonly deliveryDays: number },
): Promise<string | null> {
  return transact(db, async (transaction) => {
    const { rows } = await sql<{ readonly id: string }>`
      select id from events where created_at < now() - make_interval(days => ${deliveryDays}) and id > ${after}
      order by id limit ${BATCH_ROWS} for update skip locked`.execute(transaction);
    const ids = rows.map(({ id }) => id);
    if (ids.length === 0) return null;
    await sql`
      delete from events where id = any(${ids}::text[])
        and not exists (select from webhook_deliveries d where d.event_id = events.id)`.execute(transaction);
    return ids.length === BATCH_ROWS ? (ids.at(-1) ?? null) : null;
  });
}
