import type { Db } from "../../platform/postgres/postgres-port.ts";
import type { DownloadGrant } from "./signed-download.ts";

/** Whether who asked for the link could still ask: the shop is installed, the key stands, an organization is still connected. */
export async function mayDownload(db: Db, { shopId, keyId }: DownloadGrant): Promise<boolean> {
  const shop = await db.selectFrom("shops").select("id").where("id", "=", shopId).where("uninstalled_at", "is", null).executeTakeFirst();
  if (shop === undefined || keyId === null) return shop !== undefined;
  const key = await db
    .selectFrom("api_keys")
    .select("id")
    .where("id", "=", keyId)
    .where("revoked_at", "is", null)
    .where((where) =>
      where.or([
        where("organization_id", "is", null),
        where.exists(
          where
            .selectFrom("organization_connections as connection")
            .select("connection.id")
            .whereRef("connection.organization_id", "=", "api_keys.organization_id")
            .where("connection.shop_id", "=", shopId)
            .where("connection.status", "=", "active"),
        ),
      ]),
    )
    .executeTakeFirst();
  return key !== undefined;
}
