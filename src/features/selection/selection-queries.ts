import { sql } from "kysely";
import type { FeedId } from "../../kernel/ids.ts";
import type { ShopDb } from "../../platform/postgres/postgres-port.ts";

/** For `changeDefinition`, which holds the feed's lock. A feed of another shop is left alone. */
export async function storeSelection({ db, shopId }: ShopDb, feedId: FeedId, productIds: readonly number[]): Promise<void> {
  await sql`
    insert into feed_selections (feed_id, shop_id, product_ids)
    select id, shop_id, ${[...productIds]}::bigint[] from feeds where shop_id = ${shopId} and id = ${feedId}
    on conflict (feed_id) do update set product_ids = excluded.product_ids, updated_at = now()`.execute(db);
}
