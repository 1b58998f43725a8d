import { sql } from "kysely";
import type { Db } from "../../platform/postgres/postgres-port.ts";
import type { KeyOwner } from "./create-key.ts";
import { takeTurns } from "./turns.ts";

/** Keys of one owner, revoked ones too; what their windows have counted since is added up. */
const keysOf = (db: Db, owner: KeyOwner) =>
  db
    .selectFrom("api_keys")
    .leftJoin("key_windows", "key_windows.key_id", "api_keys.id")
    .select(["id", "kind", "name", "key_prefix", "grants", "created_at", "revoked_at", "created_by_organization_id"])
    .select([
      sql<number>`api_keys.request_count + coalesce(key_windows.uncounted, 0)`.as("request_count"),
      sql<Date | null>`greatest(api_keys.last_used_at, key_windows.last_at)`.as("last_used_at"),
    ])
    .where(belongsTo(owner));

function belongsTo(owner: KeyOwner) {
  if (owner.kind === "merchant") return sql<boolean>`(kind = 'merchant' and shop_id = ${owner.shopId})`;
  if (owner.kind === "organization") return sql<boolean>`(kind = 'organization' and organization_id = ${owner.organizationId})`;
  return sql<boolean>`kind = 'admin'`;
}

export type KeyRow = Awaited<ReturnType<typeof listKeys>>[number];

/** Of a shop's keys: the merchant and each organization have theirs, so that none of them takes another's room. */
function madeAlike(owner: KeyOwner) {
  return owner.kind === "merchant"
    ? sql<boolean>`(${belongsTo(owner)} and created_by_organization_id is not distinct from ${owner.createdBy ?? null})`
    : belongsTo(owner);
}

/** In the order they were made. */
export async function listKeys(db: Db, owner: KeyOwner) {
  return keysOf(db, owner).orderBy("id").execute();
}

export async function findKey(db: Db, owner: KeyOwner, id: number): Promise<KeyRow | undefined> {
  return keysOf(db, owner).where("id", "=", id).executeTakeFirst();
}

/** Of a key that was found for its owner. `false`: it is revoked already, and keeps the time it was. */
export async function revokeKey(db: Db, id: number): Promise<boolean> {
  await takeTurns(db, "key", [{ id }]);
  const revoked = await db
    .updateTable("api_keys")
    .set({ revoked_at: sql<Date>`now()` })
    .where("id", "=", id)
    .where("revoked_at", "is", null)
    .returning("id")
    .executeTakeFirst();
  return revoked !== undefined;
}

/** Until the transaction ends nobody else makes keys of this owner. */
export async function lockKeysOf(db: Db, owner: KeyOwner): Promise<void> {
  const id = owner.kind === "merchant" ? owner.shopId : owner.kind === "organization" ? owner.organizationId : 0;
  await sql`select pg_advisory_xact_lock(hashtextextended(${`feedwright keys ${owner.kind} ${id}`}, 0))`.execute(db);
}

export async function countActiveKeys(db: Db, owner: KeyOwner): Promise<number> {
  const { active } = await db
    .selectFrom("api_keys")
    .select(({ fn }) => fn.countAll<number>().as("active"))
    .where(madeAlike(owner))
    .where("revoked_at", "is", null)
    .executeTakeFirstOrThrow();
  return active;
}

/** Of the owner's revoked keys all but the last: the audit log still tells of the others. */
export async function forgetRevokedKeys(db: Db, owner: KeyOwner, kept: number): Promise<void> {
  const older = db
    .selectFrom("api_keys")
    .select("id")
    .where(madeAlike(owner))
    .where("revoked_at", "is not", null)
    .orderBy("revoked_at", "desc")
    .orderBy("id", "desc")
    .offset(kept);
  await db.deleteFrom("api_keys").where("id", "in", older).execute();
}
