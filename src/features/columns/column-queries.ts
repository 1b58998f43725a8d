import { sql } from "kysely";
import type { FeedId } from "../../kernel/ids.ts";
import type { ShopDb } from "../../platform/postgres/postgres-port.ts";

/** For `changeDefinition`, which holds the feed's lock. `lookups`: tables that the expressions among them name. */
export async function storeMappings(
  { db, shopId }: ShopDb,
  feedId: FeedId,
  mappings: Readonly<Record<string, string | null>>,
  lookups: readonly string[],
): Promise<void> {
  await db
    .updateTable("feeds")
    .set({ mappings: JSON.stringify(mappings), mapping_lookups: [...lookups] })
    .where("shop_id", "=", shopId)
    .where("id", "=", feedId)
    .execute();
}

/** What the feed's active rules take of the bounds that they share with its mappings. */
export async function sumRules({ db, shopId }: ShopDb, feedId: FeedId): Promise<{ readonly parts: number; readonly feedwide: number }> {
  const sum = (column: "parts" | "feedwide") => sql<number>`coalesce(sum(${sql.ref(column)}), 0)::integer`.as(column);
  return db
    .selectFrom("rules")
    .select([sum("parts"), sum("feedwide")])
    .where("shop_id", "=", shopId)
    .where("feed_id", "=", feedId)
    .where("active", "=", true)
    .executeTakeFirstOrThrow();
}
