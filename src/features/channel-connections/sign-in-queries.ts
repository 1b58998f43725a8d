import { sql } from "kysely";
import type { Db, ShopDb } from "../../platform/postgres/postgres-port.ts";
import { SIGN_IN_SECONDS } from "./connection.ts";

/** One look of housekeeping. */
const EXPIRED_AT_ONCE = 1_000;

interface NewSignIn {
  readonly stateHash: string;
  readonly channel: string;
  readonly keyId: number | null;
  readonly verifierSealed: string;
  readonly returnUrl: string | null;
}

/** Answers when it expires, by the database's clock. */
export async function insertSignIn(
  { db, shopId }: ShopDb,
  { stateHash, channel, keyId, verifierSealed, returnUrl }: NewSignIn,
): Promise<Date> {
  const { expires_at } = await db
    .insertInto("sign_in_states")
    .values({
      ...{ shop_id: shopId, channel, key_id: keyId, state_hash: stateHash, verifier_sealed: verifierSealed, return_url: returnUrl },
      expires_at: sql<Date>`now() + make_interval(secs => ${SIGN_IN_SECONDS})`,
    })
    .returning("expires_at")
    .executeTakeFirstOrThrow();
  return expires_at;
}

/** Whether somebody is signing in. */
export async function findSignInChannels({ db, shopId }: ShopDb): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom("sign_in_states")
    .select("channel")
    .distinct()
    .where("shop_id", "=", shopId)
    .where("expires_at", ">", sql<Date>`now()`)
    .execute();
  return new Set(rows.map(({ channel }) => channel));
}

/** Uses a state up: of two requests with it, one finds it. It says whose sign-in this is. A sign-in ends with the key that began it. */
export async function takeSignIn(db: Db, stateHash: string, channel: string) {
  const { rows } = await sql<{
    readonly shop_id: number;
    readonly shop_name: string;
    readonly key_id: number | null;
    readonly verifier_sealed: string;
    readonly return_url: string | null;
  }>`
    delete from sign_in_states s using shops
    where s.state_hash = ${stateHash} and s.channel = ${channel} and s.expires_at > now() and shops.id = s.shop_id and shops.uninstalled_at is null
      and not exists (select 1 from api_keys k where k.id = s.key_id and k.revoked_at is not null)
    returning s.shop_id, shops.name as shop_name, s.key_id, s.verifier_sealed, s.return_url`.execute(db);
  return rows[0];
}

/** Sign-ins that nobody has finished end with the connection. */
export async function deleteSignIns({ db, shopId }: ShopDb, channel: string): Promise<void> {
  await db.deleteFrom("sign_in_states").where("shop_id", "=", shopId).where("channel", "=", channel).execute();
}

/** Several workers may do it beside each other. */
export async function deleteExpiredSignIns(db: Db): Promise<void> {
  await sql`
    delete from sign_in_states where state_hash = any(array(
      select state_hash from sign_in_states where expires_at <= now() order by expires_at limit ${EXPIRED_AT_ONCE} for update skip locked))`.execute(
    db,
  );
}
