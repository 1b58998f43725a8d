import { writeFile } from "node:fs/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { waitingForLocks } from "../../../test/harness/lock-waits.ts";
import { listedCatalog, listedStorefront } from "../../../test/harness/listed-storefront.ts";
import { perform } from "../../../test/harness/perform.ts";
import type { TestDatabase } from "../../../test/harness/postgres-template.ts";
import { type RealServices, realServices } from "../../../test/harness/real-platform.ts";
import {
  jobsDatabase,
  liveSnapshot,
  secondFeed,
  SOME_OUTPUT,
  type TestShop,
  testShop,
  waitingRun,
} from "../../../test/harness/shop-fixture.ts";
import { listen, toldEvents, toldNames } from "../../../test/harness/told-events.ts";
import { type ExtractId, type FeedId, type RunId, storedId } from "../../kernel/ids.ts";
import { members, parseJson } from "../../kernel/unsafe.ts";
import type { ShopDb } from "../../platform/postgres/postgres-port.ts";
import { cancelExtract, createExtract, lockShop, mirrorRun, mirrorProgress, mirrorStart } from "../extracts/index.ts";
import { lockFeed } from "../feeds/index.ts";
import { finishRun } from "./finish-run.ts";
import { publishRun } from "./publish-run.ts";
import { claimRun } from "./run-claims.ts";
import { findLiveRun, findRun } from "./run-queries.ts";
import type { HeldReason } from "./run.ts";
import { runAnswer } from "./run-shapes.ts";
import { tellStage } from "./tell-progress.ts";
import { workRun } from "./work-run.ts";
import { IN_TIME } from "../../../test/harness/slow-machine.ts";

const HELD: readonly HeldReason[] = [{ code: "empty", message: "No row is left.", details: {} }];
const [ONE, OTHER] = ["a".repeat(64), "b".repeat(64)];

let database: TestDatabase;
let real: RealServices;
let made: TestShop;
let shop: ShopDb;
let extractId: ExtractId;
beforeAll(async () => {
  database = await jobsDatabase();
  real = await realServices(listedStorefront(listedCatalog(1)));
});
afterAll(async () => {
  await real[Symbol.asyncDispose]();
  await database[Symbol.asyncDispose]();
});
beforeEach(async () => {
  await database.db.updateTable("runs").set({ status: "failed" }).where("status", "=", "running").execute();
  made = await testShop(database.db);
  ({ shop } = made);
  await listen(shop);
  extractId = await liveSnapshot(shop);
});

const source = () => ({ shop, clock: real.services.clock });
const nothingMore = async (): Promise<void> => undefined;

/** A run that a worker has, of the given feed. */
async function claimed(feedId: FeedId): Promise<RunId> {
  const { id } = await waitingRun({ shop, feedId }, extractId);
  await database.db.updateTable("runs").set({ attempt: 1, beat_at: new Date() }).where("id", "=", id).execute();
  return storedId("run", id);
}

interface Ending {
  readonly sha256?: string;
  readonly held?: readonly HeldReason[];
  /** Against the live run of that moment; without it, of a run that was compared with another one. */
  readonly counts?: { readonly added: number; readonly removed: number; readonly changed: number };
  readonly attempt?: number;
  readonly end?: typeof nothingMore;
}

async function finish(
  feedId: FeedId,
  id: RunId,
  { sha256 = ONE, held = [], counts, attempt = 1, end = nothingMore }: Ending = {},
): Promise<void> {
  const row = await findRun(shop, feedId, id);
  if (row === undefined) throw new Error("no such run");
  const produced = {
    prefix: `shops/${shop.shopId}/runs/${id}/1/`,
    output: {
      ...SOME_OUTPUT,
      file: { ...SOME_OUTPUT.file, sha256 },
      ...(counts === undefined ? {} : { against: (await findLiveRun(shop, feedId))?.id ?? null }),
    },
    counts: { included: 5, excluded: 2, total: 7, ...(counts ?? { added: 5, removed: 0, changed: 0 }) },
    reasons: {},
    reasonRules: {},
    held,
    definition: {},
    lineage: null,
    tests: null,
    unmatched: [],
    channels: [],
    allowance: null,
  };
  await storeFile(`${produced.prefix}gmcfeed.txt`);
  await finishRun(real.services, shop, { row: { ...row, attempt }, produced, end });
}

/** What the file holds doesn't matter here. */
async function storeFile(key: string): Promise<void> {
  const { objects } = real.services;
  if ((await objects.head(key)) !== undefined) return;
  await using scratch = await objects.scratch();
  await writeFile(scratch.file("feed"), "id\n");
  await objects.put(key, scratch.file("feed"));
}

async function run(ending: Ending = {}, feedId = made.feedId): Promise<RunId> {
  const id = await claimed(feedId);
  await finish(feedId, id, ending);
  return id;
}

const publish = (id: RunId) => perform(real.services, shop, publishRun, { path: { id: String(made.feedId), run_id: String(id) } });
const work = async (end: (...of: Parameters<typeof mirrorRun>) => Promise<void>): Promise<void> => {
  const claim = await claimRun(database.db, "worker", 20);
  if (claim === undefined) throw new Error("no run waits");
  const clock = real.services.clock;
  await mirrorStart(source(), storedId("run", claim.id));
  await workRun(real.services, shop, claim, {
    signal: new AbortController().signal,
    end: (inside, row) => end({ shop: inside, clock }, row),
  });
};

describe("of a feed is told", () => {
  test("that it was created, with the shop's first live run alone, and that it was updated", async () => {
    const first = await run();
    expect(await toldEvents(shop)).toMatchObject([
      { event: "feed.created", data: { id: `feed_${made.feedId}`, product_count: 5, feed_url: expect.stringContaining("https://") } },
      {
        event: "feed.updated",
        data: {
          ...{ id: `feed_${made.feedId}`, run_id: `run_${first}`, product_count: 5 },
          ...{ changed: true, added_count: 5, removed_count: 0, changed_count: 0 },
        },
      },
    ]);
    const other = storedId("feed", (await secondFeed(shop, "second")).id);
    await run({}, other);
    expect(await toldNames(shop)).toEqual(["feed.created", "feed.updated", "feed.updated"]);
  });

  test("that it was created once, where many feeds of a shop have their first run at one moment", async () => {
    const feeds = await Promise.all(
      Array.from({ length: 6 }, async (_, at) => storedId("feed", (await secondFeed(shop, `at-once-${at}`)).id)),
    );
    const runs = await Promise.all(feeds.map(async (feedId) => [feedId, await claimed(feedId)] as const));
    await Promise.all(runs.map(([feedId, id]) => finish(feedId, id)));
    expect(await toldNames(shop, "feed.created")).toHaveLength(1);
    expect(await toldNames(shop, "feed.updated")).toHaveLength(6);
  });

  test("without getting in the way of who locks the shop and then its feeds, as an extract's end does", async () => {
    const id = await claimed(made.feedId);
    const extractEnds = database.db.transaction().execute(async (transaction) => {
      const inside: ShopDb = { ...shop, db: transaction };
      await lockShop(inside);
      const finishing = finish(made.feedId, id);
      await vi.waitFor(async () => expect(await waitingForLocks(database.db)).toBeGreaterThan(0), IN_TIME);
      await lockFeed(inside, made.feedId);
      return { finishing };
    });
    await (
      await extractEnds
    ).finishing;
    expect(await toldNames(shop)).toEqual(["feed.created", "feed.updated"]);
  });

  test("an update by every run that goes live, which says whether the bytes differ and how many rows do", async () => {
    const first = await run();
    const second = await run({ counts: { added: 0, removed: 0, changed: 0 } });
    const third = await run({ sha256: OTHER, counts: { added: 2, removed: 1, changed: 3 } });
    expect((await toldEvents(shop, "feed.updated")).map(({ data }) => data)).toMatchObject([
      { run_id: `run_${first}`, changed: true, added_count: 5, removed_count: 0, changed_count: 0 },
      { run_id: `run_${second}`, changed: false, added_count: 0, removed_count: 0, changed_count: 0 },
      { run_id: `run_${third}`, changed: true, added_count: 2, removed_count: 1, changed_count: 3 },
    ]);
  });

  test("an update when a held run is released, with its counts; nothing while it is held", async () => {
    const first = await run();
    const held = await run({ held: HELD, sha256: OTHER, counts: { added: 4, removed: 5, changed: 0 } });
    expect(await toldNames(shop, "feed.updated")).toHaveLength(1);
    await publish(held);
    expect((await toldEvents(shop, "feed.updated")).map(({ data }) => data)).toMatchObject([
      { run_id: `run_${first}` },
      { run_id: `run_${held}`, changed: true, added_count: 4, removed_count: 5, changed_count: 0 },
    ]);
  });

  test("nothing by a worker that lost its claim, or whose end does not commit", async () => {
    const id = await claimed(made.feedId);
    await finish(made.feedId, id, { attempt: 7 });
    const failing = finish(made.feedId, id, { end: () => Promise.reject(new Error("the database went away")) });
    await expect(failing).rejects.toThrow("the database went away");
    expect(await toldNames(shop)).toEqual([]);
    await finish(made.feedId, id);
    expect(await toldNames(shop)).toEqual(["feed.created", "feed.updated"]);
  });

  test("an update when an older run is gone back to; none when it is the live one already", async () => {
    const first = await run();
    const second = await run();
    await publish(first);
    expect((await toldEvents(shop, "feed.updated")).map(({ data }) => data)).toMatchObject([
      { run_id: `run_${first}` },
      { run_id: `run_${second}` },
      { run_id: `run_${first}`, changed: false, added_count: 0, removed_count: 0, changed_count: 0 },
    ]);
    await publish(first);
    expect(await toldNames(shop, "feed.updated")).toHaveLength(3);
  });

  test("that it was created when the shop's first live run is a held one that is released", async () => {
    const held = await run({ held: HELD });
    expect(await toldEvents(shop)).toMatchObject([
      { event: "run.held", data: { id: `run_${held}`, status: "completed", publication: "held", held_reasons: HELD } },
    ]);
    await publish(held);
    expect(await toldNames(shop)).toEqual(["run.held", "feed.created", "feed.updated"]);
  });

  test("nothing by a publish that is refused", async () => {
    await expect(publish(await claimed(made.feedId))).rejects.toMatchObject({ code: "invalid_param" });
    expect(await toldNames(shop)).toEqual([]);
  });
});

describe("of a run is told", () => {
  test("that it failed, once", async () => {
    await waitingRun(made, extractId);
    await database.db.updateTable("extracts").set({ snapshot_prefix: null }).where("id", "=", extractId).execute();
    await work(nothingMore);
    expect(await toldEvents(shop)).toMatchObject([{ event: "run.failed", data: { status: "failed", error_code: "snapshot_removed" } }]);
  });

  test("that the regenerate it is failed with it", async () => {
    await perform(real.services, shop, createExtract, { body: { type: "regenerate", feed_id: String(made.feedId) } });
    await database.db.updateTable("extracts").set({ snapshot_prefix: null }).where("id", "=", extractId).execute();
    await work(mirrorRun);
    expect(await toldNames(shop)).toEqual(["extract.started", "run.failed", "extract.failed"]);
  });

  test("how far the regenerate it is has come, each step once, and that it completed", async () => {
    await perform(real.services, shop, createExtract, { body: { type: "regenerate", feed_id: String(made.feedId) } });
    const claim = await claimRun(database.db, "worker", 20);
    const id = storedId("run", claim?.id ?? 0);
    const row = await findRun(shop, made.feedId, id);
    if (row === undefined) throw new Error("no such run");
    await Promise.all(Array.from({ length: 5 }, () => mirrorProgress(source(), row, 50)));
    expect((await toldEvents(shop, "extract.progress")).map(({ data }) => data["progress"])).toEqual([25, 50]);
    await finishRun(real.services, shop, {
      row,
      produced: {
        prefix: "shops/1/runs/1/1/",
        output: SOME_OUTPUT,
        counts: { included: 5, excluded: 2, total: 7, added: 5, removed: 0, changed: 0 },
        ...{
          reasons: {},
          reasonRules: {},
          held: [],
          definition: {},
          lineage: null,
          tests: null,
          unmatched: [],
          channels: [],
          allowance: null,
        },
      },
      end: (inside, ended) => mirrorRun({ shop: inside, clock: real.services.clock }, ended),
    });
    expect((await toldEvents(shop, "extract.")).map(({ event, data }) => [event, data["progress"], data["type"]])).toEqual([
      ["extract.started", 0, "regenerate"],
      ["extract.progress", 25, "regenerate"],
      ["extract.progress", 50, "regenerate"],
      ["extract.progress", 75, "regenerate"],
      ["extract.completed", 100, "regenerate"],
    ]);
  });

  test("nothing when the regenerate it is is cancelled before it started", async () => {
    const { id } = await perform<{ readonly id: string }>(real.services, shop, createExtract, {
      body: { type: "regenerate", feed_id: String(made.feedId) },
    });
    await perform(real.services, shop, cancelExtract, { path: { id } });
    expect(await toldNames(shop)).toEqual([]);
  });
});

test("a run that reaches a stage says so to those who watch it, and to no webhook; a stale attempt says nothing", async () => {
  const id = await claimed(made.feedId);
  const found = async () => {
    const row = await findRun(shop, made.feedId, id);
    if (row === undefined) throw new Error("the run is gone");
    return row;
  };
  expect(runAnswer(await found())).toMatchObject({ stage: "waiting", progress: 0 });
  const claimedRun = await found();
  await tellStage(source(), claimedRun, "writing");
  await tellStage(source(), { ...claimedRun, attempt: 2 }, "publishing");
  expect(runAnswer(await found())).toMatchObject({ stage: "writing", progress: 50 });
  expect(runAnswer({ ...(await found()), status: "completed" })).toMatchObject({ stage: null, progress: 100 });
  const told = await database.db.selectFrom("events").selectAll().where("shop_id", "=", shop.shopId).execute();
  expect(told.map(({ name, body }) => [name, members(parseJson(body))["data"]])).toEqual([
    ["run.progress", { object: "run", id: `run_${id}`, feed_id: `feed_${made.feedId}`, status: "running", stage: "writing", progress: 50 }],
  ]);
  expect(await toldNames(shop)).toEqual([]);
});
