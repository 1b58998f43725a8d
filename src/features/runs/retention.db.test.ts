import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { setTimeout as sleep } from "node:timers/promises";
import { listedCatalog, listedStorefront } from "../../../test/harness/listed-storefront.ts";
import { perform } from "../../../test/harness/perform.ts";
import type { TestDatabase } from "../../../test/harness/postgres-template.ts";
import { type RealServices, realServices } from "../../../test/harness/real-platform.ts";
import { jobsDatabase, liveSnapshot, SOME_OUTPUT, type TestShop, testShop } from "../../../test/harness/shop-fixture.ts";
import { ORDINARY_RETENTION } from "../../kernel/retention.ts";
import { type ExtractId, storedId } from "../../kernel/ids.ts";
import { openShop } from "../../platform/postgres/postgres-port.ts";
import { lockFeed } from "../feeds/index.ts";
import { removeExpiredRuns } from "./retention.ts";
import { publishRun } from "./publish-run.ts";
import { findRun, listExpiredRuns, listRuns, publishRun as moveLiveRun } from "./run-queries.ts";
import type { Publication, RunTrigger } from "./run.ts";

/** Longer than removing takes where nobody holds a lock. */
const LOOK_AROUND_MS = 300;

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

interface PastRun {
  readonly daysAgo?: number;
  /** Later within its day, so that the order within a day is the order in the list. */
  readonly hour?: number;
  readonly trigger?: RunTrigger;
  readonly publication?: Publication;
}

type ShopWithSnapshot = TestShop & { readonly extractId: ExtractId };

async function shopWithSnapshot(): Promise<ShopWithSnapshot> {
  const made = await testShop(database.db);
  return { ...made, extractId: await liveSnapshot(made.shop) };
}

/** Completed runs, oldest first; answers their ids. */
async function pastRuns({ shop, feedId, extractId }: ShopWithSnapshot, runs: readonly PastRun[]): Promise<readonly number[]> {
  const ids: number[] = [];
  for (const { daysAgo = 0, hour = 0, trigger = "regenerate", publication = "superseded" } of runs) {
    const day = sql<Date>`date_trunc('day', now() at time zone 'UTC') at time zone 'UTC' - make_interval(days => ${daysAgo}) + make_interval(mins => ${hour})`;
    const { id } = await database.db
      .insertInto("runs")
      .values({
        shop_id: shop.shopId,
        feed_id: feedId,
        extract_id: extractId,
        trigger,
        publication,
        status: "completed",
        definition_version: 1,
        held_reasons: "[]",
        completed_at: day,
        output: JSON.stringify(SOME_OUTPUT),
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    await database.db
      .updateTable("runs")
      .set({ output_prefix: prefixOf(shop.shopId, id) })
      .where("id", "=", id)
      .execute();
    ids.push(id);
  }
  return ids;
}

const prefixOf = (shopId: number, id: number): string => `shops/${shopId}/runs/${id}/1/`;
const times = <T>(count: number, make: (at: number) => T): readonly T[] => Array.from({ length: count }, (_, at) => make(at));
const expiredOf = async ({ shop, feedId }: TestShop) => (await listExpiredRuns(shop, feedId, ORDINARY_RETENTION)).map(({ id }) => id);

describe("the runs whose files are kept", () => {
  test("are the last ten", async () => {
    const made = await shopWithSnapshot();
    const ids = await pastRuns(
      made,
      times(25, () => ({ daysAgo: 30 })),
    );
    expect(await expiredOf(made)).toEqual(ids.slice(0, 15));
  });

  test("and the live one, however old it is", async () => {
    const made = await shopWithSnapshot();
    const ids = await pastRuns(
      made,
      times(15, () => ({ daysAgo: 30 })),
    );
    await moveLiveRun(made.shop, { id: storedId("run", ids[1] ?? 0), feedId: made.feedId, onlyForward: false });
    expect(await expiredOf(made)).toEqual([ids[0], ...ids.slice(2, 5)]);
  });

  test("and those a person still has to decide on", async () => {
    const made = await shopWithSnapshot();
    const ids = await pastRuns(made, [{ daysAgo: 40, publication: "held" }, ...times(12, () => ({ daysAgo: 30 }))]);
    expect(await expiredOf(made)).toEqual(ids.slice(1, 3));
  });

  test("and the last of each of the last fourteen days", async () => {
    const made = await shopWithSnapshot();
    const days = times(20, (at) => 20 - at).flatMap((daysAgo) => [
      { daysAgo, hour: 1 },
      { daysAgo, hour: 2 },
    ]);
    const ids = await pastRuns(made, [...days, ...times(10, () => ({ daysAgo: 0 }))]);
    const lastOfDay = ids.slice(0, 40).filter((_, at) => at % 2 === 1);
    const keptDays = lastOfDay.slice(-13);
    expect(await expiredOf(made)).toEqual(ids.slice(0, 40).filter((id) => !keptDays.includes(id)));
  });

  test("deltas neither count among the ten nor are kept by them, except what was live before", async () => {
    const made = await shopWithSnapshot();
    const full = await pastRuns(
      made,
      times(10, () => ({ daysAgo: 30 })),
    );
    const deltas = await pastRuns(
      made,
      times(12, () => ({ daysAgo: 20, trigger: "delta" })),
    );
    const expired = await expiredOf(made);
    expect(expired).toEqual(deltas.slice(0, -1));
    expect(expired).not.toEqual(expect.arrayContaining([full[0]]));
  });

  test("are as many as the settings say", async () => {
    const made = await shopWithSnapshot();
    const ids = await pastRuns(
      made,
      times(8, (at) => ({ daysAgo: 8 - at })),
    );
    const expired = async (kept: { readonly runCount: number; readonly runDays: number }) =>
      (await listExpiredRuns(made.shop, made.feedId, kept)).map(({ id }) => id);
    expect(await expired({ runCount: 2, runDays: 0 })).toEqual(ids.slice(0, 6));
    expect(await expired({ runCount: 2, runDays: 4 })).toEqual(ids.slice(0, 5));
    expect(await expired({ runCount: 2, runDays: 100 })).toEqual([]);
  });

  test("of one feed say nothing about another's", async () => {
    const [made, other] = [await shopWithSnapshot(), await shopWithSnapshot()];
    await pastRuns(
      other,
      times(20, () => ({ daysAgo: 30 })),
    );
    await pastRuns(
      made,
      times(5, () => ({ daysAgo: 30 })),
    );
    expect(await expiredOf(made)).toEqual([]);
    expect(await listExpiredRuns(made.shop, other.feedId, ORDINARY_RETENTION)).toEqual([]);
  });
});

describe("removing old files", () => {
  async function withFiles(made: ShopWithSnapshot, count: number): Promise<readonly number[]> {
    const ids = await pastRuns(
      made,
      times(count, () => ({ daysAgo: 30 })),
    );
    for (const id of ids) {
      const file = join(real.folder, `file-${id}`);
      await writeFile(file, "id\n");
      await real.services.objects.put(`${prefixOf(made.shop.shopId, id)}gmcfeed.txt`, file);
    }
    return ids;
  }
  const hasFile = async (made: TestShop, id: number) =>
    (await real.services.objects.head(`${prefixOf(made.shop.shopId, id)}gmcfeed.txt`)) !== undefined;

  test("takes the files of expired runs, keeps the rows, and says they have no output any more", async () => {
    const made = await shopWithSnapshot();
    const ids = await withFiles(made, 12);
    await removeExpiredRuns(real.services, made.shop, made.feedId);
    expect(await Promise.all(ids.map((id) => hasFile(made, id)))).toEqual(ids.map((_, at) => at >= 2));
    expect((await listRuns(made.shop, made.feedId, { limit: 100, offset: 0 })).total).toBe(12);
    const first = storedId("run", ids[0] ?? 0);
    expect((await findRun(made.shop, made.feedId, first))?.expired_at).toBeInstanceOf(Date);
    const publish = perform(real.services, made.shop, publishRun, { path: { id: String(made.feedId), run_id: String(first) } });
    await expect(publish).rejects.toMatchObject({ code: "invalid_param", message: expect.stringContaining("no longer stored") });
  });

  test("waits for whoever is publishing, and then leaves that run's files alone", async () => {
    const made = await shopWithSnapshot();
    const [first = 0] = await withFiles(made, 11);
    const publishing = await database.db.startTransaction().execute();
    const inside = openShop(publishing, made.shop.shopId);
    await lockFeed(inside, made.feedId);
    const removing = removeExpiredRuns(real.services, made.shop, made.feedId);
    await sleep(LOOK_AROUND_MS);
    expect((await findRun(inside, made.feedId, storedId("run", first)))?.expired_at).toBeNull();
    await moveLiveRun(inside, { id: storedId("run", first), feedId: made.feedId, onlyForward: false });
    await publishing.commit().execute();
    await removing;
    expect(await hasFile(made, first)).toBe(true);
  });

  test("at the moment such a run is published: either it is refused, or its files stay", async () => {
    for (let round = 0; round < 10; round += 1) {
      const made = await shopWithSnapshot();
      const [first = 0] = await withFiles(made, 11);
      const publish = perform(real.services, made.shop, publishRun, { path: { id: String(made.feedId), run_id: String(first) } });
      const [published] = await Promise.allSettled([publish, removeExpiredRuns(real.services, made.shop, made.feedId)]);
      expect(await hasFile(made, first)).toBe(published.status === "fulfilled");
    }
  });
});
