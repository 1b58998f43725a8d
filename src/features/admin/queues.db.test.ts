import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { TestDatabase } from "../../../test/harness/postgres-template.ts";
import {
  jobsDatabase,
  liveSnapshot,
  secondFeed,
  SOME_OUTPUT,
  testShop,
  type TestShop,
  waitingRun,
} from "../../../test/harness/shop-fixture.ts";
import { type RunId, storedId } from "../../kernel/ids.ts";
import { claimExtract } from "../extracts/extract-claims.ts";
import { insertExtract } from "../extracts/extract-queries.ts";
import { claimRun } from "../runs/run-claims.ts";
import { completeRun, publishRun } from "../runs/run-queries.ts";
import { queueState, readQueues } from "./queue-queries.ts";

let database: TestDatabase;
const AT = new Date("2026-11-22T08:00:00Z");
const COUNTS = { included: 1, excluded: 0, total: 1, added: 1, removed: 0, changed: 0 };

beforeAll(async () => {
  database = await jobsDatabase();
});
afterAll(() => database[Symbol.asyncDispose]());
beforeEach(() => sql`truncate shops, organizations, workers, extracts restart identity cascade`.execute(database.db));

const read = () => readQueues(database.db, AT);
const age = (table: "extracts" | "runs", column: "created_at" | "beat_at", seconds: number) =>
  sql`update ${sql.table(table)} set ${sql.ref(column)} = now() - make_interval(secs => ${seconds})`.execute(database.db);

test("an installation with nothing to do says 0 of everything", async () => {
  await testShop(database.db);
  expect(await read()).toEqual({
    workers: 0,
    extracts_waiting: 0,
    extracts_running: 0,
    extracts_oldest_s: 0,
    runs_waiting: 0,
    runs_running: 0,
    runs_oldest_s: 0,
    feeds_held: 0,
    deliveries_due: 0,
    deliveries_oldest_s: 0,
  });
});

test("an extract waits until a worker takes it, and again when that falls silent; its age is since it was asked for", async () => {
  for (const { shop } of [await testShop(database.db), await testShop(database.db)]) await insertExtract(shop, { type: "full" });
  await age("extracts", "created_at", 90);
  expect(await read()).toMatchObject({ extracts_waiting: 2, extracts_running: 0, extracts_oldest_s: expect.closeTo(90, -1) });
  await claimExtract(database.db, "worker", 20);
  expect(await read()).toMatchObject({ extracts_waiting: 1, extracts_running: 1 });
  await claimExtract(database.db, "worker", 20);
  expect(await read()).toMatchObject({ extracts_waiting: 0, extracts_running: 2, extracts_oldest_s: 0 });
  await age("extracts", "beat_at", 21);
  expect(await read()).toMatchObject({ extracts_waiting: 2, extracts_running: 0, extracts_oldest_s: expect.closeTo(90, -1) });
});

test("a run waits until a worker takes it, and a regenerate is counted as the run it is", async () => {
  const home = await testShop(database.db);
  const extractId = await liveSnapshot(home.shop);
  await insertExtract(home.shop, { type: "regenerate", feedId: home.feedId });
  await waitingRun(home, extractId);
  await age("runs", "created_at", 90);
  expect(await read()).toMatchObject({ runs_waiting: 1, runs_running: 0, runs_oldest_s: expect.closeTo(90, -1), extracts_running: 0 });
  await claimRun(database.db, "worker", 20);
  expect(await read()).toMatchObject({ runs_waiting: 0, runs_running: 1, runs_oldest_s: 0 });
});

test("workers count while they are heard of", async () => {
  await sql`insert into workers (id, beat_at) values ('alive', now()), ('dead', now() - interval '21 seconds')`.execute(database.db);
  expect(await read()).toMatchObject({ workers: 1 });
});

describe("feeds that are held", () => {
  let home: TestShop;
  beforeEach(async () => {
    home = await testShop(database.db);
  });

  async function completed(held: boolean, of: Pick<TestShop, "shop" | "feedId"> = home): Promise<RunId> {
    const { live_extract_id: live } = await database.db
      .selectFrom("shops")
      .select("live_extract_id")
      .where("id", "=", home.shop.shopId)
      .executeTakeFirstOrThrow();
    const extractId = live === null ? await liveSnapshot(home.shop) : storedId("ext", live);
    const id = storedId("run", (await waitingRun(of, extractId)).id);
    await claimRun(database.db, "worker", 20);
    const reasons = held ? ([{ code: "empty", message: "It is empty.", details: {} }] as const) : [];
    await completeRun(of.shop, { id, attempt: 1, prefix: "x/", output: SOME_OUTPUT, counts: COUNTS, held: reasons, definition: {} });
    if (!held) await publishRun(of.shop, { id, feedId: of.feedId, onlyForward: true });
    return id;
  }
  const held = async () => (await read()).feeds_held;

  test("are those with a newer file than the one being served, each once, until somebody publishes one", async () => {
    await completed(false);
    expect(await held()).toBe(0);
    await completed(true);
    const second = await completed(true);
    expect(await held()).toBe(1);
    const other = await secondFeed(home.shop, "other");
    await completed(true, { shop: home.shop, feedId: storedId("feed", other.id) });
    expect(await held()).toBe(2);
    await publishRun(home.shop, { id: second, feedId: home.feedId, onlyForward: false });
    expect(await held()).toBe(1);
  });

  test("are not those that a later run has overtaken, nor those that nobody asks for any more", async () => {
    await completed(true);
    await completed(false);
    expect(await held()).toBe(0);
    await completed(true);
    expect(await held()).toBe(1);
    await database.db.updateTable("feeds").set({ active: false }).execute();
    expect(await held()).toBe(0);
    await database.db.updateTable("feeds").set({ active: true }).execute();
    await database.db.updateTable("shops").set({ uninstalled_at: AT }).execute();
    expect(await held()).toBe(0);
  });
});

describe("deliveries", () => {
  /** So many of one webhook, each due a second before the one before it, the first at `AT`. */
  async function pending(count: number): Promise<void> {
    const { shop } = await testShop(database.db);
    await sql`
      with webhook as (
        insert into webhooks (shop_id, endpoint_url, events, secret) values (${shop.shopId}, 'https://a.example/', '{*}', 's') returning id
      ), event as (
        insert into events (id, shop_id, name, body, created_at)
        values ('evt_00000000000000000000000000', ${shop.shopId}, 'feed.updated', '{}', now()) returning id
      )
      insert into webhook_deliveries (shop_id, webhook_id, event_id, event, due_at, created_at)
      select ${shop.shopId}, webhook.id, event.id, 'feed.updated', ${AT}::timestamptz - make_interval(secs => n), now()
      from webhook, event, generate_series(0, ${count - 1}::int) n`.execute(database.db);
  }

  test("are due once their time has come by our clock, until somebody has claimed them", async () => {
    await pending(3);
    expect(await read()).toMatchObject({ deliveries_due: 3, deliveries_oldest_s: 2 });
    expect(await readQueues(database.db, new Date(AT.getTime() - 1_000))).toMatchObject({ deliveries_due: 2, deliveries_oldest_s: 1 });
    await sql`update webhook_deliveries set claimed_until = now() + interval '30 seconds' where due_at < ${AT}`.execute(database.db);
    expect(await read()).toMatchObject({ deliveries_due: 1, deliveries_oldest_s: 0 });
    await sql`update webhook_deliveries set status = 'failed', due_at = null`.execute(database.db);
    expect(await read()).toMatchObject({ deliveries_due: 0, deliveries_oldest_s: 0 });
  });

  test("are counted up to 10,000, and the oldest is known however many there are", async () => {
    await pending(10_050);
    expect(await read()).toMatchObject({ deliveries_due: 10_000, deliveries_oldest_s: 10_049 });
  });
});

test("no table is read from end to end, whatever PostgreSQL believes of it", async () => {
  const plan = await database.db.transaction().execute(async (transaction) => {
    await sql`select set_config('enable_seqscan', 'off', true), set_config('enable_bitmapscan', 'off', true)`.execute(transaction);
    const { rows } = await sql<{ readonly "QUERY PLAN": string }>`explain ${queueState(AT)}`.execute(transaction);
    return rows.map((row) => row["QUERY PLAN"]);
  });
  const scans = plan.filter((line) => /Scan/.test(line) && !/CTE Scan|Subquery Scan|Function Scan/.test(line));
  // Workers are a handful, and gone when they stop.
  expect(scans.filter((line) => line.includes("Seq Scan")).filter((line) => !line.includes("on workers"))).toEqual([]);
  for (const index of ["extracts_waiting", "runs_waiting", "runs_held", "webhook_deliveries_due"])
    expect(
      scans.some((line) => line.includes(` ${index} `)),
      `${index} in ${plan.join("\n")}`,
    ).toBe(true);
});
