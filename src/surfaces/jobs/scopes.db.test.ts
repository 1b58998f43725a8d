import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { duckDbAtWork, killDuckDbAtWork } from "../../../test/harness/duckdb-at-work.ts";
import { type ListedShop, listedShop } from "../../../test/harness/listed-shop.ts";
import { perform } from "../../../test/harness/perform.ts";
import { secondFeed } from "../../../test/harness/shop-fixture.ts";
import { listFeedProducts } from "../../features/products/index.ts";
import { createRule, deleteRule } from "../../features/rules/index.ts";
import { claimRun, regenerateFeed, workRun } from "../../features/runs/index.ts";
import { claimScope, getFeedScope, upsertScope, workScope } from "../../features/scopes/index.ts";
import { findLiveSnapshot } from "../../features/snapshots/index.ts";
import { type FeedId, storedId } from "../../kernel/ids.ts";
import { graphileRunner } from "../../platform/jobs/graphile-runner.ts";
import { workerRegistry } from "../../platform/jobs/worker-registry.ts";
import { WarehouseRefused } from "../../platform/warehouse/warehouse-port.ts";
import { startWorker } from "./worker.ts";
import { IN_TIME } from "../../../test/harness/slow-machine.ts";

/** Scopes as a worker computes them, over a real snapshot of five rows, 1001 to 1005. */

let listed: ListedShop;
let feedId: FeedId;
let feeds = 0;

beforeAll(async () => {
  listed = await listedShop("scopes.example", 5);
});
afterAll(() => listed[Symbol.asyncDispose]());
beforeEach(async () => {
  const { db } = listed.database;
  await db.updateTable("runs").set({ status: "failed" }).where("status", "=", "running").execute();
  await db.updateTable("feeds").set({ active: false }).execute();
  feeds += 1;
  feedId = storedId("feed", (await secondFeed(listed.shop, `scopes-${feeds}`)).id);
  // A market without prices would exclude every row.
  await db.updateTable("feeds").set({ feed_type: "language" }).where("id", "=", feedId).execute();
});

const worker = (slots = 2) =>
  startWorker({
    id: "worker",
    db: listed.database.db,
    reserve: listed.database.reserve,
    runner: graphileRunner(listed.database.pool, listed.real.services.log),
    registry: workerRegistry(listed.database.db),
    services: listed.real.services,
    slots,
  });
const ask = <Answer>(operation: Parameters<typeof perform>[2], input: object) =>
  perform<Answer>(listed.real.services, listed.shop, operation, input);
interface Scope {
  readonly status: string;
  readonly excluded_count: number | null;
  readonly reasons: readonly object[];
}
const scope = () => ask<Scope>(getFeedScope, { path: { id: String(feedId) } });
const exclude = (reason: string, condition: string) =>
  ask<{ readonly id: string }>(createRule, { path: { feed_id: String(feedId) }, body: { rule: { type: "exclude", reason, condition } } });
const becomes = (expected: object) => vi.waitFor(async () => expect(await scope()).toMatchObject(expected), IN_TIME);

async function takeScope(signal = new AbortController().signal): Promise<void> {
  const claim = await claimScope(listed.database.db, "test", 20);
  if (claim === undefined) throw new Error("no scope waits");
  await workScope(listed.real.services, listed.shop, claim, signal);
}

async function takeRun(): Promise<void> {
  const claim = await claimRun(listed.database.db, "test", 20);
  if (claim === undefined) throw new Error("no run waits");
  await workRun(listed.real.services, listed.shop, claim, { signal: new AbortController().signal, end: async () => undefined });
}

describe("a scope", () => {
  test("is computed in the background, without a run, and served as it was until the next one is there", async () => {
    expect(await scope()).toEqual({
      feed_id: `feed_${feedId}`,
      status: "computing",
      included_count: null,
      excluded_count: null,
      total_count: null,
      reasons: [],
      computed_at: null,
    });
    {
      await using _running = worker();
      await becomes({
        status: "fresh",
        included_count: 5,
        excluded_count: 0,
        total_count: 5,
        reasons: [],
        computed_at: expect.any(String),
      });
    }
    const rule = await exclude("Too dear", "[D]price >= 4");
    expect(await scope()).toMatchObject({ status: "refreshing", included_count: 5 });
    await using _running = worker();
    await becomes({ status: "fresh", included_count: 3, excluded_count: 2, total_count: 5, reasons: [{ reason: "Too dear", count: 2 }] });
    await ask(deleteRule, { path: { feed_id: String(feedId), id: rule.id } });
    await becomes({ status: "fresh", included_count: 5, excluded_count: 0 });
    expect(await listed.database.db.selectFrom("runs").select("id").where("feed_id", "=", feedId).execute()).toEqual([]);
  });

  test("ends with the last of many quick changes", async () => {
    await using _running = worker();
    for (let edit = 1; edit <= 6; edit += 1) await exclude(`Sold ${edit}`, `[D]id = ${1000 + edit}`);
    await becomes({ status: "fresh", included_count: 0, excluded_count: 5 });
    expect((await scope()).reasons).toHaveLength(5);
  });

  test("comes behind the runs that wait", async () => {
    const { db } = listed.database;
    const other = storedId("feed", (await secondFeed(listed.shop, "waiting")).id);
    await ask(regenerateFeed, { path: { id: String(other) } });
    await using _running = worker(1);
    await becomes({ status: "fresh" });
    const [run] = await db.selectFrom("runs").select("completed_at").where("feed_id", "=", other).execute();
    const counted = await db.selectFrom("feed_scopes").select("computed_at").where("feed_id", "=", feedId).executeTakeFirstOrThrow();
    expect(run?.completed_at?.getTime()).toBeLessThanOrEqual(counted.computed_at.getTime());
  });

  test("counts what the listing of a run shows", async () => {
    await exclude("Too dear", "[D]price >= 4");
    await exclude("One of them", "[D]id = 1001");
    await takeScope();
    const counted = await scope();
    await ask(regenerateFeed, { path: { id: String(feedId) } });
    await takeRun();
    const rows = await ask<readonly { excluded: boolean; excluded_reason: string | null }[]>(listFeedProducts, {
      path: { id: String(feedId) },
    });
    const told = rows.filter(({ excluded }) => excluded).map(({ excluded_reason: reason }) => reason);
    expect(counted.reasons).toMatchObject(
      ["Too dear", "One of them"].map((reason) => ({ reason, count: told.filter((of) => of === reason).length })),
    );
    expect(await scope()).toEqual({ ...counted, computed_at: expect.any(String) });
    expect(counted.excluded_count).toBe(3);
  });

  test("that a run brings is of the version the run read, and stale where the feed has changed since", async () => {
    await ask(regenerateFeed, { path: { id: String(feedId) } });
    await exclude("Too dear", "[D]price >= 4");
    await takeRun();
    expect(await scope()).toMatchObject({ status: "fresh", excluded_count: 2 });
    await ask(regenerateFeed, { path: { id: String(feedId) } });
    const work = takeRun();
    await duckDbAtWork(listed.real.folder);
    await exclude("One of them", "[D]id = 1001");
    await work;
    expect(await scope()).toMatchObject({ status: "refreshing", excluded_count: 2 });
    await takeScope();
    expect(await scope()).toMatchObject({ status: "fresh", excluded_count: 3 });
  });

  test("whose DuckDB is killed, or whose worker stops, is computed by the next claim", async () => {
    await Promise.all([takeScope(), killDuckDbAtWork(listed.real.folder)]);
    expect(await scope()).toMatchObject({ status: "computing" });
    await listed.database.db
      .updateTable("scope_claims")
      .set({ not_before: new Date(0) })
      .execute();
    await takeScope(AbortSignal.abort());
    expect(await scope()).toMatchObject({ status: "computing" });
    await takeScope();
    expect(await scope()).toMatchObject({ status: "fresh", included_count: 5 });
  });

  test("follows the table of plans, which an operator edits without anybody being told", async () => {
    const premiumAllows = (skus_max: number | null) =>
      listed.database.db.updateTable("plans").set({ skus_min: 0, skus_max }).where("code_name", "=", "premium").execute();
    onTestFinished(async () => void (await premiumAllows(null)));
    await takeScope();
    await premiumAllows(2);
    expect(await scope()).toMatchObject({ status: "refreshing", excluded_count: 0 });
    await takeScope();
    expect(await scope()).toMatchObject({
      status: "fresh",
      included_count: 2,
      reasons: [{ reason: "Plan allowance (2) reached", count: 3 }],
    });
    await ask(regenerateFeed, { path: { id: String(feedId) } });
    await premiumAllows(4);
    await takeRun();
    expect(await scope()).toMatchObject({ status: "fresh", included_count: 4 });
    await premiumAllows(3);
    expect(await scope()).toMatchObject({ status: "refreshing", included_count: 4 });
  });

  test("with more reasons than are told apart has the rest as its last entry, whatever a rule calls its reason", async () => {
    const snapshot = await findLiveSnapshot(listed.shop);
    if (snapshot === undefined) throw new Error("there is no snapshot");
    const reasons = { "": 9, "Other reasons": 2, "Too dear": 3 };
    const counts = { included: 1, excluded: 14, total: 15, reasons, rules: { "Too dear": 7 } };
    await upsertScope(listed.shop, { feedId, definitionVersion: 1, extractId: snapshot.extractId, allowance: null, counts });
    expect(await scope()).toMatchObject({
      status: "fresh",
      excluded_count: 14,
      reasons: [
        { reason: "Too dear", count: 3, cause: { stage: "rules", rule_id: "rule_7", setting: null } },
        { reason: "Other reasons", count: 2 },
        { reason: "Other reasons", count: 9, cause: null, rest: true },
      ],
    });
  });

  test("that DuckDB refuses is put off, and the counts there are go on being served", async () => {
    await takeScope();
    await exclude("Too dear", "[D]price >= 4");
    const { warehouse } = listed.real.services;
    const refusing = {
      ...listed.real.services,
      warehouse: {
        ...warehouse,
        of: () => ({ ...warehouse.of(null), session: () => Promise.reject(new WarehouseRefused("no such table")) }),
      },
    };
    const claim = await claimScope(listed.database.db, "test", 20);
    if (claim === undefined) throw new Error("no scope waits");
    await workScope(refusing, listed.shop, claim, new AbortController().signal);
    expect(await claimScope(listed.database.db, "test", 20)).toBeUndefined();
    expect(await scope()).toMatchObject({ status: "refreshing", included_count: 5 });
  });
});
