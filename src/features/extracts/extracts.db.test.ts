import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { listedCatalog, listedStorefront } from "../../../test/harness/listed-storefront.ts";
import { perform } from "../../../test/harness/perform.ts";
import { listen, toldNames } from "../../../test/harness/told-events.ts";
import type { TestDatabase } from "../../../test/harness/postgres-template.ts";
import { type RealServices, realServices } from "../../../test/harness/real-platform.ts";
import {
  jobsDatabase,
  liveSnapshot,
  silence,
  SOME_OUTPUT,
  type TestShop,
  testShop,
  waitingRun,
} from "../../../test/harness/shop-fixture.ts";
import { type ExtractId, type RunId, storedId } from "../../kernel/ids.ts";
import { entriesOf } from "../../kernel/unsafe.ts";
import { openShop, type ShopDb } from "../../platform/postgres/postgres-port.ts";
import { lockFeed } from "../feeds/index.ts";
import { finishRun } from "../runs/finish-run.ts";
import { regenerateFeed, startRequestedRerun, triggerRun, triggerRunsOfShop } from "../runs/index.ts";
import { claimRun } from "../runs/run-claims.ts";
import { beginAttempt, failRun, findRun, findRunningRun, insertRun } from "../runs/run-queries.ts";
import { cancelExtract } from "./cancel-extract.ts";
import { createExtract } from "./create-extract.ts";
import { claimExtract } from "./extract-claims.ts";
import { EXTRACT, EXTRACT_STATUSES, type ExtractEvent, type ExtractStatus } from "./extract.ts";
import {
  beatExtract,
  completeExtract,
  failExtract,
  findExtract,
  insertExtract,
  lockShop,
  moveLiveSnapshot,
  releaseExtract,
} from "./extract-queries.ts";
import { getExtract } from "./get-extract.ts";
import { mirrorRun, mirrorStart } from "./mirror-run.ts";

const SILENT_AFTER_S = 20;

let database: TestDatabase;
let real: RealServices;
beforeAll(async () => {
  database = await jobsDatabase();
  real = await realServices(listedStorefront(listedCatalog(1)));
});
afterAll(async () => {
  await real[Symbol.asyncDispose]();
  await database[Symbol.asyncDispose]();
});

const create = (shop: ShopDb, body: object = {}) => perform<{ readonly id: string }>(real.services, shop, createExtract, { body });
const cancel = (shop: ShopDb, id: number) =>
  perform<{ readonly status: string }>(real.services, shop, cancelExtract, { path: { id: `ext_${id}` } });
const shown = (shop: ShopDb, id: ExtractId) => perform<object>(real.services, shop, getExtract, { path: { id: `ext_${id}` } });
const statusOf = async (shop: ShopDb, id: ExtractId) => (await findExtract(shop, id))?.status;
const numberOf = (name: string): ExtractId => storedId("ext", Number(name.replace("ext_", "")));

/** No extract of an earlier test waits to be claimed. */
async function nobodyWaits(): Promise<void> {
  await database.db.updateTable("extracts").set({ status: "failed" }).where("status", "in", ["pending", "running"]).execute();
  await database.db.updateTable("runs").set({ status: "failed" }).where("status", "=", "running").execute();
}

const complete = (shop: ShopDb, id: ExtractId, attempt: number) =>
  completeExtract(shop, { id, attempt, prefix: "shops/1/extracts/1/1/", snapshot: {}, csvBytes: 1, productCount: 1, warnings: [] });

async function extractIn(shop: ShopDb, status: ExtractStatus): Promise<ExtractId> {
  const { id } = await insertExtract(shop, { type: "full" });
  await database.db.updateTable("extracts").set({ status }).where("id", "=", id).execute();
  return storedId("ext", id);
}

describe("the lifecycle of an extract", () => {
  /** What carries each event out. */
  const events: Readonly<Record<ExtractEvent, (shop: ShopDb, id: ExtractId) => Promise<unknown>>> = {
    start: () => claimExtract(database.db, "worker", SILENT_AFTER_S),
    done: (shop, id) => complete(shop, id, 0),
    error: (shop, id) => failExtract(shop, { id, attempt: 0, code: "broken", details: "It broke." }),
    cancel: (shop, id) => cancel(shop, id).catch((error: unknown) => error),
  };
  const cells = EXTRACT_STATUSES.flatMap((status) => entriesOf(EXTRACT[status]).map(([event, next]) => [status, event, next] as const));

  test.each(cells)("%s, %s: %s", async (status, event, next) => {
    await nobodyWaits();
    const { shop } = await testShop(database.db);
    const id = await extractIn(shop, status);
    await events[event](shop, id);
    expect(await statusOf(shop, id)).toBe(next ?? status);
  });

  test("cancelling what is cancelled is granted again; what has ended is refused by name", async () => {
    const { shop } = await testShop(database.db);
    const id = await extractIn(shop, "pending");
    expect([(await cancel(shop, id)).status, (await cancel(shop, id)).status]).toEqual(["cancelled", "cancelled"]);
    const ended = await extractIn(shop, "completed");
    await expect(cancel(shop, ended)).rejects.toMatchObject({
      code: "invalid_param",
      message: expect.stringContaining(`ext_${ended} is already completed`),
    });
  });
});

describe("an extract that is asked for", () => {
  test("is the only one of its shop, however many ask at one moment", async () => {
    const { shop } = await testShop(database.db);
    const asked = await Promise.allSettled(Array.from({ length: 20 }, () => create(shop)));
    const refused = asked.filter((answer) => answer.status === "rejected").map(({ reason }) => reason);
    expect(asked.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(refused.map(({ code }) => code)).toEqual(Array.from({ length: 19 }, () => "export_in_progress"));
    const { rows } = await sql`select 1 from extracts where shop_id = ${shop.shopId}`.execute(database.db);
    expect(rows).toHaveLength(1);
  });

  test("does not stand in the way of another shop", async () => {
    const [one, other] = [await testShop(database.db), await testShop(database.db)];
    await create(one.shop);
    expect((await create(other.shop)).id).toMatch(/^ext_/);
  });

  test("for a feed is refused at the feed before it is refused for an extract in progress", async () => {
    const { shop, feedId } = await testShop(database.db);
    await create(shop);
    const regenerate = (feed: object) => create(shop, { type: "regenerate", ...feed });
    for (const type of ["full", undefined])
      await expect(create(shop, { type, feed_id: `feed_${feedId}` })).rejects.toMatchObject({ code: "invalid_param", param: "/feed_id" });
    await expect(regenerate({})).rejects.toMatchObject({ code: "missing_param", param: "/feed_id", details: [{ param: "/feed_id" }] });
    await expect(regenerate({ feed_id: "feed_999999" })).rejects.toMatchObject({ code: "resource_not_found" });
    await expect(regenerate({ feed_id: `feed_${feedId}` })).rejects.toMatchObject({ code: "export_in_progress" });
  });

  test("commits with its job, and a refused one leaves neither", async () => {
    const { shop, feedId } = await testShop(database.db);
    const { id } = await create(shop);
    const key = `extract.look:${numberOf(id)}`;
    const jobs = async () => (await database.pool.query("select key from graphile_worker.jobs where key like $1", [`${key}%`])).rows;
    expect(await jobs()).toHaveLength(1);
    const stranger = await testShop(database.db);
    await expect(create(stranger.shop, { type: "regenerate", feed_id: `feed_${stranger.feedId}` })).rejects.toMatchObject({
      code: "no_source_extract",
    });
    await expect(create(stranger.shop, { type: "regenerate", feed_id: `feed_${feedId}` })).rejects.toMatchObject({
      code: "resource_not_found",
    });
    const { rows } = await sql`select 1 from extracts where shop_id = ${stranger.shop.shopId}`.execute(database.db);
    expect(rows).toEqual([]);
  });
});

describe("claims of extracts", () => {
  test("twenty claimers never take one extract twice", async () => {
    await nobodyWaits();
    const shops = await Promise.all(Array.from({ length: 8 }, () => testShop(database.db)));
    for (const { shop } of shops) await insertExtract(shop, { type: "full" });
    const claims = await Promise.all(Array.from({ length: 20 }, (_, at) => claimExtract(database.db, `worker ${at}`, SILENT_AFTER_S)));
    const ids = claims.filter((claim) => claim !== undefined).map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toHaveLength(8);
  });

  test("an attempt that was overtaken can do nothing any more", async () => {
    await nobodyWaits();
    const { shop } = await testShop(database.db);
    const id = storedId("ext", (await insertExtract(shop, { type: "full" })).id);
    const stale = await claimExtract(database.db, "one", SILENT_AFTER_S);
    expect(await claimExtract(database.db, "two", SILENT_AFTER_S)).toBeUndefined();
    await silence(database.db, "extracts", id);
    const fresh = await claimExtract(database.db, "two", SILENT_AFTER_S);
    expect([stale?.attempt, fresh?.attempt]).toEqual([1, 2]);
    expect(await beatExtract(shop, { id, attempt: 1, progress: 99 })).toBeUndefined();
    expect(await complete(shop, id, 1)).toBeUndefined();
    await failExtract(shop, { id, attempt: 1, code: "broken", details: "" });
    await releaseExtract(shop, id, 1);
    expect(await findExtract(shop, id)).toMatchObject({ status: "running", progress: 0, attempt: 2, beat_at: expect.any(Date) });
    expect((await complete(shop, id, 2))?.status).toBe("completed");
  });

  test("progress never goes back, what the extract waits for is shown until it no longer does, and a beat tells that it was cancelled", async () => {
    await nobodyWaits();
    const { shop } = await testShop(database.db);
    const id = numberOf((await create(shop)).id);
    await claimExtract(database.db, "worker", SILENT_AFTER_S);
    await beatExtract(shop, { id, attempt: 1, progress: 40 });
    await beatExtract(shop, { id, attempt: 1, progress: 10, waiting: "Shopify isn't answering." });
    expect(await shown(shop, id)).toMatchObject({ progress: 40, waiting: "Shopify isn't answering." });
    await beatExtract(shop, { id, attempt: 1, progress: 10 });
    expect(await shown(shop, id)).toMatchObject({ progress: 40, waiting: null });
    await cancel(shop, id);
    expect(await beatExtract(shop, { id, attempt: 1, progress: 50 })).toBeUndefined();
  });
});

describe("a snapshot", () => {
  test("that is older never takes the place of a newer one", async () => {
    const { shop } = await testShop(database.db);
    const older = await extractIn(shop, "completed");
    const newer = await extractIn(shop, "completed");
    expect(await moveLiveSnapshot(shop, newer)).toBe(true);
    expect(await moveLiveSnapshot(shop, older)).toBe(false);
    const row = await database.db.selectFrom("shops").select("live_extract_id").where("id", "=", shop.shopId).executeTakeFirstOrThrow();
    expect(row.live_extract_id).toBe(newer);
  });
});

/** A shop with a snapshot and a regenerate under way, its run claimed. */
async function regenerating(): Promise<TestShop & { readonly extractId: ExtractId; readonly runId: RunId }> {
  await nobodyWaits();
  const made = await testShop(database.db);
  await liveSnapshot(made.shop);
  const extractId = numberOf((await create(made.shop, { type: "regenerate", feed_id: `feed_${made.feedId}` })).id);
  const claim = await claimRun(database.db, "worker", SILENT_AFTER_S);
  const runId = storedId("run", claim?.id ?? 0);
  await mirrorStart({ shop: made.shop, clock: real.services.clock }, runId);
  return { ...made, extractId, runId };
}

const RUN_END = async (shop: ShopDb, run: Parameters<typeof mirrorRun>[1]) => {
  await mirrorRun({ shop, clock: real.services.clock }, run);
  await startRequestedRerun(shop, real.services.queue, storedId("feed", run.feed_id));
};

async function finish({ shop, feedId, runId }: Pick<TestShop, "shop" | "feedId"> & { readonly runId: RunId }): Promise<void> {
  const row = await findRun(shop, feedId, runId);
  if (row === undefined) throw new Error("no such run");
  const produced = {
    prefix: `shops/${shop.shopId}/runs/${runId}/1/`,
    output: SOME_OUTPUT,
    counts: { included: 5, excluded: 2, total: 7, added: 5, removed: 0, changed: 0 },
    reasons: { "Out of stock": 2 },
    reasonRules: {},
    held: [],
    definition: {},
    allowance: null,
    lineage: { total: 7, included: 5, rules: [] },
    tests: null,
    unmatched: [],
    channels: [],
  };
  await finishRun(real.services, shop, { row, produced, end: RUN_END });
}

describe("a regenerate", () => {
  test("is pending until a worker takes its run, and tells once that it started", async () => {
    await nobodyWaits();
    const { shop, feedId } = await testShop(database.db);
    await liveSnapshot(shop);
    await listen(shop);
    const asked = await create(shop, { type: "regenerate", feed_id: `feed_${feedId}` });
    expect(asked).toMatchObject({ status: "pending", started_at: null });
    const claim = await claimRun(database.db, "worker", SILENT_AFTER_S);
    const source = { shop, clock: real.services.clock };
    for (let times = 0; times < 2; times += 1) await mirrorStart(source, storedId("run", claim?.id ?? 0));
    expect(await findExtract(shop, numberOf(asked.id))).toMatchObject({ status: "running", started_at: expect.any(Date) });
    expect(await toldNames(shop)).toEqual(["extract.started"]);
  });

  test("mirrors the completion of its run", async () => {
    const made = await regenerating();
    expect(await findExtract(made.shop, made.extractId)).toMatchObject({ status: "running", type: "regenerate" });
    await finish(made);
    expect(await findExtract(made.shop, made.extractId)).toMatchObject({
      status: "completed",
      progress: 100,
      product_count: 5,
      excluded_count: 2,
      completed_at: expect.any(Date),
    });
  });

  test("mirrors the failure of its run", async () => {
    const made = await regenerating();
    const failed = await failRun(made.shop, { id: made.runId, attempt: 1, code: "deadline", details: "Too long." });
    if (failed !== undefined) await RUN_END(made.shop, failed);
    expect(await findExtract(made.shop, made.extractId)).toMatchObject({
      status: "failed",
      error_code: "deadline",
      error_details: "Too long.",
      failed_at: expect.any(Date),
    });
  });

  test("is no work of the extract claimers", async () => {
    await regenerating();
    expect(await claimExtract(database.db, "worker", SILENT_AFTER_S)).toBeUndefined();
  });

  test("is refused while a run of the feed is running, and leaves nothing behind", async () => {
    const made = await testShop(database.db);
    const snapshot = await liveSnapshotAlone(made.shop);
    const run = await waitingRun(made, snapshot);
    await expect(create(made.shop, { type: "regenerate", feed_id: String(made.feedId) })).rejects.toMatchObject({
      code: "run_in_progress",
      message: expect.stringContaining(`run_${run.id}`),
    });
    expect((await create(made.shop)).id).toMatch(/^ext_/);
  });

  test("that is cancelled ends its run as cancelled, publishes nothing, and starts the run that was asked for meanwhile", async () => {
    const made = await regenerating();
    await database.db.updateTable("feeds").set({ rerun_requested: true }).where("id", "=", made.feedId).execute();
    expect((await cancel(made.shop, made.extractId)).status).toBe("cancelled");
    expect(await findRun(made.shop, made.feedId, made.runId)).toMatchObject({
      status: "failed",
      error_code: "cancelled",
      publication: "none",
    });
    await finish(made);
    expect(
      (await database.db.selectFrom("feeds").select("live_run_id").where("id", "=", made.feedId).executeTakeFirstOrThrow()).live_run_id,
    ).toBeNull();
    expect(await findRunningRun(made.shop, made.feedId)).toMatchObject({ trigger: "settings", for_extract_id: null });
    expect(await statusOf(made.shop, made.extractId)).toBe("cancelled");
  });
});

async function liveSnapshotAlone(shop: ShopDb): Promise<ExtractId> {
  await nobodyWaits();
  return liveSnapshot(shop);
}

describe("an automatic trigger", () => {
  test("during a run asks for one more, and the run's end starts exactly that", async () => {
    const made = await testShop(database.db);
    const snapshot = await liveSnapshotAlone(made.shop);
    const run = await waitingRun(made, snapshot);
    await claimRun(database.db, "worker", SILENT_AFTER_S);
    const newer = await liveSnapshot(made.shop);
    for (let times = 0; times < 3; times += 1)
      await triggerRunsOfShop(made.shop, real.services.queue, { extractId: newer, trigger: "extract" });
    expect((await findRunningRun(made.shop, made.feedId))?.id).toBe(run.id);
    await finish({ ...made, runId: storedId("run", run.id) });
    const next = await findRunningRun(made.shop, made.feedId);
    expect(next).toMatchObject({ extract_id: newer, trigger: "extract", attempt: 0 });
    await claimRun(database.db, "worker", SILENT_AFTER_S);
    await finish({ ...made, runId: storedId("run", next?.id ?? 0) });
    expect(await findRunningRun(made.shop, made.feedId)).toBeUndefined();
  });

  test("during a run is told by the run it starts: a schedule's extract, or a change of the feed", async () => {
    const made = await testShop(database.db);
    const run = await waitingRun(made, await liveSnapshotAlone(made.shop));
    await claimRun(database.db, "worker", SILENT_AFTER_S);
    const newer = await liveSnapshot(made.shop);
    await database.db.updateTable("extracts").set({ scheduled_for: new Date() }).where("id", "=", newer).execute();
    await triggerRunsOfShop(made.shop, real.services.queue, { extractId: newer, trigger: "schedule" });
    await finish({ ...made, runId: storedId("run", run.id) });
    const next = await findRunningRun(made.shop, made.feedId);
    expect(next).toMatchObject({ extract_id: newer, trigger: "schedule" });
    await claimRun(database.db, "worker", SILENT_AFTER_S);
    await triggerRun(made.shop, real.services.queue, { feed: made.feed, extractId: newer, trigger: "settings" });
    await finish({ ...made, runId: storedId("run", next?.id ?? 0) });
    expect(await findRunningRun(made.shop, made.feedId)).toMatchObject({ extract_id: newer, trigger: "settings" });
  });

  test("that reads what a user's regenerate would is the answer to it; any other run is refused by name", async () => {
    const made = await testShop(database.db);
    const snapshot = await liveSnapshotAlone(made.shop);
    const ask = () => perform<{ readonly id: string }>(real.services, made.shop, regenerateFeed, { path: { id: String(made.feedId) } });
    const setVersion = (version: number) =>
      database.db.updateTable("feeds").set({ definition_version: version }).where("id", "=", made.feedId).execute();
    await triggerRun(made.shop, real.services.queue, { feed: made.feed, extractId: snapshot, trigger: "settings" });
    const run = await findRunningRun(made.shop, made.feedId);
    const id = `run_${run?.id}`;
    const refusal = { code: "run_in_progress", message: expect.stringContaining(id) };
    expect(await ask()).toMatchObject({ id, trigger: "settings", status: "running" });
    // No worker has begun it, so it will read what the feed has become meanwhile.
    await setVersion(made.feed.definition_version + 1);
    expect(await ask()).toMatchObject({ id });
    await expect(create(made.shop, { type: "regenerate", feed_id: String(made.feedId) })).rejects.toMatchObject(refusal);
    await claimRun(database.db, "worker", SILENT_AFTER_S);
    await expect(ask()).rejects.toMatchObject(refusal);
    // As the worker that has read the feed notes it.
    await beginAttempt(made.shop, { id: storedId("run", run?.id ?? 0), attempt: 1, definitionVersion: made.feed.definition_version + 1 });
    expect(await ask()).toMatchObject({ id });
    await liveSnapshot(made.shop);
    await expect(ask()).rejects.toMatchObject(refusal);
  });

  test("leaves inactive feeds alone", async () => {
    const made = await testShop(database.db);
    const snapshot = await liveSnapshotAlone(made.shop);
    await database.db.updateTable("feeds").set({ active: false }).where("id", "=", made.feedId).execute();
    await triggerRunsOfShop(made.shop, real.services.queue, { extractId: snapshot, trigger: "extract" });
    expect(await findRunningRun(made.shop, made.feedId)).toBeUndefined();
  });
});

describe("locks", () => {
  test("a run may start while an extract of its shop is being asked for: neither waits for the other", async () => {
    const made = await testShop(database.db);
    const snapshot = await liveSnapshotAlone(made.shop);
    const asking = await database.db.startTransaction().execute();
    const starting = await database.db.startTransaction().execute();
    try {
      await lockShop(openShop(asking, made.shop.shopId));
      await lockFeed(openShop(starting, made.shop.shopId), made.feedId);
      await sql`set local lock_timeout = '2s'`.execute(starting);
      const run = { feedId: made.feedId, extractId: snapshot, forExtractId: null, trigger: "regenerate", definitionVersion: 1 } as const;
      await expect(insertRun(openShop(starting, made.shop.shopId), run)).resolves.toMatchObject({ status: "running" });
    } finally {
      await starting.rollback().execute();
      await asking.rollback().execute();
    }
  });

  test("cancelling a regenerate at the moment its run ends: one of the two wins, and both agree", async () => {
    for (let round = 0; round < 10; round += 1) {
      const made = await regenerating();
      const [, cancelled] = await Promise.all([finish(made), cancel(made.shop, made.extractId).catch((error: unknown) => error)]);
      const status = await statusOf(made.shop, made.extractId);
      const run = await findRun(made.shop, made.feedId, made.runId);
      expect(cancelled).toMatchObject(status === "cancelled" ? { status } : { code: "invalid_param" });
      expect([status, run?.status]).toEqual(status === "cancelled" ? ["cancelled", "failed"] : ["completed", "completed"]);
    }
  });

  test("twenty who ask for a run at one moment get one", async () => {
    const made = await testShop(database.db);
    await liveSnapshotAlone(made.shop);
    const ask = () => perform(real.services, made.shop, regenerateFeed, { path: { id: String(made.feedId) } });
    const asked = await Promise.allSettled(Array.from({ length: 20 }, ask));
    const refused = asked.filter((answer) => answer.status === "rejected").map(({ reason }) => reason);
    expect(refused.map(({ code }) => code)).toEqual(Array.from({ length: 19 }, () => "run_in_progress"));
  });
});
