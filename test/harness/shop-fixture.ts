import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { claimExtract } from "../../src/features/extracts/extract-claims.ts";
import { completeExtract, insertExtract, moveLiveSnapshot } from "../../src/features/extracts/extract-queries.ts";
import { type FeedRow, insertPrimaryFeed } from "../../src/features/feeds/feed-queries.ts";
import { insertRun, type RunRow } from "../../src/features/runs/run-queries.ts";
import type { RunOutput } from "../../src/features/runs/run.ts";
import { insertShop } from "../../src/features/shops/shop-queries.ts";
import { type ExtractId, type FeedId, storedId } from "../../src/kernel/ids.ts";
import { migrateJobs } from "../../src/platform/jobs/graphile-schema.ts";
import { type Db, openShop, type ShopDb } from "../../src/platform/postgres/postgres-port.ts";
import { testDatabase, type TestDatabase } from "./postgres-template.ts";

/** A migrated database that takes jobs too. */
export async function jobsDatabase(): Promise<TestDatabase> {
  const database = await testDatabase("migrated");
  await migrateJobs(database.pool);
  return database;
}

export interface TestShop {
  readonly shop: ShopDb;
  readonly feed: FeedRow;
  readonly feedId: FeedId;
  readonly token: string;
}

/** A shop with its primary feed, without a snapshot. */
export async function testShop(db: Db): Promise<TestShop> {
  const token = randomBytes(20).toString("hex");
  const id = await insertShop(db, {
    domain: `shop-${token}.example`,
    name: "A shop",
    storefront: "csv",
    storefrontConfig: {},
    currency: "USD",
    country: "US",
    primaryLocale: "en",
    languages: ["en"],
    feedToken: token,
  });
  const shop = openShop(db, storedId("shop", id));
  const feed = await insertPrimaryFeed(shop, { displayName: "Primary feed", country: "US" });
  return { shop, feed, feedId: storedId("feed", feed.id), token };
}

/** One more feed of the shop, of the United States as the primary one. */
export async function secondFeed({ db, shopId }: ShopDb, slug: string): Promise<FeedRow> {
  return db
    .insertInto("feeds")
    .values({
      shop_id: shopId,
      feed_type: "market",
      display_name: slug,
      slug,
      file_name: `gmcfeed-${slug}.txt`,
      target_country: "US",
      settings: "{}",
      mappings: "{}",
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** A completed extract whose snapshot the shop reads now; its objects are named only. */
export async function liveSnapshot(shop: ShopDb): Promise<ExtractId> {
  const extract = await insertExtract(shop, { type: "full" });
  const id = storedId("ext", extract.id);
  const claim = await claimExtract(shop.db, "fixture", 20);
  if (claim?.id !== id) throw new Error("another extract was waiting");
  const snapshot = { columns: [], markets: [], products: 0, variants: 0 };
  const prefix = `shops/${shop.shopId}/extracts/${id}/${claim.attempt}/`;
  await completeExtract(shop, { id, attempt: claim.attempt, prefix, snapshot, csvBytes: 1, productCount: 0, warnings: [] });
  await moveLiveSnapshot(shop, id);
  return id;
}

/** A run that waits for a worker. */
export async function waitingRun({ shop, feedId }: Pick<TestShop, "shop" | "feedId">, extractId: ExtractId): Promise<RunRow> {
  return insertRun(shop, { feedId, extractId, forExtractId: null, trigger: "regenerate", definitionVersion: 1 });
}

/** What a run would leave whose files nobody reads. */
export const SOME_OUTPUT: RunOutput = Object.freeze({
  format: 1,
  columns: ["id"],
  attributes: [],
  carried: [],
  split: false,
  causes: false,
  file: { bytes: 3, sha256: "a".repeat(64), gzipBytes: 23, gzipSha256: "b".repeat(64) },
  engine: "duckdb",
  currencies: ["USD"],
  identity: "global US",
  translation: null,
  channels: {},
});

/** The claims of these rows are as old as those of a dead worker. */
export async function silence(db: Db, table: "runs" | "extracts", id: number): Promise<void> {
  await db
    .updateTable(table)
    .set({ beat_at: sql<Date>`now() - interval '21 seconds'` })
    .where("id", "=", id)
    .execute();
}
