import { sql } from "kysely";
import { formatId, storedId } from "../../kernel/ids.ts";
import type { Db } from "../../platform/postgres/postgres-port.ts";

/** What a console shows of itself and of the key's other sessions. Nothing of it is secret. */

/** `tokenHash` is that of the session that asks; null for a request with a key. */
interface Asking {
  readonly keyId: number;
  readonly tokenHash: Buffer | null;
}

/** The open sessions of a key, newest first: at most 50. */
export async function listOpenSessions(db: Db, { keyId, tokenHash }: Asking) {
  const rows = await db
    .selectFrom("sessions")
    .select(["id", "token_hash", "created_at", "expires_at"])
    .where("key_id", "=", keyId)
    .where("expires_at", ">", sql<Date>`now()`)
    .orderBy("id", "desc")
    .execute();
  return rows.map((row) => ({
    object: "session",
    id: row.id,
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
    current: tokenHash !== null && row.token_hash.equals(tokenHash),
  }));
}

/** Who asks: the key with its shop or organization, and the session if there is one. */
export async function describeCaller(db: Db, asking: Asking) {
  const key = await db
    .selectFrom("api_keys as k")
    .leftJoin("shops as s", "s.id", "k.shop_id")
    .leftJoin("organizations as o", "o.id", "k.organization_id")
    .select(["k.id", "k.kind", "k.name", "k.key_prefix", "k.grants", "k.shop_id", "k.organization_id"])
    .select(["s.name as shop_name", "s.domain as shop_domain", "o.name as organization_name"])
    .where("k.id", "=", asking.keyId)
    .executeTakeFirstOrThrow();
  const current = (await listOpenSessions(db, asking)).find((session) => session.current);
  return {
    object: "session",
    id: current?.id ?? null,
    kind: key.kind,
    key: { id: key.id, name: key.name, key_prefix: key.key_prefix, scopes: key.grants },
    shop:
      key.shop_id === null ? null : { id: formatId("shop", storedId("shop", key.shop_id)), name: key.shop_name, domain: key.shop_domain },
    organization:
      key.organization_id === null ? null : { id: formatId("org", storedId("org", key.organization_id)), name: key.organization_name },
    created_at: current?.created_at ?? null,
    expires_at: current?.expires_at ?? null,
  };
}
