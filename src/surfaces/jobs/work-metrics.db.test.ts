import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { readExposition } from "../../../test/harness/exposition.ts";
import { listedCatalog, listedStorefront } from "../../../test/harness/listed-storefront.ts";
import { perform } from "../../../test/harness/perform.ts";
import type { TestDatabase } from "../../../test/harness/postgres-template.ts";
import { type RealServices, realServices } from "../../../test/harness/real-platform.ts";
import { jobsDatabase } from "../../../test/harness/shop-fixture.ts";
import { cancelExtract, createExtract } from "../../features/extracts/index.ts";
import { findLatestRun, regenerateFeed } from "../../features/runs/index.ts";
import { type InstalledShop, installShop } from "../../features/shops/index.ts";
import { openShop, type ShopDb } from "../../platform/postgres/postgres-port.ts";
import { graphileRunner } from "../../platform/jobs/graphile-runner.ts";
import { workerRegistry } from "../../platform/jobs/worker-registry.ts";
import { prometheusMetrics } from "../../platform/telemetry/prometheus-metrics.ts";
import type { MetricsRegistry } from "../../platform/telemetry/telemetry-port.ts";
import { startWorker } from "./worker.ts";
import { IN_TIME } from "../../../test/harness/slow-machine.ts";

const storefront = listedStorefront(listedCatalog(5));

let database: TestDatabase;
let real: RealServices;
let metrics: MetricsRegistry;
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
beforeEach(async () => {
  Object.assign(storefront, { catalog: listedCatalog(5), claims: {}, beforeEnd: async () => undefined });
  metrics = prometheusMetrics();
  await database.db.updateTable("extracts").set({ status: "failed" }).where("status", "in", ["pending", "running"]).execute();
  await database.db.updateTable("runs").set({ status: "failed" }).where("status", "=", "running").execute();
  const domain = `shop-${randomBytes(6).toString("hex")}.example`;
  const wanted = { domain, currency: "USD", country: "US", storefront: "csv", storefrontConfig: {} } as const;
  installed = await installShop(real.services, database.db, wanted, { openShop, random: randomBytes });
  shop = openShop(database.db, installed.shopId);
});

const worker = () =>
  startWorker({
    id: "worker",
    db: database.db,
    reserve: database.reserve,
    runner: graphileRunner(database.pool, real.services.log),
    registry: workerRegistry(database.db),
    services: { ...real.services, metrics },
    slots: 1,
  });
const exposed = async () => readExposition((await metrics.expose([])).text);
const ended = async (kind: "extract" | "run", outcome: string) =>
  (await exposed()).value(`${kind}_duration_seconds_count{outcome="${outcome}"}`);
const soonEnded = (kind: "extract" | "run", outcome: string, times = 1) =>
  vi.waitFor(async () => expect(await ended(kind, outcome)).toBe(times), IN_TIME);
const untilStopped = async ({ signal }: { readonly signal: AbortSignal }): Promise<void> => {
  if (!signal.aborted) await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
};

test("an extract and the run it starts are counted when they end, with how long they took and their rows", async () => {
  await using _ = worker();
  await soonEnded("run", "completed");
  const now = await exposed();
  expect(await ended("extract", "completed")).toBe(1);
  expect([now.value("extract_rows_total"), now.value("run_rows_total")]).toEqual([5, 5]);
  for (const kind of ["extract", "run"]) {
    const seconds = now.value(`${kind}_duration_seconds_sum{outcome="completed"}`);
    expect(seconds).toBeGreaterThan(0.01);
    expect(seconds).toBeLessThan(60);
  }
  await perform(real.services, shop, regenerateFeed, { path: { id: String(installed.feedId) }, body: {} });
  await soonEnded("run", "completed", 2);
  expect((await exposed()).value("run_rows_total")).toBe(10);
  expect(await ended("extract", "completed")).toBe(1);
});

test("a run that the guard stops is held, and not completed", async () => {
  await using _ = worker();
  await soonEnded("run", "completed");
  storefront.catalog = listedCatalog(2);
  await perform(real.services, shop, createExtract, { body: {} });
  await soonEnded("run", "held");
  expect(await findLatestRun(shop, installed.feedId)).toMatchObject({ publication: "held" });
  expect(await ended("run", "completed")).toBe(1);
});

test("an extract whose counts disagree has failed, and brings no rows", async () => {
  storefront.claims = { variants: 7 };
  await using _ = worker();
  await soonEnded("extract", "failed");
  expect([await ended("extract", "completed"), await ended("extract", "released")]).toEqual([0, 0]);
  expect((await exposed()).value("extract_rows_total")).toBe(0);
});

test("what is tried again is released each time, and fails once", async () => {
  storefront.beforeEnd = () => Promise.reject(new Error("connect 10.0.0.7:5432 failed"));
  await using _ = worker();
  await soonEnded("extract", "failed");
  expect(await ended("extract", "released")).toBe(4);
});

test("what was cancelled is lost, and what a worker that stops gives back is released", async () => {
  const reached = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let turn = 0;
  storefront.beforeEnd = async (request) => {
    reached[turn]?.resolve();
    turn += 1;
    await untilStopped(request);
  };
  const running = worker();
  await reached[0]?.promise;
  await perform(real.services, shop, cancelExtract, { path: { id: String(installed.extractId) } });
  await soonEnded("extract", "lost");
  await perform(real.services, shop, createExtract, { body: {} });
  await reached[1]?.promise;
  await running[Symbol.asyncDispose]();
  expect([await ended("extract", "lost"), await ended("extract", "released"), await ended("extract", "failed")]).toEqual([1, 1, 0]);
});
