import { sql } from "kysely";
import type { FeedId } from "../../kernel/ids.ts";
import type { ShopDb } from "../../platform/postgres/postgres-port.ts";

/** Replaces the selection. The caller holds the feed's lock and calls `changeDefinition`. A feed of another shop is left alone. */
export async function storeSelection({ db, shopId }: ShopDb, feedId: FeedId, productIds: readonly number[]): Promise<boolean> {
  const stored = await sql`
    insert into feed_selections (feed_id, shop_id, product_ids)
    select id, shop_id, ${[...productIds]}::bigint[] from feeds where shop_id = ${shopId} and id = ${feedId}
    on conflict (feed_id) do update set product_ids = excluded.product_ids, updated_at = now()
    returning feed_id`.execute(db);
  return stored.rows.length > 0;
}
