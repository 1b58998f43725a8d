import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { TestDatabase } from "../../../test/harness/postgres-template.ts";
import { jobsDatabase, liveSnapshot, type TestShop, testShop } from "../../../test/harness/shop-fixture.ts";
import { storedId } from "../../kernel/ids.ts";
import { publishRun } from "../runs/run-queries.ts";
import { forgetOldWork } from "./index.ts";

/** More than are kept, and more than one batch above that. */
const MADE = 1_600;
const KEPT = 1_000;

let database: TestDatabase;
let made: TestShop;
beforeAll(async () => {
  database = await jobsDatabase();
});
afterAll(() => database[Symbol.asyncDispose]());
beforeEach(async () => {
  made = await testShop(database.db);
});

interface Past {
  readonly daysAgo?: number;
  readonly status?: "completed" | "failed" | "cancelled" | "running";
  readonly type?: "full" | "delta";
}

/** Extracts without a snapshot, oldest first. */
async function extracts(count: number, { daysAgo = 100, status = "completed", type = "full" }: Past = {}): Promise<readonly number[]> {
  const { rows } = await sql<{ readonly id: number }>`insert into extracts (shop_id, type, status, beat_at, created_at)
    select ${made.shop.shopId}, ${type}, ${status}, now(), now() - make_interval(days => ${daysAgo}) from generate_series(1, ${count}::int) returning id`.execute(
    database.db,
  );
  return rows.map(({ id }) => id);
}

/** Runs of the shop's feed that read these extracts, one each, their files removed or not. */
async function runs(of: readonly number[], { daysAgo = 100, expired = true, status = "completed" } = {}): Promise<readonly number[]> {
  const { rows } = await sql<{ readonly id: number }>`
    insert into runs (shop_id, feed_id, extract_id, trigger, status, definition_version, publication, created_at, expired_at)
    select ${made.shop.shopId}, ${made.feedId}, extract_id, 'extract', ${status}, 1, 'superseded', now() - make_interval(days => ${daysAgo}),
      case when ${expired} then now() end
    from unnest(${[...of]}::bigint[]) as extract_id returning id`.execute(database.db);
  return rows.map(({ id }) => id);
}

async function left(table: "extracts" | "runs"): Promise<readonly number[]> {
  const rows = await database.db.selectFrom(table).select("id").where("shop_id", "=", made.shop.shopId).orderBy("id").execute();
  return rows.map(({ id }) => id);
}

const forget = () => forgetOldWork(database.db, { after: 0, historyDays: 90 }, new AbortController().signal);

describe("extracts that are forgotten", () => {
  test("are those before the last 1,000, where they are older than 90 days", async () => {
    const old = await extracts(MADE);
    await forget();
    expect(await left("extracts")).toEqual(old.slice(-KEPT));
    const recent = await extracts(MADE, { daysAgo: 80 });
    await forget();
    expect(await left("extracts")).toEqual(recent);
  });

  test("are counted apart from deltas, which are many", async () => {
    const full = await extracts(5);
    const deltas = await extracts(MADE, { type: "delta" });
    await forget();
    expect(await left("extracts")).toEqual([...full, ...deltas.slice(-KEPT)]);
  });

  test("are none that is under way, that has a snapshot, that the shop reads, or that a run or scope refers to", async () => {
    const live = await liveSnapshot(made.shop);
    await sql`update extracts set created_at = now() - interval '1 year', snapshot_prefix = null where id = ${live}`.execute(database.db);
    const [underWay = 0] = await extracts(1, { status: "running" });
    const [withSnapshot = 0, read = 0, mirrored = 0, counted = 0] = await extracts(4);
    await sql`update extracts set snapshot_prefix = 'x/' where id = ${withSnapshot}`.execute(database.db);
    const [run = 0, mirroring = 0] = await runs([read, live], { expired: false });
    await sql`update runs set for_extract_id = ${mirrored} where id = ${mirroring}`.execute(database.db);
    await sql`insert into feed_scopes (feed_id, shop_id, definition_version, extract_id, included_count, excluded_count, total_count, computed_at)
      values (${made.feedId}, ${made.shop.shopId}, 1, ${counted}, 0, 0, 0, now())`.execute(database.db);
    const rest = await extracts(MADE);
    await forget();
    expect(await left("extracts")).toEqual(
      [live, underWay, withSnapshot, read, mirrored, counted, ...rest.slice(-KEPT)].toSorted((a, b) => a - b),
    );
    expect(await left("runs")).toEqual([run, mirroring]);
  });
});

describe("runs that are forgotten", () => {
  test("are those before the feed's last 1,000 that are older than 90 days and left nothing; their extracts follow", async () => {
    const old = await extracts(MADE);
    const expired = await runs(old);
    await forget();
    expect(await left("runs")).toEqual(expired.slice(-KEPT));
    expect(await left("extracts")).toEqual(old.slice(-KEPT));
  });

  test("are none whose files are kept, that is live, held or under way, or that is younger", async () => {
    const live = await liveSnapshot(made.shop);
    const [kept = 0, published = 0, held = 0] = await runs([live, live, live], { expired: false });
    await publishRun(made.shop, { id: storedId("run", published), feedId: made.feedId, onlyForward: false });
    await sql`update runs set publication = 'held', expired_at = null where id = ${held}`.execute(database.db);
    const [failed = 0] = await runs([live], { expired: false, status: "failed" });
    const [young = 0] = await runs([live], { daysAgo: 80 });
    const later = await runs(
      Array.from({ length: KEPT }, () => live),
      { daysAgo: 70 },
    );
    await forget();
    expect(await left("runs")).toEqual([kept, published, held, young, ...later]);
    expect(await left("runs")).not.toContain(failed);
  });
});

test("all shops have their turn, some at a time, and then the first ones again", async () => {
  await sql`insert into shops (domain, name, storefront, currency, country, feed_token)
    select gen_random_uuid() || '.example', 'A shop', 'csv', 'USD', 'US', md5(random()::text) from generate_series(1, 250)`.execute(
    database.db,
  );
  made = await testShop(database.db);
  const old = await extracts(MADE);
  const signal = new AbortController().signal;
  const looks: number[] = [];
  for (let after = 0; looks.length === 0 || after > 0;) {
    after = await forgetOldWork(database.db, { after, historyDays: 90 }, signal);
    looks.push(after);
  }
  expect(looks.length).toBeGreaterThan(2);
  expect(looks.at(-1)).toBe(0);
  expect(await left("extracts")).toEqual(old.slice(-KEPT));
});
