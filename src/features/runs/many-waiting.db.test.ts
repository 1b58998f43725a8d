import { afterAll, beforeAll, expect, test } from "vitest";
import { manyWaiting, rowsRead } from "../../../test/harness/many-waiting.ts";
import { jobsDatabase } from "../../../test/harness/shop-fixture.ts";
import type { TestDatabase } from "../../../test/harness/postgres-template.ts";
import { type Connections, openConnections } from "../../platform/postgres/connection-pool.ts";
import { makeLogger } from "../../platform/telemetry/make-logger.ts";
import { claimRun, RUNS_OF_SHOP_MAX } from "./run-claims.ts";

const SHOPS = 1_000;
const FEEDS = 5;
const TABLES = ["runs", "run_turns", "feeds"];
/** Of the runs at work and their shops, twice over, and of one shop's feeds. */
const READ_MAX = 300;

let database: TestDatabase;
let alone: Connections;
beforeAll(async () => {
  database = await jobsDatabase();
  // Counts of what was read are those of one connection.
  alone = openConnections(database.connectionString, makeLogger({ level: "error" }), 1);
  await manyWaiting(alone.pool, { shops: SHOPS, feeds: FEEDS });
});
afterAll(async () => {
  await alone[Symbol.asyncDispose]();
  await database[Symbol.asyncDispose]();
});

test("a claim reads a few hundred rows however many shops and runs wait, whatever PostgreSQL knows of the tables", async () => {
  const claims = async (): Promise<readonly number[]> => {
    const shops: number[] = [];
    for (let claim = 0; claim < 20; claim += 1) {
      const before = await rowsRead(alone.pool, TABLES);
      const claimed = await claimRun(alone.db, "worker", 20);
      expect((await rowsRead(alone.pool, TABLES)) - before).toBeLessThan(READ_MAX);
      shops.push(claimed?.shop_id ?? 0);
    }
    return shops;
  };
  const first = await claims();
  await alone.pool.query("analyze");
  const served = [...first, ...(await claims())];
  expect(new Set(served).size).toBe(40);
});

test("a shop has no more at work than it may, however many others have none, and its next is claimed when one ends", async () => {
  const { pool, db } = alone;
  const { id: one } = await db.selectFrom("shops").select("id").where("domain", "=", "many-1.example").executeTakeFirstOrThrow();
  await pool.query("update runs set status = 'failed' where shop_id <> $1", [one]);
  await pool.query("update runs set beat_at = null where shop_id = $1", [one]);
  await pool.query("update run_turns set waiting = false where shop_id <> $1", [one]);
  const shops = async (count: number) => {
    const claimed = [];
    for (let claim = 0; claim < count; claim += 1) claimed.push(await claimRun(db, "worker", 20));
    return claimed;
  };
  const claimed = await shops(RUNS_OF_SHOP_MAX + 1);
  expect(claimed.map((claim) => claim?.shop_id)).toEqual([...Array.from({ length: RUNS_OF_SHOP_MAX }, () => one), undefined]);
  await pool.query("update runs set status = 'completed' where id = $1", [claimed[0]?.id]);
  expect((await shops(2)).map((claim) => claim?.shop_id)).toEqual([one, undefined]);
});
