import { sql } from "kysely";
import { members } from "../../kernel/unsafe.ts";
import type { JobQueue } from "../../platform/jobs/jobs-port.ts";
import type { ShopDb } from "../../platform/postgres/postgres-port.ts";
import type { ExtractRow } from "./extract-queries.ts";

/**
 * An extract may bring a `storefront_config` of its own, such as a newer product export. The extract reads that one; the shop keeps the config it
 * has until the extract completes, so a failed or cancelled extract leaves the last good export in place.
 */

/** Where the object store keeps the export that a `storefront_config` names; undefined where it names none. */
function exportPrefix(config: unknown): string | undefined {
  const { object } = members(config);
  return typeof object === "string" ? object.replace(/[^/]*$/, "") : undefined;
}

/** Where all exports of a shop are kept: its own, and those that its extracts brought. */
export async function exportPrefixes({ db, shopId }: ShopDb): Promise<readonly string[]> {
  const own = await db.selectFrom("shops").select("storefront_config").where("id", "=", shopId).execute();
  const brought = await db
    .selectFrom("extracts")
    .select("storefront_config")
    .where("shop_id", "=", shopId)
    .where("storefront_config", "is not", null)
    .execute();
  const prefixes = [...own, ...brought]
    .map(({ storefront_config: config }) => exportPrefix(config))
    .filter((prefix) => prefix !== undefined);
  return [...new Set(prefixes)];
}

interface Keeping {
  readonly shop: ShopDb;
  readonly queue: JobQueue;
}

/** Gives an extract that was just made a config of its own. */
export async function bringConfig({ db, shopId }: ShopDb, { id }: Pick<ExtractRow, "id">, config: object): Promise<void> {
  await db
    .updateTable("extracts")
    .set({ storefront_config: JSON.stringify(config) })
    .where("shop_id", "=", shopId)
    .where("id", "=", id)
    .execute();
}

/** Makes what a completed extract brought the shop's own. The export it replaces is removed once the transaction has committed. */
export async function adoptConfig({ shop, queue }: Keeping, { storefront_config: brought }: ExtractRow): Promise<void> {
  if (brought === null) return;
  const { db, shopId } = shop;
  const previous = await db.selectFrom("shops").select("storefront_config").where("id", "=", shopId).executeTakeFirstOrThrow();
  await db
    .updateTable("shops")
    .set({ storefront_config: JSON.stringify(brought), updated_at: sql<Date>`now()` })
    .where("id", "=", shopId)
    .execute();
  const [old, kept] = [exportPrefix(previous.storefront_config), exportPrefix(brought)];
  if (old !== undefined && old !== kept) await queue.enqueue(db, "objects.remove", { prefix: old });
}

/** Removes the export that a failed or cancelled extract brought, once the transaction has committed. */
export async function dropConfig({ shop, queue }: Keeping, { storefront_config: brought }: ExtractRow): Promise<void> {
  const prefix = exportPrefix(brought);
  if (prefix !== undefined) await queue.enqueue(shop.db, "objects.remove", { prefix });
}
