import { sql } from "kysely";
import { members } from "../../kernel/unsafe.ts";
import type { JobQueue } from "../../platform/jobs/jobs-port.ts";
import type { ShopDb } from "../../platform/postgres/postgres-port.ts";
import type { ExtractRow } from "./extract-queries.ts";

/**
 * An extract may bring a `storefront_config` of its own, such as a newer product export. The extract reads that one; the shop keeps the config it
 * has until the extract completes, so a failed or cancelled extract leaves the last good export in place.
 */

/** Where the object store keeps the files that a `storefront_config` names: the product export, and the translations beside it. */
function filePrefixes(config: unknown): readonly string[] {
  const { object, translations } = members(config);
  const objects = [object, members(translations)["object"]].filter((key) => typeof key === "string");
  return objects.map((key) => key.replace(/[^/]*$/, ""));
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
  return [...new Set([...own, ...brought].flatMap(({ storefront_config: config }) => filePrefixes(config)))];
}

/** Where the shop's catalog comes from now. */
export async function findStorefrontConfig({ db, shopId }: ShopDb) {
  const shop = db.selectFrom("shops").select(["storefront", "storefront_config as config"]).where("id", "=", shopId);
  return shop.executeTakeFirstOrThrow();
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

/** Makes what a completed extract brought the shop's own. The files it replaces are removed once the transaction has committed. */
export async function adoptConfig({ shop, queue }: Keeping, { storefront_config: brought }: ExtractRow): Promise<void> {
  if (brought === null) return;
  const { db, shopId } = shop;
  const { config: previous } = await findStorefrontConfig(shop);
  await db
    .updateTable("shops")
    .set({ storefront_config: JSON.stringify(brought), updated_at: sql<Date>`now()` })
    .where("id", "=", shopId)
    .execute();
  await removeFiles({ shop, queue }, previous, brought);
}

/** Removes the files that a failed or cancelled extract brought, once the transaction has committed. What the shop has itself stays. */
export async function dropConfig({ shop, queue }: Keeping, { storefront_config: brought }: ExtractRow): Promise<void> {
  if (brought === null) return;
  await removeFiles({ shop, queue }, brought, (await findStorefrontConfig(shop)).config);
}

async function removeFiles({ shop, queue }: Keeping, config: unknown, kept: unknown): Promise<void> {
  const keeping = filePrefixes(kept);
  for (const prefix of filePrefixes(config)) {
    if (!keeping.includes(prefix)) await queue.enqueue(shop.db, "objects.remove", { prefix });
  }
}
