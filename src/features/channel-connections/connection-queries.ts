import { type Selectable, sql } from "kysely";
import type { PlatformAccount } from "../../channels/platform-port.ts";
import type { Database, ShopDb } from "../../platform/postgres/postgres-port.ts";

export type ConnectionRow = Selectable<Database["channel_connections"]>;

const ours = ({ db, shopId }: ShopDb, channel: string) =>
  db.selectFrom("channel_connections").where("shop_id", "=", shopId).where("channel", "=", channel);

const change = ({ db, shopId }: ShopDb, channel: string) =>
  db
    .updateTable("channel_connections")
    .where("shop_id", "=", shopId)
    .where("channel", "=", channel)
    .set({ updated_at: sql`now()` });

export async function findConnection(shop: ShopDb, channel: string): Promise<ConnectionRow | undefined> {
  return ours(shop, channel).selectAll().executeTakeFirst();
}

/** The platform's id of the account that feeds go to; null: none is chosen. */
export async function findAccountId(shop: ShopDb, channel: string): Promise<string | null> {
  return (await findConnection(shop, channel))?.account?.id ?? null;
}

/** With the row's lock, so that changes of one connection take turns. */
export async function lockConnection(shop: ShopDb, channel: string): Promise<ConnectionRow | undefined> {
  return ours(shop, channel).selectAll().forUpdate().executeTakeFirst();
}

export async function listConnections({ db, shopId }: ShopDb): Promise<readonly ConnectionRow[]> {
  return db.selectFrom("channel_connections").selectAll().where("shop_id", "=", shopId).execute();
}

interface SignedIn {
  readonly sealed: string;
  /** Null: to be chosen. A new grant keeps an account that was chosen before. */
  readonly account: PlatformAccount | null;
}

/** Stores what a sign-in brought. False: the connection is being removed. */
export async function storeSignIn({ db, shopId }: ShopDb, channel: string, { sealed, account }: SignedIn): Promise<boolean> {
  const chosen = account === null ? null : JSON.stringify(account);
  const { rows } = await sql`
    insert into channel_connections as c (shop_id, channel, status, grant_sealed, grant_version, account, connected_at)
    values (${shopId}, ${channel}, ${chosen === null ? "pending" : "connected"}, ${sealed}, 1, ${chosen}::jsonb, now())
    on conflict (shop_id, channel) do update set
      grant_sealed = excluded.grant_sealed, grant_version = c.grant_version + 1, account = coalesce(c.account, excluded.account),
      status = case when coalesce(c.account, excluded.account) is null then 'pending' else 'connected' end,
      error_code = null, error_message = null, renewing_until = null, connected_at = now(), updated_at = now()
    where c.status <> 'removing'
    returning c.id`.execute(db);
  return rows.length > 0;
}

/** Stores a renewed grant unless another one has been stored since. */
export async function storeGrant(
  shop: ShopDb,
  channel: string,
  { sealed, version }: { readonly sealed: string; readonly version: number },
) {
  const { numUpdatedRows } = await change(shop, channel)
    .set({ grant_sealed: sealed, grant_version: version + 1, renewing_until: null })
    .where("grant_version", "=", version)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** If several calls find the grant expired, one of them renews it. The claim expires if its process dies. */
export async function claimRenewal(shop: ShopDb, channel: string, version: number, seconds: number): Promise<boolean> {
  const { numUpdatedRows } = await change(shop, channel)
    .set({ renewing_until: sql<Date>`now() + make_interval(secs => ${seconds})` })
    .where("grant_version", "=", version)
    .where((row) => row.or([row("renewing_until", "is", null), row("renewing_until", "<", sql<Date>`now()`)]))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function releaseRenewal(shop: ShopDb, channel: string, version: number): Promise<void> {
  await change(shop, channel).set({ renewing_until: null }).where("grant_version", "=", version).execute();
}

export async function storeAccount(shop: ShopDb, channel: string, account: PlatformAccount): Promise<void> {
  await change(shop, channel)
    .set({ account: JSON.stringify(account), status: "connected", error_code: null, error_message: null })
    .where("status", "<>", "removing")
    .execute();
}

export async function storeFault(shop: ShopDb, channel: string, fault: { readonly code: string; readonly message: string }): Promise<void> {
  await change(shop, channel)
    .set({ status: "error", error_code: fault.code, error_message: fault.message })
    .where("status", "<>", "removing")
    .execute();
}

/** A call was granted, so what was wrong no longer is. */
export async function clearFault(shop: ShopDb, channel: string): Promise<void> {
  await change(shop, channel)
    .set({ status: sql`case when account is null then 'pending' else 'connected' end`, error_code: null, error_message: null })
    .where("status", "=", "error")
    .execute();
}

/** ISO 3166-1 alpha-2: some platforms sign in by region. */
export async function findCountry({ db, shopId }: ShopDb): Promise<string> {
  return (await db.selectFrom("shops").select("country").where("id", "=", shopId).executeTakeFirstOrThrow()).country;
}

/** Lets a worker delete what is registered and revoke the grant. */
export async function markRemoving(shop: ShopDb, channel: string): Promise<void> {
  await change(shop, channel)
    .set({ status: "removing", error_code: null, error_message: null, work_due_at: sql<Date>`now()` })
    .execute();
}

/** Unless another worker has claimed the removal since. */
export async function deleteConnection({ db, shopId }: ShopDb, { id, claims }: Pick<ConnectionRow, "id" | "claims">): Promise<void> {
  await db
    .deleteFrom("channel_connections")
    .where("shop_id", "=", shopId)
    .where("id", "=", id)
    .where("claims", "=", claims)
    .where("status", "=", "removing")
    .execute();
}
