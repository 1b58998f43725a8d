import { sql } from "kysely";
import type { Db } from "../../platform/postgres/postgres-port.ts";
import type { KeyOwner } from "./create-key.ts";

/** Keys of one owner, revoked ones too; what their windows have counted since is added up. */
const keysOf = (db: Db, owner: KeyOwner) =>
  db
    .selectFrom("api_keys")
    .leftJoin("key_windows", "key_windows.key_id", "api_keys.id")
    .select(["id", "kind", "name", "key_prefix", "grants", "created_at", "revoked_at"])
    .select([
      sql<number>`api_keys.request_count + coalesce(key_windows.uncounted, 0)`.as("request_count"),
      sql<Date | null>`greatest(api_keys.last_used_at, key_windows.last_at)`.as("last_used_at"),
    ])
    .where("kind", "=", owner.kind)
    .$if(owner.kind === "merchant", (query) => query.where("shop_id", "=", owner.kind === "merchant" ? owner.shopId : 0))
    .$if(owner.kind === "organization", (query) =>
      query.where("organization_id", "=", owner.kind === "organization" ? owner.organizationId : 0),
    );

export type KeyRow = Awaited<ReturnType<typeof listKeys>>[number];

/** In the order they were made. */
export async function listKeys(db: Db, owner: KeyOwner) {
  return keysOf(db, owner).orderBy("id").execute();
}

export async function findKey(db: Db, owner: KeyOwner, id: number): Promise<KeyRow | undefined> {
  return keysOf(db, owner).where("id", "=", id).executeTakeFirst();
}

/** Of a key that was found for its owner. One that is revoked keeps the time it was. */
export async function revokeKey(db: Db, id: number): Promise<void> {
  await db
    .updateTable("api_keys")
    .set({ revoked_at: sql<Date>`now()` })
    .where("id", "=", id)
    .where("revoked_at", "is", null)
    .execute();
}
