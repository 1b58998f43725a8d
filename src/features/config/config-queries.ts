import { sql } from "kysely";
import type { FeedId } from "../../kernel/ids.ts";
import type { ShopDb } from "../../platform/postgres/postgres-port.ts";
import type { FeedVersion } from "../feeds/index.ts";

/** What a list shows of a version. */
export type VersionHead = Pick<FeedVersion, "version" | "summary" | "created_by" | "created_at"> & { readonly current: boolean };

const versionsOf = ({ db, shopId }: ShopDb, feedId: FeedId) =>
  db.selectFrom("feed_versions").where("shop_id", "=", shopId).where("feed_id", "=", feedId);

const isNewest = sql<boolean>`version = (select max(newest.version) from feed_versions newest where newest.feed_id = feed_versions.feed_id)`;

/** Newest first. */
export async function listVersions(shop: ShopDb, feedId: FeedId, page: { readonly limit: number; readonly offset: number }) {
  const rows: readonly VersionHead[] = await versionsOf(shop, feedId)
    .select(["version", "summary", "created_by", "created_at", isNewest.as("current")])
    .orderBy("version", "desc")
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  const { total } = await versionsOf(shop, feedId)
    .select((select) => select.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  return { rows, total };
}

export async function findVersion(shop: ShopDb, feedId: FeedId, version: number): Promise<(FeedVersion & VersionHead) | undefined> {
  return versionsOf(shop, feedId).selectAll().select(isNewest.as("current")).where("version", "=", version).executeTakeFirst();
}

/** The newest version that is older. */
export async function findVersionBefore(shop: ShopDb, feedId: FeedId, version: number): Promise<FeedVersion | undefined> {
  return versionsOf(shop, feedId).selectAll().where("version", "<", version).orderBy("version", "desc").limit(1).executeTakeFirst();
}
