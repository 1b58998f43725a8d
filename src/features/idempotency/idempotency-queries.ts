import { sql } from "kysely";
import type { Db } from "../../platform/postgres/postgres-port.ts";

/** A request's hash says whose it is: the numbers of key and shop are in it. */

export interface StoredAnswer {
  readonly fingerprint: Buffer;
  readonly sealed: Buffer;
}

export interface NewAnswer extends StoredAnswer {
  readonly shop_id: number | null;
  readonly request_hash: Buffer;
}

/** Until the transaction ends; false when another transaction, of whatever process, holds it. The lock's name is the hash's first 64 bits. */
export async function lockRequest(db: Db, hash: Buffer): Promise<boolean> {
  const key = hash.readBigInt64BE().toString();
  const { rows } = await sql<{ readonly locked: boolean }>`select pg_try_advisory_xact_lock(${key}::bigint) as locked`.execute(db);
  return rows[0]?.locked === true;
}

export async function findAnswer(db: Db, shopId: number | null, hash: Buffer): Promise<StoredAnswer | undefined> {
  return db
    .selectFrom("idempotent_answers")
    .select(["fingerprint", "sealed"])
    .where("shop_id", shopId === null ? "is" : "=", shopId)
    .where("request_hash", "=", hash)
    .where("expires_at", ">", sql<Date>`now()`)
    .executeTakeFirst();
}

/** In the place of one that has expired. False when one is there that has not. */
export async function storeAnswer(db: Db, row: NewAnswer): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto("idempotent_answers")
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(["shop_id", "request_hash"])
        .doUpdateSet((eb) => ({
          fingerprint: eb.ref("excluded.fingerprint"),
          sealed: eb.ref("excluded.sealed"),
          expires_at: eb.ref("excluded.expires_at"),
        }))
        .where("idempotent_answers.expires_at", "<=", sql<Date>`now()`),
    )
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/** Whether the shop has so many, expired ones too. By index alone, and no further than to that number. */
export async function hasAnswers(db: Db, shopId: number | null, rows: number): Promise<boolean> {
  const some = db
    .selectFrom("idempotent_answers")
    .select("shop_id")
    .where("shop_id", shopId === null ? "is" : "=", shopId)
    .limit(rows);
  const { found } = await db
    .selectFrom(some.as("some"))
    .select(({ fn }) => fn.countAll<number>().as("found"))
    .executeTakeFirstOrThrow();
  return found >= rows;
}

/** The oldest first; several workers may do it beside each other. Answers how many. */
export async function deleteExpiredAnswers(db: Db, rowsMax: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from idempotent_answers where ctid = any(array(
      select ctid from idempotent_answers
      where expires_at <= now() order by expires_at limit ${rowsMax} for update skip locked))`.execute(db);
  return Number(numAffectedRows ?? 0);
}
