import { rm } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { listedCatalog, listedStorefront } from "../../../test/harness/listed-storefront.ts";
import { perform } from "../../../test/harness/perform.ts";
import type { TestDatabase } from "../../../test/harness/postgres-template.ts";
import { type RealServices, realServices } from "../../../test/harness/real-platform.ts";
import { jobsDatabase, liveSnapshot, silence, type TestShop, testShop } from "../../../test/harness/shop-fixture.ts";
import { listen, toldEvents, toldNames } from "../../../test/harness/told-events.ts";
import { PlainError } from "../../kernel/errors.ts";
import { type ExtractId, storedId } from "../../kernel/ids.ts";
import { openShop, type ShopDb } from "../../platform/postgres/postgres-port.ts";
import { findLiveSnapshot, SOURCE_FILE } from "../snapshots/index.ts";
import { beginExtract } from "./begin-extract.ts";
import { cancelExtract } from "./cancel-extract.ts";
import { createExtract } from "./create-extract.ts";
import type { ClaimedExtract } from "./extract-claims.ts";
import { keepExtract } from "./keep-extract.ts";
import { mirrorStart } from "./mirror-run.ts";
import { workExtract } from "./work-extract.ts";

const storefront = listedStorefront(listedCatalog(3));
const WHOLE = ["extract.started", "extract.progress", "extract.progress", "extract.progress", "extract.completed", "products.imported"];

let database: TestDatabase;
let real: RealServices;
let made: TestShop;
let shop: ShopDb;
beforeAll(async () => {
  database = await jobsDatabase();
  real = await realServices(storefront);
});
afterAll(async () => {
  await real[Symbol.asyncDispose]();
  await database[Symbol.asyncDispose]();
});
beforeEach(async () => {
  Object.assign(storefront, { catalog: listedCatalog(3), claims: {}, beforeEnd: async () => undefined });
  await database.db.updateTable("extracts").set({ status: "failed" }).where("status", "in", ["pending", "running"]).execute();
  made = await testShop(database.db);
  ({ shop } = made);
  await listen(shop);
});

const source = () => ({ shop, clock: real.services.clock });
const begin = (worker = "worker") => beginExtract(real.services, { db: database.db, worker, silentAfterS: 20, openShop });
const keep = (id: ExtractId, attempt: number, progress: number) => keepExtract(source(), { id, attempt, progress });
const progressTold = async () => (await toldEvents(shop, "extract.progress")).map(({ data }) => data["progress"]);
const ask = async (body: object = {}): Promise<ExtractId> => {
  const { id } = await perform<{ readonly id: string }>(real.services, shop, createExtract, { body });
  return storedId("ext", Number(id.slice("ext_".length)));
};
const work = async (claim: ClaimedExtract | undefined, signal = new AbortController().signal): Promise<void> => {
  if (claim === undefined) throw new Error("no extract waits");
  await workExtract(real.services, shop, claim, { signal, progress: () => undefined });
};
async function extractOnce(): Promise<void> {
  await ask();
  await work(await begin());
}
const imported = async () => (await toldEvents(shop, "products.imported")).at(-1)?.data;

describe("of a full extract is told", () => {
  test("that it started, once, by the claim that starts it", async () => {
    const id = await ask();
    expect(await toldNames(shop)).toEqual([]);
    const claims = await Promise.all(Array.from({ length: 8 }, (_, at) => begin(`worker ${at}`)));
    expect(claims.filter((claim) => claim !== undefined)).toHaveLength(1);
    expect(await toldEvents(shop)).toMatchObject([
      { event: "extract.started", data: { id: `ext_${id}`, type: "full", status: "running" } },
    ]);
    await silence(database.db, "extracts", id);
    expect(await begin("another")).toMatchObject({ id, attempt: 2 });
    expect(await toldNames(shop)).toEqual(["extract.started"]);
  });

  test("nothing by a claim that does not commit, so that the next one tells it", async () => {
    const id = await ask();
    const dying = (): never => {
      throw new Error("the worker died");
    };
    await expect(beginExtract(real.services, { db: database.db, worker: "worker", silentAfterS: 20, openShop: dying })).rejects.toThrow(
      "the worker died",
    );
    expect(await toldNames(shop)).toEqual([]);
    expect(await begin()).toMatchObject({ id, attempt: 1 });
    expect(await toldNames(shop)).toEqual(["extract.started"]);
  });

  test("each step once, over beats, workers and attempts, however many are passed at once", async () => {
    const id = await ask();
    await begin();
    await keep(id, 1, 10);
    expect(await progressTold()).toEqual([]);
    await Promise.all(Array.from({ length: 10 }, () => keep(id, 1, 60)));
    expect(await progressTold()).toEqual([25, 50]);
    await silence(database.db, "extracts", id);
    await begin("another");
    expect(await keep(id, 1, 99)).toBe(false);
    for (const percent of [5, 30, 74, 75, 80, 100]) expect(await keep(id, 2, percent)).toBe(true);
    expect(await progressTold()).toEqual([25, 50, 75]);
  });

  test("how it went to its end, the steps that were not told among it, and what it brought", async () => {
    await extractOnce();
    expect(await toldNames(shop)).toEqual(WHOLE);
    expect(await progressTold()).toEqual([25, 50, 75]);
    const told = await toldEvents(shop);
    expect(told.map(({ data }) => data["status"])).toEqual(["running", "running", "running", "running", "completed", undefined]);
    expect(told.at(-1)?.data).toMatchObject({
      extract: { status: "completed", progress: 100 },
      product_count: 3,
      ...{ added: 3, removed: 0, changed: 0 },
    });
  });

  test("what differs from the snapshot that it takes the place of", async () => {
    await extractOnce();
    await extractOnce();
    expect(await imported()).toMatchObject({ product_count: 3, added: 0, removed: 0, changed: 0 });
    const { products, variants } = listedCatalog(5);
    storefront.catalog = {
      products: products.filter((_, at) => at !== 0).map((product, at) => (at === 0 ? { ...product, vendor: "Another" } : product)),
      variants: variants.filter((_, at) => at !== 0),
    };
    await extractOnce();
    expect(await imported()).toMatchObject({ product_count: 4, added: 2, removed: 1, changed: 1 });
  });

  test("that it completed also where the snapshot before is damaged; what differs is then null", async () => {
    await extractOnce();
    const snapshot = await findLiveSnapshot(shop);
    await rm(path.join(real.folder, "objects", `${snapshot?.prefix}${SOURCE_FILE}`));
    await extractOnce();
    expect(await imported()).toMatchObject({ product_count: 3, added: null, removed: null, changed: null });
  });

  test("that it failed, once, and only when it is not tried again", async () => {
    await ask();
    storefront.beforeEnd = () => Promise.reject(new Error("the connection was reset"));
    await work(await begin());
    expect(await toldNames(shop)).toEqual(["extract.started"]);
    storefront.beforeEnd = () => Promise.reject(new PlainError("access_refused", "The token is no longer good."));
    await work(await begin());
    expect(await toldNames(shop)).toEqual(["extract.started", "extract.failed"]);
    expect((await toldEvents(shop)).at(-1)?.data).toMatchObject({ status: "failed", error_code: "access_refused" });
  });

  test("nothing by a worker that lost its claim", async () => {
    const id = await ask();
    const stale = await begin();
    await silence(database.db, "extracts", id);
    await begin("another");
    await work(stale);
    expect(await toldNames(shop)).toEqual(["extract.started"]);
  });

  test("nothing when it is cancelled", async () => {
    const id = await ask();
    const claim = await begin();
    await perform(real.services, shop, cancelExtract, { path: { id: `ext_${id}` } });
    await work(claim);
    expect(await toldNames(shop)).toEqual(["extract.started"]);
  });
});

describe("of a regenerate is told", () => {
  test("that it started, when a worker takes its run and not before", async () => {
    await liveSnapshot(shop);
    const id = await ask({ type: "regenerate", feed_id: `feed_${made.feedId}` });
    expect(await toldNames(shop)).toEqual([]);
    const run = await database.db.selectFrom("runs").select("id").where("for_extract_id", "=", id).executeTakeFirstOrThrow();
    await mirrorStart({ shop, clock: real.services.clock }, storedId("run", run.id));
    expect(await toldEvents(shop)).toMatchObject([{ event: "extract.started", data: { type: "regenerate", status: "running" } }]);
    await expect(ask({ type: "regenerate", feed_id: `feed_${made.feedId}` })).rejects.toMatchObject({ code: "export_in_progress" });
    expect(await toldNames(shop)).toEqual(["extract.started"]);
  });
});
