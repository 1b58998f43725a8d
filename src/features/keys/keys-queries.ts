import { sql } from "kysely";
import type { ShopId } from "../../kernel/ids.ts";
import type { KeyKind } from "../../kernel/scopes.ts";
import type { Db, ShopDb } from "../../platform/postgres/postgres-port.ts";
import { type OwnerWindowRow, WINDOW_SECONDS, type WindowRow } from "./request-window.ts";
import { inTurn, takeTurns } from "./turns.ts";

export interface NewKeyRow {
  readonly kind: KeyKind;
  readonly shop_id: number | null;
  readonly organization_id: number | null;
  readonly created_by_organization_id: number | null;
  readonly name: string;
  readonly key_hash: Buffer;
  readonly key_prefix: string;
  readonly grants: string[];
}

export async function insertKey(db: Db, row: NewKeyRow): Promise<number> {
  const { id } = await db.insertInto("api_keys").values(row).returning("id").executeTakeFirstOrThrow();
  return id;
}

/** Until the transaction ends it cannot be revoked, though others may hold it too; false when it has been. */
export async function holdKey(db: Db, id: number): Promise<boolean> {
  const key = await db
    .selectFrom("api_keys")
    .select("id")
    .where("id", "=", id)
    .where("revoked_at", "is", null)
    .where(inTurn("key", id))
    .forShare()
    .executeTakeFirst();
  return key !== undefined;
}

/** What a key passes on to those it makes. */
export async function findGrantor(db: Db, id: number) {
  return db.selectFrom("api_keys").select("grants").where("id", "=", id).executeTakeFirstOrThrow();
}

/** Until the transaction ends the organization stays connected to the shop; false when it is not. */
export async function holdConnection(db: Db, shopId: ShopId, organizationId: number): Promise<boolean> {
  const connection = await db
    .selectFrom("organization_connections")
    .select("id")
    .where("organization_id", "=", organizationId)
    .where("shop_id", "=", shopId)
    .where("status", "=", "active")
    .where(inTurn("connection", sql.ref("id")))
    .forShare()
    .executeTakeFirst();
  return connection !== undefined;
}

export async function isUninstalled(db: Db, shopId: ShopId): Promise<boolean> {
  const shop = await db
    .selectFrom("shops")
    .select("id")
    .where("id", "=", shopId)
    .where("uninstalled_at", "is not", null)
    .executeTakeFirst();
  return shop !== undefined;
}

/** Waits for whoever holds a connection or key of the shop, and keeps those waiting who would; reads go on. In the order in which they are held. */
export async function lockCallersOf({ db, shopId }: ShopDb): Promise<void> {
  const connections = db.selectFrom("organization_connections").select("id").where("shop_id", "=", shopId).orderBy("id");
  await takeTurns(db, "connection", await connections.execute());
  await connections.forNoKeyUpdate().execute();
  const keys = db.selectFrom("api_keys").select("id").where("shop_id", "=", shopId).orderBy("id");
  await takeTurns(db, "key", await keys.execute());
  await keys.forNoKeyUpdate().execute();
}

export interface CallerRow extends WindowRow, OwnerWindowRow {
  readonly id: number;
  readonly kind: KeyKind;
  readonly name: string;
  readonly grants: string[];
  readonly organization_id: number | null;
  readonly shop_id: number | null;
  readonly shop_uninstalled: boolean;
}

/** Requests with the same credential. */
export interface Coming {
  readonly shopId: number | null;
  readonly coming: number;
  /** Of a key of each kind; 0 for none. */
  readonly limits: KeyLimits;
}

export type KeyLimits = Readonly<Record<"merchant" | "organization", number>>;

/** Finds the key and counts so many requests, in one statement: see the function in `db/migrations`. `shopId` is the shop asked for. */
export async function countCallers(db: Db, hash: Buffer, { shopId, coming, limits }: Coming): Promise<CallerRow | undefined> {
  // Each by its name, so that the connection prepares it.
  const { rows } = await sql<CallerRow>`
    select id, kind, name, grants, organization_id, shop_id, shop_uninstalled, requests, seconds_left, owner_counted, owner_requests, owner_seconds_left
    from count_callers(${hash}, ${shopId}, ${WINDOW_SECONDS}, ${coming}, ${limits.merchant}, ${limits.organization})`.execute(db);
  return rows[0];
}

/** The hashes, in hexadecimal digits, that are those of keys which are not revoked. */
export async function findKeyHashes(db: Db, hashes: readonly string[]): Promise<readonly string[]> {
  const bytes = hashes.map((hash) => Buffer.from(hash, "hex"));
  const { rows } = await sql<{ readonly hash: string }>`
    select encode(key_hash, 'hex') as hash from api_keys where key_hash = any(${bytes}::bytea[]) and revoked_at is null`.execute(db);
  return rows.map(({ hash }) => hash);
}

/** The same window for a bucket of addresses. */
export async function countInBucket(db: Db, bucket: number, coming: number): Promise<WindowRow> {
  const ended = sql`w.started_at <= now() - make_interval(secs => ${WINDOW_SECONDS})`;
  const { rows } = await sql<WindowRow>`
    insert into address_windows as w (bucket, requests) values (${bucket}, ${coming})
    on conflict (bucket) do update set
      started_at = case when ${ended} then now() else w.started_at end,
      requests = case when ${ended} then ${coming} else w.requests + ${coming} end
    returning w.requests,
      least(${WINDOW_SECONDS}, greatest(1, ceil(extract(epoch from w.started_at - now()) + ${WINDOW_SECONDS})))::int as seconds_left`.execute(
    db,
  );
  const [row] = rows;
  if (row === undefined) throw new Error("an upsert answered no row");
  return row;
}

/**
 * For keys with higher numbers than `after`, in their order. A key that is being counted, or held by a change, waits for the next time,
 * so that nobody's requests ever wait for somebody's change. Answers the numbers.
 */
export async function moveUncounted(db: Db, after: number, keysMax: number): Promise<readonly number[]> {
  const { rows } = await sql<{ readonly id: number }>`
    with moving as (
      select w.key_id, w.uncounted, w.last_at from key_windows w join api_keys k on k.id = w.key_id
      where w.uncounted > 0 and w.key_id > ${after} order by w.key_id limit ${keysMax}
      for update of w skip locked for no key update of k skip locked
    ), emptied as (
      update key_windows w set uncounted = 0 from moving m where w.key_id = m.key_id
    )
    update api_keys k set request_count = k.request_count + m.uncounted, last_used_at = greatest(k.last_used_at, m.last_at)
    from moving m where k.id = m.key_id
    returning k.id`.execute(db);
  return rows.map(({ id }) => id);
}

/** An organization's key that isn't revoked, and the shop it may act for, if the two are connected. */
export async function findOrganizationKey(
  db: Db,
  { organizationId, keyId, shopId }: { readonly organizationId: number; readonly keyId: number; readonly shopId: ShopId },
) {
  return db
    .selectFrom("api_keys")
    .leftJoin("organization_connections as connection", (join) =>
      join
        .onRef("connection.organization_id", "=", "api_keys.organization_id")
        .on("connection.shop_id", "=", shopId)
        .on("connection.status", "=", "active"),
    )
    .leftJoin("shops", "shops.id", "connection.shop_id")
    .select(["api_keys.id", "api_keys.name", "api_keys.grants", "shops.id as shop_id", "shops.uninstalled_at"])
    .where("api_keys.id", "=", keyId)
    .where("api_keys.kind", "=", "organization")
    .where("api_keys.organization_id", "=", organizationId)
    .where("api_keys.revoked_at", "is", null)
    .executeTakeFirst();
}
