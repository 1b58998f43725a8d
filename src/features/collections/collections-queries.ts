import type { ShopDb } from "../../platform/postgres/postgres-port.ts";

/** Feeds that take a collection by its id go by what it is called now. A collection that is gone keeps its last title. */
export async function renameCollections({ db, shopId }: ShopDb, titles: ReadonlyMap<string, string>): Promise<void> {
  const feeds = await db
    .selectFrom("feeds")
    .select(["id", "selected_collection_id", "selected_collection_title"])
    .where("shop_id", "=", shopId)
    .where("selected_collection_id", "is not", null)
    .orderBy("id")
    .execute();
  for (const { id, selected_collection_id: collection, selected_collection_title: before } of feeds) {
    const title = titles.get(collection ?? "")?.normalize("NFC");
    if (title === undefined || title === before) continue;
    await db.updateTable("feeds").set({ selected_collection_title: title }).where("shop_id", "=", shopId).where("id", "=", id).execute();
  }
}
