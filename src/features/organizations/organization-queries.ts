import { sql } from "kysely";
import type { ShopId } from "../../kernel/ids.ts";
import type { Db } from "../../platform/postgres/postgres-port.ts";

export async function insertOrganization(db: Db, name: string): Promise<number> {
  const { id } = await db.insertInto("organizations").values({ name }).returning("id").executeTakeFirstOrThrow();
  return id;
}

/** A connection the merchant has already agreed to. */
export async function insertActiveConnection(
  db: Db,
  connection: { readonly organizationId: number; readonly shopId: ShopId; readonly domain: string; readonly clientLabel: string },
): Promise<void> {
  await db
    .insertInto("organization_connections")
    .values({
      organization_id: connection.organizationId,
      shop_id: connection.shopId,
      domain: connection.domain,
      client_label: connection.clientLabel,
      status: "active",
      connected_at: sql`now()`,
    })
    .execute();
}
