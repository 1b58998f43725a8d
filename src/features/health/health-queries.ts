import { sql } from "kysely";
import type { FeedId } from "../../kernel/ids.ts";
import type { ShopDb } from "../../platform/postgres/postgres-port.ts";

interface Page {
  /** Null: the active feeds of the shop. */
  readonly feedId: FeedId | null;
  readonly limit: number;
  readonly offset: number;
}

/** The primary feed first, then in the order they were made. */
export async function listFeedsByAge(
  { db, shopId }: ShopDb,
  { feedId, limit, offset }: Page,
): Promise<{ readonly ids: readonly number[]; readonly total: number }> {
  const { rows } = await sql<{ readonly id: number; readonly place: number; readonly total: number }>`
    select id, place, total from (
      select id, row_number() over (order by id) as place, (count(*) over ())::int as total from feeds
      where shop_id = ${shopId} and (case when ${feedId}::bigint is null then active else id = ${feedId} end)
    ) listed where (place > ${offset} and place <= ${offset + limit}) or place = 1 order by place`.execute(db);
  return { ids: rows.filter(({ place }) => place > offset).map(({ id }) => id), total: rows[0]?.total ?? 0 };
}
