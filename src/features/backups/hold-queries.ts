import { sql } from "kysely";
import type { Db } from "../../platform/postgres/postgres-port.ts";

/** A backup that was killed holds nothing any more after this time. */
const HOLD_S = 120;

const until = sql<Date>`now() + make_interval(secs => ${HOLD_S})`;

export async function insertHold(db: Db, id: string): Promise<void> {
  await db.insertInto("backup_holds").values({ id, held_until: until }).execute();
}

/** False: it had ended. */
export async function renewHold(db: Db, id: string): Promise<boolean> {
  const renewed = await db
    .updateTable("backup_holds")
    .set({ held_until: until })
    .where("id", "=", id)
    .where("held_until", ">", sql<Date>`now()`)
    .returning("id")
    .executeTakeFirst();
  return renewed !== undefined;
}

/** With those that were never taken back. */
export async function deleteHold(db: Db, id: string): Promise<void> {
  await db
    .deleteFrom("backup_holds")
    .where((row) => row.or([row("id", "=", id), row("held_until", "<", sql<Date>`now() - interval '1 day'`)]))
    .execute();
}

export async function isHeld(db: Db): Promise<boolean> {
  const held = await db
    .selectFrom("backup_holds")
    .select("id")
    .where("held_until", ">", sql<Date>`now()`)
    .limit(1)
    .executeTakeFirst();
  return held !== undefined;
}

export async function insertRemoval(db: Db, prefix: string): Promise<void> {
  await db
    .insertInto("held_removals")
    .values({ prefix })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function listRemovals(db: Db, rowsMax: number): Promise<readonly string[]> {
  const rows = await db.selectFrom("held_removals").select("prefix").orderBy("asked_at").limit(rowsMax).execute();
  return rows.map(({ prefix }) => prefix);
}

export async function deleteRemoval(db: Db, prefix: string): Promise<void> {
  await db.deleteFrom("held_removals").where("prefix", "=", prefix).execute();
}
