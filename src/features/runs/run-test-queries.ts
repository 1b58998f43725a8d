import { sql } from "kysely";
import type { FeedId, RunId } from "../../kernel/ids.ts";
import type { ShopDb } from "../../platform/postgres/postgres-port.ts";
import type { RunTests } from "./run-tests.ts";

/** Tests that were others meanwhile are rarely the same again. */
const TESTED_RUNS_LOOKED_AT = 50;

/** Keeps how the feed's tests went. In the transaction that ends the run. */
export async function storeRunTests({ db, shopId }: ShopDb, id: RunId, tests: RunTests): Promise<void> {
  await db
    .updateTable("runs")
    .set({ test_results: JSON.stringify(tests) })
    .where("shop_id", "=", shopId)
    .where("id", "=", id)
    .execute();
}

/** The newest completed run that was tested by tests of this digest, among the feed's newest runs. */
export async function findRunTestedBy({ db, shopId }: ShopDb, feedId: FeedId, digest: string) {
  const newest = db
    .selectFrom("runs")
    .select(["id", "test_results"])
    .where("shop_id", "=", shopId)
    .where("feed_id", "=", feedId)
    .where("status", "=", "completed")
    .orderBy("id", "desc")
    .limit(TESTED_RUNS_LOOKED_AT)
    .as("newest");
  return db
    .selectFrom(newest)
    .selectAll()
    .where(sql<string>`test_results ->> 'digest'`, "=", digest)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
}
