import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import type { TestDatabase } from "../../../test/harness/postgres-template.ts";
import { jobsDatabase, liveSnapshot, secondFeed, type TestShop, testShop, waitingRun } from "../../../test/harness/shop-fixture.ts";
import { type ExtractId, storedId } from "../../kernel/ids.ts";
import { statesBefore } from "../../kernel/lifecycle.ts";
import { graphileQueue } from "../../platform/jobs/graphile-queue.ts";
import { outdateFeed } from "../feeds/index.ts";
import { SCOPE, scopeStatus } from "./scope.ts";
import { beatScope, claimScope, endScopeClaim, postponeScope, releaseAllScopes, releaseScope, scopesWaiting } from "./scope-claims.ts";
import { findScope, upsertScope } from "./scope-queries.ts";

let database: TestDatabase;
let victim: TestShop;
let extractId: ExtractId;

beforeAll(async () => {
  database = await jobsDatabase();
});
afterAll(() => database[Symbol.asyncDispose]());
beforeEach(async () => {
  // Other tests' feeds are none that wait.
  await database.db.updateTable("feeds").set({ active: false }).execute();
  victim = await testShop(database.db);
  extractId = await liveSnapshot(victim.shop);
});

const claim = () => claimScope(database.db, "worker", 20);
const waiting = () => scopesWaiting(database.db, 20);
const held = (attempt = 1) => ({ feedId: victim.feedId, attempt });
const change = () => outdateFeed({ shop: victim.shop, queue: graphileQueue }, victim.feedId);
const counts = (included: number) => ({ included, excluded: 0, total: included, reasons: {}, rules: {} });
const compute = (definitionVersion: number, included: number, of = extractId, allowance: number | null = null) =>
  upsertScope(victim.shop, { feedId: victim.feedId, definitionVersion, extractId: of, allowance, counts: counts(included) });
const silence = () =>
  database.db
    .updateTable("scope_claims")
    .set({ beat_at: sql<Date>`now() - interval '21 seconds'` })
    .execute();

describe("the next scope to compute", () => {
  test("is one that was never computed, and none once it is", async () => {
    expect(await waiting()).toBe(true);
    expect(await claim()).toMatchObject({ feed_id: victim.feedId, shop_id: victim.shop.shopId, attempt: 1, tries: 1 });
    await compute(1, 5);
    await endScopeClaim(victim.shop, held());
    expect([await waiting(), await claim()]).toEqual([false, undefined]);
  });

  test("is one whose definition or snapshot is another by now; many changes are one computation", async () => {
    await compute(1, 5);
    expect(await waiting()).toBe(false);
    for (let edit = 0; edit < 5; edit += 1) await change();
    expect(
      (await database.pool.query("select key from graphile_worker.jobs where key like 'scope.look:%' || $1", [victim.feedId])).rows,
    ).toEqual([{ key: `scope.look:${victim.feedId}` }]);
    expect(await claim()).toMatchObject({ feed_id: victim.feedId });
    await compute(6, 5);
    await endScopeClaim(victim.shop, held());
    expect(await waiting()).toBe(false);
    await liveSnapshot(victim.shop);
    expect(await waiting()).toBe(true);
  });

  test("is one that was counted with another allowance than its plan has by now, whoever changed either", async () => {
    const planAllows = (skus_max: number | null, code: "growth" | "premium") =>
      database.db.updateTable("plans").set({ skus_max }).where("code_name", "=", code).execute();
    onTestFinished(async () => void (await Promise.all([planAllows(10_000, "growth"), planAllows(null, "premium")])));
    await compute(1, 5);
    expect(await waiting()).toBe(false);
    await planAllows(200_000, "premium");
    expect([await waiting(), await claim()]).toEqual([true, expect.objectContaining({ feed_id: victim.feedId })]);
    await compute(1, 5, extractId, 200_000);
    await endScopeClaim(victim.shop, held());
    expect(await waiting()).toBe(false);
    await planAllows(200_000, "growth");
    await database.db.updateTable("shops").set({ subscription_plan: "growth" }).where("id", "=", victim.shop.shopId).execute();
    expect(await waiting()).toBe(false);
    await planAllows(null, "growth");
    expect(await waiting()).toBe(true);
  });

  test("is of an active feed, of an installed shop with a snapshot, that no run brings along", async () => {
    const bare = await testShop(database.db);
    await database.db.updateTable("feeds").set({ active: false }).where("id", "=", victim.feedId).execute();
    expect(await waiting()).toBe(false);
    await database.db.updateTable("feeds").set({ active: false }).where("id", "=", bare.feedId).execute();
    await database.db.updateTable("feeds").set({ active: true }).where("id", "=", victim.feedId).execute();
    await database.db.updateTable("shops").set({ uninstalled_at: new Date() }).where("id", "=", victim.shop.shopId).execute();
    expect([await waiting(), await claim()]).toEqual([false, undefined]);
    await database.db.updateTable("shops").set({ uninstalled_at: null }).where("id", "=", victim.shop.shopId).execute();
    const run = await waitingRun(victim, extractId);
    expect([await waiting(), await claim()]).toEqual([false, undefined]);
    await database.db.updateTable("runs").set({ status: "failed" }).where("id", "=", run.id).execute();
    expect(await claim()).toMatchObject({ feed_id: victim.feedId });
  });

  test("is never a second one of the same shop, and is the one claimed longest ago", async () => {
    const second = storedId("feed", (await secondFeed(victim.shop, "second")).id);
    expect(await claim()).toMatchObject({ feed_id: victim.feedId });
    expect([await waiting(), await claim()]).toEqual([false, undefined]);
    await releaseScope(victim.shop, held());
    expect(await claim()).toMatchObject({ feed_id: second });
    const other = await testShop(database.db);
    await liveSnapshot(other.shop);
    expect(await claim()).toMatchObject({ feed_id: other.feedId });
  });
});

describe("a claim", () => {
  test("of a worker that fell silent is anybody's, and no longer its own", async () => {
    await claim();
    expect(await beatScope(victim.shop, held())).toBe(true);
    await silence();
    expect(await claim()).toMatchObject({ feed_id: victim.feedId, attempt: 2, tries: 2 });
    expect([await beatScope(victim.shop, held(1)), await beatScope(victim.shop, held(2))]).toEqual([false, true]);
    await endScopeClaim(victim.shop, held(1));
    expect(await beatScope(victim.shop, held(2))).toBe(true);
  });

  test("that failed is not tried again before its time is over, but at once after a change", async () => {
    await claim();
    await postponeScope(victim.shop, held(), 60);
    expect([await waiting(), await claim()]).toEqual([false, undefined]);
    await change();
    expect(await claim()).toMatchObject({ attempt: 2, tries: 1 });
    await postponeScope(victim.shop, held(2), 0);
    expect(await claim()).toMatchObject({ attempt: 3, tries: 2 });
  });

  test("that takes its worker down again and again is left alone", async () => {
    for (let tries = 1; tries <= 5; tries += 1) {
      expect(await claim()).toMatchObject({ tries });
      await silence();
    }
    expect([await waiting(), await claim()]).toEqual([false, undefined]);
    await change();
    expect(await claim()).toMatchObject({ tries: 1 });
  });

  test("is given back by a worker that stops, and by a start that knows nobody else works", async () => {
    await claim();
    await releaseScope(victim.shop, held());
    expect(await claim()).toMatchObject({ attempt: 2, tries: 1 });
    await releaseAllScopes(database.db);
    expect(await claim()).toMatchObject({ attempt: 3 });
  });
});

describe("computed counts", () => {
  test("take the place of older ones and of equally old ones, and never of newer ones", async () => {
    await compute(2, 20);
    await compute(1, 10);
    expect(await findScope(victim.shop, victim.feedId)).toMatchObject({ definition_version: 2, included_count: 20 });
    await compute(2, 21);
    expect(await findScope(victim.shop, victim.feedId)).toMatchObject({ included_count: 21 });
    const newer = await liveSnapshot(victim.shop);
    await compute(2, 30, newer);
    await compute(2, 22, extractId);
    expect(await findScope(victim.shop, victim.feedId)).toMatchObject({ extract_id: newer, included_count: 30 });
  });

  test("are fresh, refreshing or not there as the table of states says", () => {
    const present = { version: 2, extractId: 7, allowance: 25 };
    expect(scopeStatus(undefined, present)).toBe("computing");
    expect(scopeStatus({ definition_version: 2, extract_id: 7, allowance: 25 }, present)).toBe("fresh");
    for (const older of [
      { definition_version: 1, extract_id: 7, allowance: 25 },
      { definition_version: 2, extract_id: 6, allowance: 25 },
      { definition_version: 2, extract_id: 7, allowance: null },
    ])
      expect(scopeStatus(older, present)).toBe(SCOPE.fresh.change);
    expect(statesBefore(SCOPE, "compute", ["computing", "fresh", "refreshing"])).toHaveLength(3);
  });
});
