import type { FeedId } from "../../kernel/ids.ts";
import type { ShopDb } from "../../platform/postgres/postgres-port.ts";

/** Answers whether there is such a feed. The caller holds its lock and calls `changeDefinition`. */
export async function storeExtraColumns({ db, shopId }: ShopDb, feedId: FeedId, names: readonly string[]): Promise<boolean> {
  const stored = await db
    .updateTable("feeds")
    .set({ extra_columns: [...names] })
    .where("shop_id", "=", shopId)
    .where("id", "=", feedId)
    .returning("id")
    .executeTakeFirst();
  return stored !== undefined;
}

/** The same for what columns read; `lookups` are the tables that the expressions among them name. */
export async function storeMappings(
  { db, shopId }: ShopDb,
  feedId: FeedId,
  mappings: Readonly<Record<string, string | null>>,
  lookups: readonly string[],
): Promise<boolean> {
  const stored = await db
    .updateTable("feeds")
    .set({ mappings: JSON.stringify(mappings), mapping_lookups: [...lookups] })
    .where("shop_id", "=", shopId)
    .where("id", "=", feedId)
    .returning("id")
    .executeTakeFirst();
  return stored !== undefined;
}
