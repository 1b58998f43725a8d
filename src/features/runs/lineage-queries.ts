import type { FeedId } from "../../kernel/ids.ts";
import type { ShopDb } from "../../platform/postgres/postgres-port.ts";
import type { RunRow } from "./run-queries.ts";

/** The newest completed run of one version of the definition over one snapshot. */
export async function findRunOfVersion(
  { db, shopId }: ShopDb,
  feedId: FeedId,
  of: { readonly definitionVersion: number; readonly extractId: number },
): Promise<RunRow | undefined> {
  return db
    .selectFrom("runs")
    .selectAll()
    .where("shop_id", "=", shopId)
    .where("feed_id", "=", feedId)
    .where("status", "=", "completed")
    .where("definition_version", "=", of.definitionVersion)
    .where("extract_id", "=", of.extractId)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
}

/** The newest completed run that has told what its rules did. */
export async function findNewestLineage({ db, shopId }: ShopDb, feedId: FeedId): Promise<RunRow | undefined> {
  return db
    .selectFrom("runs")
    .selectAll()
    .where("shop_id", "=", shopId)
    .where("feed_id", "=", feedId)
    .where("status", "=", "completed")
    .where("lineage", "is not", null)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
}
