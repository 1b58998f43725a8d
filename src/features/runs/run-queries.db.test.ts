import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  jobsDatabase,
  liveSnapshot,
  secondFeed,
  silence,
  SOME_OUTPUT,
  type TestShop,
  testShop,
  waitingRun,
} from "../../../test/harness/shop-fixture.ts";
import type { TestDatabase } from "../../../test/harness/postgres-template.ts";
import { type ExtractId, type RunId, storedId } from "../../kernel/ids.ts";
import { openConnections } from "../../platform/postgres/connection-pool.ts";
import { makeLogger } from "../../platform/telemetry/make-logger.ts";
import { findPublicFile } from "../feeds/index.ts";
import { beatRun, claimRun, type ClaimedRun, releaseRun } from "./run-claims.ts";
import { completeRun, failRun, findRun, findRunBefore, publishRun } from "./run-queries.ts";
import type { HeldReason } from "./run.ts";

const SILENT_AFTER_S = 20;
const COUNTS = { included: 1, excluded: 0, total: 1, added: 1, removed: 0, changed: 0 };
const HELD: readonly HeldReason[] = [{ code: "empty", message: "The file would have no products.", details: { before: 1, after: 0 } }];

let database: TestDatabase;
beforeAll(async () => {
  database = await jobsDatabase();
});
afterAll(() => database[Symbol.asyncDispose]());

/** Claims whatever waits and forgets it, so that a test sees its own runs alone. */
async function nobodyWaits(): Promise<void> {
  await database.db.updateTable("runs").set({ status: "failed" }).where("status", "=", "running").execute();
}

async function shopWithSnapshot(): Promise<TestShop & { readonly extractId: ExtractId }> {
  const made = await testShop(database.db);
  return { ...made, extractId: await liveSnapshot(made.shop) };
}

async function claimOrThrow(): Promise<ClaimedRun> {
  const claim = await claimRun(database.db, "worker", SILENT_AFTER_S);
  if (claim === undefined) throw new Error("nothing was waiting");
  return claim;
}

function complete({ shop }: TestShop, claim: ClaimedRun, held: readonly HeldReason[] = []) {
  const prefix = `shops/${shop.shopId}/runs/${claim.id}/${claim.attempt}/`;
  const id = storedId("run", claim.id);
  return completeRun(shop, { id, attempt: claim.attempt, prefix, output: SOME_OUTPUT, counts: COUNTS, held, definition: {} });
}

/** A run that has ended, published unless the guard held it. */
async function endedRun(made: TestShop & { readonly extractId: ExtractId }, held: readonly HeldReason[] = []): Promise<RunId> {
  await nobodyWaits();
  const run = await waitingRun(made, made.extractId);
  await complete(made, await claimOrThrow(), held);
  const id = storedId("run", run.id);
  if (held.length === 0) await publishRun(made.shop, { id, feedId: made.feedId, onlyForward: true });
  return id;
}

const publicationOf = async ({ shop, feedId }: TestShop, id: RunId) => (await findRun(shop, feedId, id))?.publication;
const liveRunOf = async ({ feed }: TestShop) =>
  (await database.db.selectFrom("feeds").select("live_run_id").where("id", "=", feed.id).executeTakeFirstOrThrow()).live_run_id;

describe("claims of runs", () => {
  test("go to the shop with the fewest working runs, then to the oldest", async () => {
    await nobodyWaits();
    const busy = await shopWithSnapshot();
    const idle = await shopWithSnapshot();
    const another = storedId("feed", (await secondFeed(busy.shop, "outlet")).id);
    const first = await waitingRun(busy, busy.extractId);
    const second = await waitingRun({ shop: busy.shop, feedId: another }, busy.extractId);
    const third = await waitingRun(idle, idle.extractId);
    const order = [(await claimOrThrow()).id, (await claimOrThrow()).id, (await claimOrThrow()).id];
    expect(order).toEqual([first.id, third.id, second.id]);
  });

  test("a feed has one running run; the database refuses a second", async () => {
    await nobodyWaits();
    const made = await shopWithSnapshot();
    await waitingRun(made, made.extractId);
    await expect(waitingRun(made, made.extractId)).rejects.toMatchObject({ code: "23505", constraint: "runs_running" });
  });

  test("are refused while the claim is renewed, and given with a higher attempt once it is silent", async () => {
    await nobodyWaits();
    const made = await shopWithSnapshot();
    const run = await waitingRun(made, made.extractId);
    const first = await claimOrThrow();
    expect(await claimRun(database.db, "worker", SILENT_AFTER_S)).toBeUndefined();
    await silence(database.db, "runs", run.id);
    expect(await claimOrThrow()).toEqual({ id: run.id, shop_id: made.shop.shopId, attempt: first.attempt + 1, tries: 2, room_waits: 0 });
  });

  test("given back, they are taken at once", async () => {
    await nobodyWaits();
    const made = await shopWithSnapshot();
    const run = await waitingRun(made, made.extractId);
    const first = await claimOrThrow();
    await releaseRun(made.shop, storedId("run", run.id), first.attempt);
    expect((await claimOrThrow()).attempt).toBe(first.attempt + 1);
  });

  test("given back by workers that stop, they count as no tries", async () => {
    await nobodyWaits();
    const made = await shopWithSnapshot();
    const run = await waitingRun(made, made.extractId);
    for (const attempt of [1, 2, 3]) {
      expect(await claimOrThrow()).toMatchObject({ id: run.id, attempt, tries: 1 });
      await releaseRun(made.shop, storedId("run", run.id), attempt, "stopping");
    }
  });

  test("given back to wait for room, they say why, are left alone meanwhile, and forget it when they are taken again", async () => {
    await nobodyWaits();
    const made = await shopWithSnapshot();
    const run = await waitingRun(made, made.extractId);
    const id = storedId("run", run.id);
    const first = await claimOrThrow();
    await releaseRun(made.shop, id, first.attempt, { code: "storage_full", details: "The disk is full.", waitS: 40 });
    expect(await findRun(made.shop, made.feedId, id)).toMatchObject({ status: "running", error_code: "storage_full" });
    expect(await claimRun(database.db, "worker", SILENT_AFTER_S)).toBeUndefined();
    await silence(database.db, "runs", run.id);
    // The wait counts as no try.
    expect(await claimOrThrow()).toMatchObject({ id: run.id, attempt: 2, tries: 1, room_waits: 1 });
    expect(await findRun(made.shop, made.feedId, id)).toMatchObject({ error_code: null, error_details: null });
  });

  test("eight claimers of two processes never take one run twice, and shops have as many as each other", async () => {
    await nobodyWaits();
    const shops = await Promise.all(Array.from({ length: 4 }, shopWithSnapshotInTurn()));
    for (const made of shops) {
      const feeds = [
        made.feedId,
        storedId("feed", (await secondFeed(made.shop, "a")).id),
        storedId("feed", (await secondFeed(made.shop, "b")).id),
      ];
      for (const feedId of feeds) await waitingRun({ shop: made.shop, feedId }, made.extractId);
    }
    await using log = makeLogger({ level: "error" });
    await using other = openConnections(database.connectionString, log, 6);
    const claims = await Promise.all(
      Array.from({ length: 8 }, (_, at) => claimRun(at % 2 === 0 ? database.db : other.db, `worker ${at}`, SILENT_AFTER_S)),
    );
    const taken = claims.filter((claim) => claim !== undefined);
    expect(new Set(taken.map(({ id }) => id)).size).toBe(taken.length);
    const perShop = Object.values(Object.groupBy(taken, ({ shop_id: shopId }) => String(shopId))).map((runs) => runs?.length);
    expect(perShop).toEqual([2, 2, 2, 2]);
  });

  test("of a shop with many of them wait for those of others, also where one works at a time", async () => {
    await nobodyWaits();
    const [flooding, stranger] = [await shopWithSnapshot(), await shopWithSnapshot()];
    for (const slug of ["a", "b", "c"]) {
      const feedId = storedId("feed", (await secondFeed(flooding.shop, slug)).id);
      await waitingRun({ shop: flooding.shop, feedId }, flooding.extractId);
    }
    for (const slug of ["a", "b"]) {
      const feedId = storedId("feed", (await secondFeed(stranger.shop, slug)).id);
      await waitingRun({ shop: stranger.shop, feedId }, stranger.extractId);
    }
    const served: number[] = [];
    for (let turn = 0; turn < 5; turn += 1) {
      const claim = await claimOrThrow();
      served.push(claim.shop_id);
      await complete(claim.shop_id === flooding.shop.shopId ? flooding : stranger, claim);
    }
    const [F, S] = [flooding.shop.shopId, stranger.shop.shopId];
    expect(served).toEqual([F, S, F, S, F]);
  });

  test("of a barred shop are left alone, those of others are not", async () => {
    await nobodyWaits();
    const [barred, other] = [await shopWithSnapshot(), await shopWithSnapshot()];
    await waitingRun(barred, barred.extractId);
    await waitingRun(other, other.extractId);
    const claim = () => claimRun(database.db, "worker", SILENT_AFTER_S, [barred.shop.shopId]);
    expect(await claim()).toMatchObject({ shop_id: other.shop.shopId });
    expect(await claim()).toBeUndefined();
    expect(await claimRun(database.db, "worker", SILENT_AFTER_S)).toMatchObject({ shop_id: barred.shop.shopId });
  });
});

/** Snapshots are made one after another: the fixture claims the extract it has just made. */
function shopWithSnapshotInTurn() {
  let last: Promise<unknown> = Promise.resolve();
  return () => {
    const next = last.then(shopWithSnapshot);
    last = next;
    return next;
  };
}

describe("an attempt that has lost its claim", () => {
  async function overtaken() {
    await nobodyWaits();
    const made = await shopWithSnapshot();
    const run = await waitingRun(made, made.extractId);
    const stale = await claimOrThrow();
    await silence(database.db, "runs", run.id);
    const fresh = await claimOrThrow();
    return { made, id: storedId("run", run.id), stale, fresh };
  }

  test("cannot renew it", async () => {
    const { made, id, stale, fresh } = await overtaken();
    expect(await beatRun(made.shop, id, stale.attempt)).toBe(false);
    expect(await beatRun(made.shop, id, fresh.attempt)).toBe(true);
  });

  test("cannot complete the run", async () => {
    const { made, id, stale, fresh } = await overtaken();
    expect(await complete(made, stale)).toBeUndefined();
    expect((await findRun(made.shop, made.feedId, id))?.status).toBe("running");
    expect((await complete(made, fresh))?.output_prefix).toContain(`/${fresh.attempt}/`);
    expect(await complete(made, fresh)).toBeUndefined();
  });

  test("cannot fail the run", async () => {
    const { made, id, stale } = await overtaken();
    expect(await failRun(made.shop, { id, attempt: stale.attempt, code: "internal_error", details: "" })).toBeUndefined();
    expect((await findRun(made.shop, made.feedId, id))?.status).toBe("running");
  });

  test("cannot give the claim of its successor back", async () => {
    const { made, id, stale } = await overtaken();
    await releaseRun(made.shop, id, stale.attempt);
    expect((await findRun(made.shop, made.feedId, id))?.beat_at).not.toBeNull();
    expect(await claimRun(database.db, "worker", SILENT_AFTER_S)).toBeUndefined();
  });
});

describe("publishing", () => {
  test("by the pipeline only goes forward", async () => {
    const made = await shopWithSnapshot();
    const older = await endedRun(made);
    const newer = await endedRun(made);
    expect(await publishRun(made.shop, { id: older, feedId: made.feedId, onlyForward: true })).toBe(false);
    expect(await liveRunOf(made)).toBe(newer);
    expect(await publicationOf(made, older)).toBe("superseded");
    expect(await publicationOf(made, newer)).toBe("live");
  });

  test("by a person goes back, and the next run goes forward again", async () => {
    const made = await shopWithSnapshot();
    const older = await endedRun(made);
    const newer = await endedRun(made);
    expect(await publishRun(made.shop, { id: older, feedId: made.feedId, onlyForward: false })).toBe(true);
    expect([await liveRunOf(made), await publicationOf(made, older), await publicationOf(made, newer)]).toEqual([
      older,
      "live",
      "superseded",
    ]);
    const next = await endedRun(made);
    expect([await liveRunOf(made), await publicationOf(made, older), await publicationOf(made, next)]).toEqual([
      next,
      "superseded",
      "live",
    ]);
  });

  test("a newer live run supersedes a held one, and an older one leaves it held", async () => {
    const made = await shopWithSnapshot();
    const older = await endedRun(made);
    const held = await endedRun(made, HELD);
    expect([await liveRunOf(made), await publicationOf(made, held)]).toEqual([older, "held"]);
    await publishRun(made.shop, { id: older, feedId: made.feedId, onlyForward: false });
    expect(await publicationOf(made, held)).toBe("held");
    await endedRun(made);
    expect(await publicationOf(made, held)).toBe("superseded");
  });

  test("the public file follows the live run at once", async () => {
    const made = await shopWithSnapshot();
    const older = await endedRun(made);
    const newer = await endedRun(made);
    const keyNow = async () => {
      const file = await findPublicFile(database.db, made.token, "gmcfeed.txt");
      return typeof file === "object" ? file.key : file;
    };
    expect(await keyNow()).toBe(`shops/${made.shop.shopId}/runs/${newer}/1/gmcfeed.txt`);
    await publishRun(made.shop, { id: older, feedId: made.feedId, onlyForward: false });
    expect(await keyNow()).toBe(`shops/${made.shop.shopId}/runs/${older}/1/gmcfeed.txt`);
  });

  test("never points a feed at a run of another feed", async () => {
    const made = await shopWithSnapshot();
    const stranger = await shopWithSnapshot();
    const sibling = storedId("feed", (await secondFeed(made.shop, "sibling")).id);
    const live = await endedRun(made);
    const foreign = await endedRun(stranger);
    expect(await publishRun(made.shop, { id: foreign, feedId: made.feedId, onlyForward: false })).toBe(false);
    expect(await publishRun(made.shop, { id: live, feedId: sibling, onlyForward: false })).toBe(false);
    expect(await liveRunOf(made)).toBe(live);
    const feed = await database.db.selectFrom("feeds").select("live_run_id").where("id", "=", sibling).executeTakeFirstOrThrow();
    expect(feed.live_run_id).toBeNull();
  });
});

describe("the run a difference is told against", () => {
  test("is the newest earlier one whose files are kept", async () => {
    const made = await shopWithSnapshot();
    const [first, second, third] = [await endedRun(made), await endedRun(made), await endedRun(made)];
    expect((await findRunBefore(made.shop, made.feedId, third))?.id).toBe(second);
    await database.db
      .updateTable("runs")
      .set({ expired_at: sql<Date>`now()` })
      .where("id", "=", second)
      .execute();
    expect((await findRunBefore(made.shop, made.feedId, third))?.id).toBe(first);
    expect(await findRunBefore(made.shop, made.feedId, first)).toBeUndefined();
  });
});
