import { type Selectable, sql } from "kysely";
import type { FeedId } from "../../kernel/ids.ts";
import type { Database, ShopDb } from "../../platform/postgres/postgres-port.ts";

export type AssignmentRow = Selectable<Database["feed_channels"]>;

/** In the order of their slugs. */
export async function listAssignments({ db, shopId }: ShopDb, feedId: FeedId): Promise<readonly AssignmentRow[]> {
  return db
    .selectFrom("feed_channels")
    .selectAll()
    .where("shop_id", "=", shopId)
    .where("feed_id", "=", feedId)
    .orderBy("channel")
    .execute();
}

export async function findAssignment({ db, shopId }: ShopDb, feedId: FeedId, slug: string): Promise<AssignmentRow | undefined> {
  return db
    .selectFrom("feed_channels")
    .selectAll()
    .where("shop_id", "=", shopId)
    .where("feed_id", "=", feedId)
    .where("channel", "=", slug)
    .executeTakeFirst();
}

interface Assignment {
  readonly feedId: FeedId;
  readonly slug: string;
  readonly settings: object;
}

/** Assigns the channel, or replaces its settings. The caller holds the feed's lock. A feed of another shop is left alone. */
export async function upsertAssignment({ db, shopId }: ShopDb, { feedId, slug, settings }: Assignment): Promise<AssignmentRow | undefined> {
  const { rows } = await sql<AssignmentRow>`
    insert into feed_channels (shop_id, feed_id, channel, settings)
    select shop_id, id, ${slug}, ${JSON.stringify(settings)}::jsonb from feeds where shop_id = ${shopId} and id = ${feedId}
    on conflict (feed_id, channel) do update set settings = excluded.settings, updated_at = now()
    returning *`.execute(db);
  return rows[0];
}

/** The caller holds the feed's lock. */
export async function deleteAssignment({ db, shopId }: ShopDb, feedId: FeedId, slug: string): Promise<void> {
  await db.deleteFrom("feed_channels").where("shop_id", "=", shopId).where("feed_id", "=", feedId).where("channel", "=", slug).execute();
}
