import { sql } from "kysely";
import type { KeyKind } from "../../kernel/scopes.ts";
import type { Db } from "../../platform/postgres/postgres-port.ts";

export interface NewKeyRow {
  readonly kind: KeyKind;
  readonly shop_id: number | null;
  readonly organization_id: number | null;
  readonly name: string;
  readonly key_hash: Buffer;
  readonly key_prefix: string;
  readonly grants: string[];
}

export async function insertKey(db: Db, row: NewKeyRow): Promise<number> {
  const { id } = await db.insertInto("api_keys").values(row).returning("id").executeTakeFirstOrThrow();
  return id;
}

export interface CallerRow {
  readonly id: number;
  readonly kind: KeyKind;
  readonly name: string;
  readonly grants: string[];
  readonly organization_id: number | null;
  readonly shop_id: number | null;
  readonly shop_uninstalled: boolean;
}

/**
 * Every request runs this once: two lookups by unique index, three with an organization key. `shop_id` is the shop the key
 * may act for: its own, or the one asked for while the organization is connected to it.
 */
export async function selectCaller(db: Db, hash: Buffer, shopId: number | null): Promise<CallerRow | undefined> {
  const { rows } = await sql<CallerRow>`
    select k.id, k.kind, k.name, k.grants, k.organization_id, s.id as shop_id, s.uninstalled_at is not null as shop_uninstalled
    from api_keys k
    left join shops s on s.id = case k.kind
      when 'merchant' then k.shop_id
      when 'organization' then (
        select c.shop_id from organization_connections c
        where c.organization_id = k.organization_id and c.shop_id = ${shopId}::bigint and c.status = 'active'
        limit 1
      )
    end
    where k.key_hash = ${hash} and k.revoked_at is null`.execute(db);
  return rows[0];
}
