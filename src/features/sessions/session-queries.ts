import { sql } from "kysely";
import type { Db } from "../../platform/postgres/postgres-port.ts";
import { type CallerRow, WINDOW_SECONDS } from "../keys/index.ts";
import { SESSION_SECONDS } from "./session-token.ts";

/** Whose a session is says its key; whoever has the token's hash, or has been admitted as the key, is asked for no more. */

interface ComingBySession {
  readonly shopId: number | null;
  readonly coming: number;
  /** Of each session; 0 for none. */
  readonly limit: number;
}

/** Finds the key that the session stands for and counts so many requests of the session, in one statement: see the function in `db/migrations`. */
export async function countSessionRequests(
  db: Db,
  tokenHash: Buffer,
  { shopId, coming, limit }: ComingBySession,
): Promise<CallerRow | undefined> {
  // Each by its name, so that the connection prepares it.
  const { rows } = await sql<CallerRow>`
    select id, kind, name, grants, organization_id, shop_id, shop_uninstalled, requests, seconds_left, owner_counted, owner_requests, owner_seconds_left
    from count_session_requests(${tokenHash}, ${shopId}, ${WINDOW_SECONDS}, ${coming}, ${limit})`.execute(db);
  return rows[0];
}

/** The hashes, in hexadecimal digits, that are those of sessions which have not ended. */
export async function findSessionHashes(db: Db, hashes: readonly string[]): Promise<readonly string[]> {
  const bytes = hashes.map((hash) => Buffer.from(hash, "hex"));
  const { rows } = await sql<{ readonly hash: string }>`
    select encode(token_hash, 'hex') as hash from sessions where token_hash = any(${bytes}::bytea[]) and expires_at > now()`.execute(db);
  return rows.map(({ hash }) => hash);
}

/** Until the transaction ends nobody else starts a session of the key. */
export async function lockSessionStarts(db: Db, keyId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`feedwright sessions of key ${keyId}`}, 0))`.execute(db);
}

export async function insertSession(db: Db, keyId: number, tokenHash: Buffer) {
  return db
    .insertInto("sessions")
    .values({ key_id: keyId, token_hash: tokenHash, expires_at: sql<Date>`now() + make_interval(secs => ${SESSION_SECONDS})` })
    .returning(["id", "expires_at"])
    .executeTakeFirstOrThrow();
}

/** Until the transaction ends the session cannot be ended, though others may hold it too; false when it has ended. */
export async function holdLiveSession(db: Db, tokenHash: Buffer): Promise<boolean> {
  const session = await db
    .selectFrom("sessions")
    .select("id")
    .where("token_hash", "=", tokenHash)
    .where("expires_at", ">", sql<Date>`now()`)
    .forShare()
    .executeTakeFirst();
  return session !== undefined;
}

/** A session that has expired, before housekeeping removes it. */
export async function deleteEndedSession(db: Db, tokenHash: Buffer): Promise<void> {
  await db
    .deleteFrom("sessions")
    .where("token_hash", "=", tokenHash)
    .where("expires_at", "<=", sql<Date>`now()`)
    .execute();
}

/** Answers its number; undefined when it has ended. */
export async function deleteSession(db: Db, tokenHash: Buffer): Promise<number | undefined> {
  const session = await db
    .deleteFrom("sessions")
    .where("token_hash", "=", tokenHash)
    .where("expires_at", ">", sql<Date>`now()`)
    .returning("id")
    .executeTakeFirst();
  return session?.id;
}

/** The same by its number, of one key. */
export async function deleteSessionOfKey(db: Db, keyId: number, id: number): Promise<number | undefined> {
  const session = await db
    .deleteFrom("sessions")
    .where("id", "=", id)
    .where("key_id", "=", keyId)
    .where("expires_at", ">", sql<Date>`now()`)
    .returning("id")
    .executeTakeFirst();
  return session?.id;
}

/** Of the key's live sessions all but the newest. Waits for changes that hold one; locks in the order of their numbers. Answers the numbers. */
export async function deleteOlderSessions(db: Db, keyId: number, kept: number): Promise<readonly number[]> {
  const { rows } = await sql<{ readonly id: number }>`
    with kept as (
      select id from sessions where key_id = ${keyId} and expires_at > now() order by id desc limit ${kept}
    ), ending as (
      select s.id from sessions s
      where s.key_id = ${keyId} and s.expires_at > now() and s.id not in (select id from kept) order by s.id for update
    )
    delete from sessions s using ending e where s.id = e.id
    returning s.id`.execute(db);
  return rows.map(({ id }) => id).toSorted((a, b) => a - b);
}

/** The oldest first; several workers may do it beside each other. Answers how many. */
export async function deleteExpiredSessions(db: Db, rowsMax: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from sessions where id = any(array(
      select id from sessions
      where expires_at <= now() order by expires_at limit ${rowsMax} for update skip locked))`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** Windows of sessions that have sent nothing for an hour, ended ones too: the next request begins a new one. */
export async function deleteOldWindows(db: Db): Promise<void> {
  await sql`delete from session_windows where started_at < now() - interval '1 hour'`.execute(db);
}
