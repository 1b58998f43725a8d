import { sql } from "kysely";
import type { FeedId } from "../../kernel/ids.ts";
import type { ShopDb } from "../../platform/postgres/postgres-port.ts";

/** The products a feed in manual mode takes, in the order in which they were written. */
export async function findSelection({ db, shopId }: ShopDb, feedId: FeedId): Promise<readonly number[]> {
  const row = await db
    .selectFrom("feed_selections")
    .select("product_ids")
    .where("shop_id", "=", shopId)
    .where("feed_id", "=", feedId)
    .executeTakeFirst();
  return row?.product_ids ?? [];
}

/** Replaces the selection. The caller holds the feed's lock and calls `changeDefinition`. A feed of another shop is left alone. */
export async function storeSelection({ db, shopId }: ShopDb, feedId: FeedId, productIds: readonly number[]): Promise<boolean> {
  const stored = await sql`
    insert into feed_selections (feed_id, shop_id, product_ids)
    select id, shop_id, ${[...productIds]}::bigint[] from feeds where shop_id = ${shopId} and id = ${feedId}
    on conflict (feed_id) do update set product_ids = excluded.product_ids, updated_at = now()
    returning feed_id`.execute(db);
  return stored.rows.length > 0;
}

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
