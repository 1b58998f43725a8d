import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import { listedShop } from "../../../test/harness/listed-shop.ts";
import { jobsDatabase } from "../../../test/harness/shop-fixture.ts";
import type { TestDatabase } from "../../../test/harness/postgres-template.ts";
import { findRunningRun } from "../runs/run-queries.ts";
import { claimExtract } from "./extract-claims.ts";
import { startScheduledExtracts } from "./start-scheduled-extracts.ts";
import { workExtract } from "./work-extract.ts";

const HOUR_MS = 3_600_000;
/** No round hour: a shop's turns begin anywhere. */
const BEGIN = Date.parse("2026-03-01T00:17:23Z");
const after = (hours: number): Date => new Date(BEGIN + hours * HOUR_MS);

let database: TestDatabase;
beforeEach(async () => {
  database = await jobsDatabase();
  return () => database[Symbol.asyncDispose]();
});

interface ShopKind {
  readonly plan?: "free" | "starter" | "growth" | "premium";
  readonly storefront?: "csv" | "shopify";
  readonly status?: "active" | "frozen" | "legacy" | "none";
}

/** Shops that were extracted at the begin. */
async function shops(count: number, { plan = "premium", storefront = "shopify", status = "none" }: ShopKind = {}): Promise<number[]> {
  const { rows } = await sql<{ readonly id: number }>`
    insert into shops (domain, name, storefront, subscription_plan, subscription_status, currency, country, feed_token)
    select gen_random_uuid() || '.example', 'A shop', ${storefront}, ${plan}, ${status}, 'USD', 'US', md5(random()::text)
    from generate_series(1, ${count}::int) returning id`.execute(database.db);
  const ids = rows.map(({ id }) => id);
  await database.db
    .insertInto("extracts")
    .values(ids.map((id) => ({ shop_id: id, type: "full" as const, status: "completed" as const, warnings: "[]", created_at: after(0) })))
    .execute();
  return ids;
}

const start = (hours: number) => startScheduledExtracts(database.db, after(hours));
const endAll = (status: "completed" | "failed" | "cancelled" = "completed") =>
  database.db.updateTable("extracts").set({ status }).where("status", "in", ["pending", "running"]).execute();
const scheduled = () => database.db.selectFrom("extracts").selectAll().where("scheduled_for", "is not", null).orderBy("id").execute();

/** Starts what is due every ten minutes, and ends it before the next look. */
async function keepLooking(hours: number): Promise<readonly number[]> {
  const byHour = Array.from({ length: hours }, () => 0);
  for (let look = 1; look <= hours * 6; look += 1) {
    byHour[Math.ceil(look / 6) - 1] = (byHour[Math.ceil(look / 6) - 1] ?? 0) + (await start(look / 6));
    await endAll();
  }
  return byHour;
}

describe("scheduled extracts", () => {
  test("are as many a day as the plan says, and of many shops no hour has twice its share", async () => {
    await shops(1_000, { plan: "free" });
    const byHour = await keepLooking(24);
    expect(byHour.reduce((sum, count) => sum + count, 0)).toBe(1_000);
    expect(Math.max(...byHour)).toBeLessThan((2 * 1_000) / 24);
  });

  test.each([
    ["free", 1],
    ["starter", 4],
    ["growth", 8],
    ["premium", 24],
  ] as const)("of a shop on %s come %i times a day, evenly", async (plan, count) => {
    await shops(1, { plan });
    expect((await keepLooking(48)).reduce((sum, started) => sum + started, 0)).toBe(2 * count);
    const began = (await scheduled()).map(({ scheduled_for: at }) => at?.getTime() ?? 0);
    const apart = began.slice(1).map((at, after1) => Math.round((at - (began[after1] ?? 0)) / 1_000));
    expect(new Set(apart)).toEqual(new Set([86_400 / count]));
  });

  test("follow what the operator makes of a plan; a plan with none has none", async () => {
    await shops(1, { plan: "growth" });
    await database.db.updateTable("plans").set({ daily_export_count: 0 }).where("code_name", "=", "growth").execute();
    expect(await start(72)).toBe(0);
    await database.db.updateTable("plans").set({ daily_export_count: 7 }).where("code_name", "=", "growth").execute();
    expect(await start(72)).toBe(1);
  });

  test("leave alone what a person has just extracted, and a shop with an extract under way", async () => {
    await shops(20);
    expect(await start(0.4)).toBe(0);
    expect(await start(1)).toBe(20);
    expect(await start(5)).toBe(0);
    await endAll("failed");
    expect(await start(1.4)).toBe(0);
    expect(await start(2)).toBe(20);
  });

  test("are one of a shop after a long standstill, however many turns it missed", async () => {
    await shops(3);
    expect(await start(24 * 30)).toBe(3);
    await endAll();
    expect(await start(24 * 30 + 0.1)).toBe(0);
  });

  test("are none of shops that left, whose subscription is frozen, or that are read from an export", async () => {
    const [left] = await shops(1);
    await database.db
      .updateTable("shops")
      .set({ uninstalled_at: after(0) })
      .where("id", "=", left ?? 0)
      .execute();
    await shops(1, { status: "frozen" });
    await shops(1, { storefront: "csv" });
    expect(await start(72)).toBe(0);
    await shops(1, { status: "legacy" });
    expect(await start(72)).toBe(1);
  });

  test("are one of a shop, however many workers look at one moment", async () => {
    await shops(50);
    const counts = await Promise.all(Array.from({ length: 8 }, () => start(24)));
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(50);
    expect(new Set((await scheduled()).map(({ shop_id: shop }) => shop)).size).toBe(50);
  });

  test("are one a turn, even where a worker looks with old eyes", async () => {
    await shops(1);
    expect(await start(24)).toBe(1);
    await endAll();
    await sql`update extracts set created_at = ${after(0)}`.execute(database.db);
    expect(await start(24)).toBe(0);
  });

  test("begin by the database's clock, and wait behind those that people asked for", async () => {
    const [first, second] = await shops(2);
    expect(await startScheduledExtracts(database.db, null)).toBe(2);
    await database.db
      .deleteFrom("extracts")
      .where("shop_id", "=", second ?? 0)
      .where("status", "=", "pending")
      .execute();
    await database.db
      .insertInto("extracts")
      .values({ shop_id: second ?? 0, type: "full", warnings: "[]" })
      .execute();
    expect((await claimExtract(database.db, "worker", 20))?.shop_id).toBe(second);
    expect((await claimExtract(database.db, "worker", 20))?.shop_id).toBe(first);
  });
});

test("a shop that asks for one extract after another comes behind scheduled ones of others", async () => {
  await endAll();
  const [eager, patient] = await shops(2);
  const ask = (shop: number | undefined) =>
    database.db
      .insertInto("extracts")
      .values({ shop_id: shop ?? 0, type: "full", warnings: "[]" })
      .execute();
  await ask(eager);
  const first = await claimExtract(database.db, "worker", 20);
  expect(first?.shop_id).toBe(eager);
  await database.db
    .updateTable("extracts")
    .set({ status: "failed" })
    .where("id", "=", first?.id ?? 0)
    .execute();
  await ask(eager);
  await ask(patient);
  await database.db
    .updateTable("extracts")
    .set({ scheduled_for: new Date() })
    .where("shop_id", "=", patient ?? 0)
    .where("status", "=", "pending")
    .execute();
  expect((await claimExtract(database.db, "worker", 20))?.shop_id).toBe(patient);
  expect((await claimExtract(database.db, "worker", 20))?.shop_id).toBe(eager);
});

describe("an extract that has just come in", () => {
  const claimed = (isBusy: boolean) => claimExtract(database.db, "busy", 20, { isBusy });
  const beat = (ageS: number) =>
    database.db
      .insertInto("workers")
      .values({ id: "idle", beat_at: sql`now() - make_interval(secs => ${ageS})` })
      .execute();
  beforeEach(async () => {
    await shops(1);
    await database.db
      .updateTable("extracts")
      .set({ status: "pending", created_at: sql`now()` })
      .execute();
  });

  test("is left to an idle worker for three seconds", async () => {
    await beat(1);
    expect(await claimed(true)).toBeUndefined();
    await database.db
      .updateTable("extracts")
      .set({ created_at: sql`now() - interval '4 seconds'` })
      .execute();
    expect(await claimed(true)).toBeDefined();
  });

  test("goes to a worker with a free slot at once, even if another one is idle", async () => {
    await beat(1);
    expect(await claimed(false)).toBeDefined();
  });

  test("goes to a busy worker if the other one is silent, or has an extract as well", async () => {
    await beat(10);
    expect(await claimed(true)).toBeDefined();
    await shops(1);
    await database.db
      .updateTable("workers")
      .set({ beat_at: sql`now()` })
      .execute();
    await database.db.updateTable("extracts").set({ claimed_by: "idle" }).where("status", "=", "running").execute();
    await database.db
      .updateTable("extracts")
      .set({ status: "pending", created_at: sql`now()` })
      .where("status", "=", "completed")
      .execute();
    expect(await claimed(true)).toBeDefined();
  });
});

test("a run that a scheduled extract sets off says so", async () => {
  await using made = await listedShop("scheduled.example", 3);
  const { db } = made.database;
  const live = await findRunningRun(made.shop, made.primaryId);
  expect(live).toMatchObject({ trigger: "extract" });
  await db.updateTable("runs").set({ status: "failed" }).execute();
  await db.updateTable("shops").set({ storefront: "shopify" }).execute();
  expect(await startScheduledExtracts(db, new Date(Date.now() + 2 * HOUR_MS))).toBe(1);
  await db.updateTable("shops").set({ storefront: "csv" }).execute();
  const claim = await claimExtract(db, "worker", 20);
  if (claim === undefined) throw new Error("no extract waits");
  await workExtract(made.real.services, made.shop, claim, { signal: new AbortController().signal, progress: () => undefined });
  expect(await findRunningRun(made.shop, made.primaryId)).toMatchObject({ trigger: "schedule", extract_id: claim.id });
});
