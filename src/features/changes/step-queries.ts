import type { ShopDb } from "../../platform/postgres/postgres-port.ts";
import { sql } from "kysely";

/** Keeps a step back with the transaction whose change it takes back, and forgets the shop's that are too old. */
export async function insertStep({ db, shopId }: ShopDb, step: string, keptDays: number): Promise<void> {
  await db
    .deleteFrom("undo_steps")
    .where("shop_id", "=", shopId)
    .where("created_at", "<", sql<Date>`now() - make_interval(days => ${keptDays})`)
    .execute();
  await db.insertInto("undo_steps").values({ shop_id: shopId, step }).execute();
}
