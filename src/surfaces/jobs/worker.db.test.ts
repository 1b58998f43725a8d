import { createHash, randomBytes } from "node:crypto";
import { readdir, writeFile } from "node:fs/promises";
import { buffer } from "node:stream/consumers";
import { gunzipSync } from "node:zlib";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { killDuckDbAtWork } from "../../../test/harness/duckdb-at-work.ts";
import { listedCatalog, listedStorefront } from "../../../test/harness/listed-storefront.ts";
import { perform } from "../../../test/harness/perform.ts";
import type { TestDatabase } from "../../../test/harness/postgres-template.ts";
import { type RealServices, realServices } from "../../../test/harness/real-platform.ts";
import { jobsDatabase } from "../../../test/harness/shop-fixture.ts";
import { cancelExtract, claimExtract, createExtract, findExtract, workExtract } from "../../features/extracts/index.ts";
import { findPublicFile } from "../../features/feeds/index.ts";
import { claimRun, findLatestRun, regenerateFeed, workRun } from "../../features/runs/index.ts";
import { findLiveSnapshot } from "../../features/snapshots/index.ts";
import { createRule } from "../../features/rules/index.ts";
import { type InstalledShop, installShop, uninstallShop } from "../../features/shops/index.ts";
import { type ExtractId, storedId } from "../../kernel/ids.ts";
import { openShop, type ShopDb } from "../../platform/postgres/postgres-port.ts";
import { graphileRunner } from "../../platform/jobs/graphile-runner.ts";
import { workerRegistry } from "../../platform/jobs/worker-registry.ts";
import { SILENT_AFTER_S } from "./lease.ts";
import { startWorker } from "./worker.ts";
import { IN_TIME } from "../../../test/harness/slow-machine.ts";

/** Extraction, snapshot, run and publishing as a worker does them: PostgreSQL, DuckDB and the disk are real, the platform is listed. */

const storefront = listedStorefront(listedCatalog(5));

let database: TestDatabase;
let real: RealServices;
let installed: InstalledShop;
let shop: ShopDb;

beforeAll(async () => {
  database = await jobsDatabase();
  real = await realServices(storefront);
});
afterAll(async () => {
  await real[Symbol.asyncDispose]();
  await database[Symbol.asyncDispose]();
});
async function install(): Promise<InstalledShop> {
  const wanted = {
    domain: `shop-${Date.now()}-${Math.random().toString(36).slice(2)}.example`,
    currency: "USD",
    country: "US",
    storefront: "csv",
    storefrontConfig: {},
  } as const;
  return installShop(real.services, database.db, wanted, { openShop, random: randomBytes });
}

beforeEach(async () => {
  Object.assign(storefront, { catalog: listedCatalog(5), claims: {}, beforeEnd: async () => undefined });
  await database.db.updateTable("extracts").set({ status: "failed" }).where("status", "in", ["pending", "running"]).execute();
  await database.db.updateTable("runs").set({ status: "failed" }).where("status", "=", "running").execute();
  installed = await install();
  shop = openShop(database.db, installed.shopId);
});

const worker = (id = "worker", slots = 2) =>
  startWorker({
    id,
    db: database.db,
    reserve: database.reserve,
    runner: graphileRunner(database.pool, real.services.log),
    registry: workerRegistry(database.db),
    services: real.services,
    slots,
  });
const latestRun = () => findLatestRun(shop, installed.feedId);
const latestExtract = async (id: ExtractId = installed.extractId) => findExtract(shop, id);
const publicFile = () => findPublicFile(database.db, installed.feedToken, "gmcfeed.txt");
const scratchFolders = async () =>
  (await readdir(real.folder, { recursive: true })).filter((path) => /[0-9a-f]{12}\.[0-9]+\.[0-9]+\./.test(path));

async function askExtract(): Promise<ExtractId> {
  const { id } = await perform<{ readonly id: string }>(real.services, shop, createExtract, { body: {} });
  return storedId("ext", Number(id.slice("ext_".length)));
}

/** The lines of the file being served, after both of its forms were checked against what the run says of them. */
async function servedLines(): Promise<readonly string[]> {
  const file = await publicFile();
  if (typeof file !== "object" || file.gzip === null) throw new Error("there is no file with both forms");
  const [plain, gzip] = [
    await buffer(await real.services.objects.read(file.key)),
    await buffer(await real.services.objects.read(file.gzip.key)),
  ];
  expect([plain.length, sha256(plain), gzip.length, sha256(gzip)]).toEqual([file.bytes, file.sha256, file.gzip.bytes, file.gzip.sha256]);
  expect(gunzipSync(gzip).equals(plain)).toBe(true);
  return plain.toString("utf8").trimEnd().split("\n");
}

const sha256 = (bytes: Buffer): string => createHash("sha256").update(bytes).digest("hex");

/** Extracts and runs once, by hand, without a worker. */
async function publishOnce(): Promise<void> {
  await takeExtract();
  await takeRun();
}

async function takeExtract(signal = new AbortController().signal): Promise<void> {
  const claim = await claimExtract(database.db, "test", SILENT_AFTER_S);
  if (claim === undefined) throw new Error("no extract waits");
  await workExtract(real.services, shop, claim, { signal, progress: () => undefined });
}

async function takeRun(signal = new AbortController().signal): Promise<void> {
  const claim = await claimRun(database.db, "test", SILENT_AFTER_S);
  if (claim === undefined) throw new Error("no run waits");
  await workRun(real.services, shop, claim, { signal, end: async () => undefined });
}

const killingDuckDb = (work: Promise<void>) => Promise.all([work, killDuckDbAtWork(real.folder)]);

describe("a worker", () => {
  test("removes objects that nothing names any more, once that is certain", async () => {
    const { objects, queue } = real.services;
    await using scratch = await objects.scratch();
    for (const name of ["old", "new"]) {
      await writeFile(scratch.file(name), name);
      await objects.put(`shops/1/lookups/t/${name}/table`, scratch.file(name));
    }
    await using _running = worker();
    await database.db
      .transaction()
      .execute((transaction) => queue.enqueue(transaction, "objects.remove", { prefix: "shops/1/lookups/t/old/" }));
    await vi.waitFor(async () => expect(await objects.head("shops/1/lookups/t/old/table")).toBeUndefined(), IN_TIME);
    expect(await objects.head("shops/1/lookups/t/new/table")).toBeDefined();
  });

  test("says what an extract waits for while the platform doesn't answer", async () => {
    const answered = Promise.withResolvers<void>();
    storefront.beforeEnd = async ({ waiting }) => {
      waiting?.("The platform isn't answering.");
      await answered.promise;
      waiting?.(null);
    };
    await using _running = worker();
    const isWaiting = async () => expect(await latestExtract()).toMatchObject({ waiting: "The platform isn't answering." });
    await vi.waitFor(isWaiting, IN_TIME);
    answered.resolve();
    await vi.waitFor(async () => expect(await latestExtract()).toMatchObject({ status: "completed" }), IN_TIME);
  });

  test("takes a new shop from its catalog to the file that is served", async () => {
    await using _running = worker();
    await vi.waitFor(async () => expect(await publicFile()).toMatchObject({ contentType: expect.any(String) }), IN_TIME);
    const lines = await servedLines();
    expect(lines).toHaveLength(6);
    expect(lines[0]?.split("\t").slice(0, 2)).toEqual(["id", "title"]);
    expect(lines[5]).toContain("Product 5");
    expect(await latestExtract()).toMatchObject({ status: "completed", progress: 100, product_count: 5, csv_bytes: expect.any(Number) });
    expect(await latestRun()).toMatchObject({
      status: "completed",
      publication: "live",
      trigger: "extract",
      included_count: 5,
      added_count: 5,
    });
    await vi.waitFor(async () => expect(await scratchFolders()).toEqual([]), IN_TIME);
  });

  test("works on what is due of other shops while an extract waits for its platform, although it works on one thing at a time", async () => {
    await publishOnce();
    const [reached, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    storefront.beforeEnd = async () => {
      reached.resolve();
      await goOn.promise;
    };
    const other = await install();
    await using _running = worker("worker", 1);
    await reached.promise;
    await perform(real.services, shop, regenerateFeed, { path: { id: String(installed.feedId) } });
    await vi.waitFor(async () => expect(await latestRun()).toMatchObject({ trigger: "regenerate", status: "completed" }), IN_TIME);
    const its = openShop(database.db, other.shopId);
    expect(await findExtract(its, other.extractId)).toMatchObject({ status: "running" });
    goOn.resolve();
    await vi.waitFor(async () => expect(await findLatestRun(its, other.feedId)).toMatchObject({ publication: "live" }), IN_TIME);
  });

  test("leaves the last good file in place when the guard holds a run, and tells why", async () => {
    await publishOnce();
    const before = await publicFile();
    storefront.catalog = listedCatalog(2);
    await askExtract();
    await publishOnce();
    expect(await latestRun()).toMatchObject({
      status: "completed",
      publication: "held",
      held_reasons: [{ code: "row_count_drop" }],
      included_count: 2,
      removed_count: 3,
    });
    expect(await publicFile()).toEqual(before);
  });

  test("is told that an extract was cancelled, and nothing of it becomes live", async () => {
    await publishOnce();
    const [snapshot, file] = [await findLiveSnapshot(shop), await publicFile()];
    const reached = Promise.withResolvers<void>();
    storefront.catalog = listedCatalog(6);
    storefront.beforeEnd = async ({ signal }) => {
      reached.resolve();
      if (!signal.aborted) await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
    };
    const id = await askExtract();
    await using _running = worker();
    await reached.promise;
    await perform(real.services, shop, cancelExtract, { path: { id: String(id) } });
    await vi.waitFor(async () => expect(await scratchFolders()).toEqual([]), IN_TIME);
    expect(await latestExtract(id)).toMatchObject({ status: "cancelled", snapshot_prefix: null });
    expect([await findLiveSnapshot(shop), await publicFile()]).toEqual([snapshot, file]);
  });

  test("finishes its work although every database connection is cut in the middle of it", async () => {
    let cuts = 0;
    storefront.beforeEnd = async () => {
      cuts += 1;
      if (cuts === 1)
        await database.pool.query(
          "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and usename = current_user",
        );
    };
    await using _running = worker();
    await vi.waitFor(async () => expect(await publicFile()).toMatchObject({ contentType: expect.any(String) }), IN_TIME);
    expect(await servedLines()).toHaveLength(6);
  });

  test("that stops gives its work back at once, and the next one completes it", async () => {
    const reached = Promise.withResolvers<void>();
    storefront.beforeEnd = async ({ signal }) => {
      reached.resolve();
      if (!signal.aborted) await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
    };
    const first = worker("first");
    await reached.promise;
    await first[Symbol.asyncDispose]();
    expect(await latestExtract()).toMatchObject({ status: "running", attempt: 1, beat_at: null });
    storefront.beforeEnd = async () => undefined;
    await using _second = worker("second");
    await vi.waitFor(async () => expect(await latestExtract()).toMatchObject({ status: "completed" }), IN_TIME);
  });

  test("tries what failed for no reason of the catalog again, and gives up after five times without telling tales", async () => {
    storefront.beforeEnd = () => Promise.reject(new Error("connect 10.0.0.7:5432 failed"));
    await using _running = worker();
    await vi.waitFor(async () => expect((await latestExtract())?.status).toBe("failed"), IN_TIME);
    const extract = await latestExtract();
    expect(extract).toMatchObject({ attempt: 5, error_code: "internal_error" });
    expect(extract?.error_details).not.toContain("10.0.0.7");
  });
});

describe("an extract", () => {
  test("whose counts disagree fails with what disagrees, and nothing live has changed", async () => {
    await publishOnce();
    const [snapshot, run, file] = [await findLiveSnapshot(shop), await latestRun(), await publicFile()];
    storefront.claims = { variants: 7 };
    const id = await askExtract();
    await takeExtract();
    expect(await latestExtract(id)).toMatchObject({
      status: "failed",
      attempt: 1,
      error_code: "snapshot_disagrees",
      error_details: expect.stringContaining("the storefront counted 7 variants, but the snapshot has 5"),
    });
    expect([await findLiveSnapshot(shop), await latestRun(), await publicFile()]).toEqual([snapshot, run, file]);
    expect(await scratchFolders()).toEqual([]);
  });

  test("with a variant of a product that did not come fails the same way", async () => {
    const { products, variants } = listedCatalog(3);
    storefront.catalog = { products: products.slice(1), variants };
    await takeExtract();
    const lost = expect.stringContaining("3 variants were written, but the snapshot has 2");
    expect(await latestExtract()).toMatchObject({ status: "failed", error_code: "snapshot_disagrees", error_details: lost });
    expect(await findLiveSnapshot(shop)).toBeUndefined();
  });

  test("that was asked for while its shop was being uninstalled ends, and nothing is extracted", async () => {
    await database.db.updateTable("shops").set({ uninstalled_at: new Date() }).where("id", "=", shop.shopId).execute();
    await takeExtract();
    expect(await latestExtract()).toMatchObject({ status: "failed", attempt: 1, error_code: "shop_inactive", snapshot_prefix: null });
  });

  test("whose DuckDB is killed is given back, and done by the next claim below another prefix", async () => {
    await killingDuckDb(takeExtract());
    expect(await latestExtract()).toMatchObject({ status: "running", beat_at: null, attempt: 1, snapshot_prefix: null });
    await takeExtract();
    expect(await latestExtract()).toMatchObject({
      status: "completed",
      attempt: 2,
      snapshot_prefix: `shops/${shop.shopId}/extracts/${installed.extractId}/2/`,
    });
  });

  test("is given back when its worker stops, and the snapshot of the killed attempt is nobody's", async () => {
    const stopping = new AbortController();
    storefront.beforeEnd = async () => stopping.abort();
    await takeExtract(stopping.signal);
    expect(await latestExtract()).toMatchObject({ status: "running", beat_at: null });
    expect(await findLiveSnapshot(shop)).toBeUndefined();
    expect(await scratchFolders()).toEqual([]);
  });
});

describe("a run", () => {
  test("whose DuckDB is killed is given back, and done by the next claim", async () => {
    await takeExtract();
    await killingDuckDb(takeRun());
    expect(await latestRun()).toMatchObject({ status: "running", beat_at: null, attempt: 1, publication: "none" });
    expect(await publicFile()).toBeUndefined();
    await takeRun();
    expect(await latestRun()).toMatchObject({ status: "completed", attempt: 2, publication: "live" });
    expect(await servedLines()).toHaveLength(6);
  });

  test("is given back when its worker stops", async () => {
    await takeExtract();
    await takeRun(AbortSignal.abort());
    expect(await latestRun()).toMatchObject({ status: "running", beat_at: null, attempt: 1 });
    await takeRun();
    expect(await latestRun()).toMatchObject({ status: "completed", attempt: 2 });
  });

  test("that took its workers down five times is given up", async () => {
    await takeExtract();
    await database.db.updateTable("runs").set({ attempt: 5 }).where("shop_id", "=", shop.shopId).execute();
    await takeRun();
    expect(await latestRun()).toMatchObject({
      status: "failed",
      error_code: "worker_lost",
      publication: "none",
      completed_at: expect.any(Date),
    });
  });

  test("that was asked for while its shop was being uninstalled ends, and nothing is published", async () => {
    await takeExtract();
    await database.db.updateTable("shops").set({ uninstalled_at: new Date() }).where("id", "=", shop.shopId).execute();
    await takeRun();
    expect(await latestRun()).toMatchObject({ status: "failed", attempt: 1, error_code: "shop_inactive", publication: "none" });
  });

  test("at work while its shop is uninstalled ends without an effect, as does an extract", async () => {
    await takeExtract();
    const extracting = await askExtract();
    const extract = await claimExtract(database.db, "test", SILENT_AFTER_S);
    const run = await claimRun(database.db, "test", SILENT_AFTER_S);
    await database.db.transaction().execute((transaction) => uninstallShop({ ...shop, db: transaction }));
    const { signal } = new AbortController();
    if (extract === undefined || run === undefined) throw new Error("something did not wait");
    await workExtract(real.services, shop, extract, { signal, progress: () => undefined });
    await workRun(real.services, shop, run, { signal, end: async () => undefined });
    expect(await latestExtract(extracting)).toMatchObject({ status: "cancelled", snapshot_prefix: null });
    expect(await latestRun()).toMatchObject({ status: "failed", error_code: "cancelled", publication: "none", output_prefix: null });
  });

  test("of a definition from before the bound on its parts fails at once with what to do, and is not tried again", async () => {
    await takeExtract();
    const value = `=${Array.from({ length: 900 }, () => "upper([D]title)").join("&")}`;
    const rule = { type: "set_value", target: "brand", value };
    await perform(real.services, shop, createRule, { path: { feed_id: `feed_${installed.feedId}` }, body: { rule } });
    const copied = sql`insert into rules (shop_id, feed_id, position, rule_type, definition)
      select shop_id, feed_id, position + at, rule_type, definition from rules, generate_series(1, 20) at where feed_id = ${installed.feedId}`;
    await copied.execute(database.db);
    await takeRun();
    expect(await latestRun()).toMatchObject({
      status: "failed",
      attempt: 1,
      error_code: "definition_too_large",
      error_details: expect.stringContaining("Remove or shorten some of them"),
      publication: "none",
    });
  });

  test("whose snapshot is no longer kept fails with a sentence that says what to do", async () => {
    await takeExtract();
    await database.db.updateTable("extracts").set({ snapshot_prefix: null }).where("shop_id", "=", shop.shopId).execute();
    await takeRun();
    expect(await latestRun()).toMatchObject({
      status: "failed",
      attempt: 1,
      error_code: "snapshot_removed",
      error_details: expect.stringContaining("Run the feed again"),
    });
  });

  test("of the same snapshot and definition leaves the same bytes, and counts nothing as changed", async () => {
    await publishOnce();
    const first = await publicFile();
    await perform(real.services, shop, regenerateFeed, { path: { id: String(installed.feedId) } });
    await takeRun();
    const second = await publicFile();
    expect(second).not.toEqual(first);
    expect(second).toMatchObject({
      sha256: typeof first === "object" ? first.sha256 : "",
      gzip: { sha256: typeof first === "object" ? first.gzip?.sha256 : "" },
    });
    expect(await latestRun()).toMatchObject({ added_count: 0, removed_count: 0, changed_count: 0 });
  });

  test("of more rows than one thread takes at a time has them in the order of product ids, every time", async () => {
    const { products, variants } = listedCatalog(9_000);
    storefront.catalog = {
      products: products.map((product) => ({ ...product, body_html: "<p>Soft &amp; warm.</p>".repeat(40) })),
      variants,
    };
    const inOrder = products.map(({ title }) => title);
    await publishOnce();
    for (let again = 0; again < 2; again += 1) {
      expect((await servedLines()).slice(1).map((line) => line.split("\t")[1])).toEqual(inOrder);
      await perform(real.services, shop, regenerateFeed, { path: { id: String(installed.feedId) } });
      await takeRun();
    }
  });

  test("counts its scope by the definition and snapshot it saw", async () => {
    await publishOnce();
    const scope = await database.db.selectFrom("feed_scopes").selectAll().where("feed_id", "=", installed.feedId).executeTakeFirstOrThrow();
    expect(scope).toMatchObject({
      shop_id: shop.shopId,
      included_count: 5,
      excluded_count: 0,
      total_count: 5,
      definition_version: 1,
      extract_id: installed.extractId,
    });
  });
});

describe("old snapshots", () => {
  test("are removed but for the live one and the one before it", async () => {
    await takeExtract();
    for (let more = 0; more < 3; more += 1) {
      await sql`update runs set status = 'failed' where shop_id = ${shop.shopId}`.execute(database.db);
      await askExtract();
      await takeExtract();
    }
    const kept = await database.db
      .selectFrom("extracts")
      .select(["id", "snapshot_prefix"])
      .where("shop_id", "=", shop.shopId)
      .where("snapshot_prefix", "is not", null)
      .execute();
    expect(kept).toHaveLength(2);
    const prefixes = new Set<string>();
    for await (const { key } of real.services.objects.list(`shops/${shop.shopId}/extracts/`))
      prefixes.add(key.slice(0, key.lastIndexOf("/") + 1));
    expect(prefixes).toEqual(new Set(kept.map(({ snapshot_prefix: prefix }) => prefix)));
  });
});
