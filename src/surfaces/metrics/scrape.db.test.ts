import { afterAll, beforeAll, expect, test } from "vitest";
import { readExposition } from "../../../test/harness/exposition.ts";
import { listedCatalog, listedStorefront } from "../../../test/harness/listed-storefront.ts";
import type { TestDatabase } from "../../../test/harness/postgres-template.ts";
import { type RealServices, realServices } from "../../../test/harness/real-platform.ts";
import { jobsDatabase, liveSnapshot, testShop, waitingRun } from "../../../test/harness/shop-fixture.ts";
import { BUSY_MACHINE, IN_TIME } from "../../../test/harness/slow-machine.ts";
import { readQueues } from "../../features/admin/index.ts";
import { entriesOf } from "../../kernel/unsafe.ts";
import { openConnections } from "../../platform/postgres/connection-pool.ts";
import { METRIC_PREFIX, SAMPLED } from "../../platform/telemetry/metric-definitions.ts";
import { prometheusMetrics } from "../../platform/telemetry/prometheus-metrics.ts";
import type { Connections } from "../../platform/postgres/connection-pool.ts";
import { sampler } from "./read-samples.ts";

let database: TestDatabase;
let real: RealServices;
beforeAll(async () => {
  database = await jobsDatabase();
  real = await realServices(listedStorefront(listedCatalog(0)));
});
afterAll(async () => {
  await real[Symbol.asyncDispose]();
  await database[Symbol.asyncDispose]();
});

/** A process that has scraped nothing yet. */
function watched({ db, pool }: Pick<Connections, "db" | "pool"> = database) {
  const metrics = prometheusMetrics();
  let asked = 0;
  const sample = sampler({
    version: "1.2.3",
    connections: pool,
    warehouse: real.services.warehouse,
    objects: real.services.objects,
    memoryLimitBytes: 4e9,
    readQueues() {
      asked += 1;
      return readQueues(db, new Date());
    },
  });
  return { scrape: async () => readExposition((await metrics.expose(await sample())).text), asked: () => asked };
}

const QUEUES = /^feedwright_(workers_alive|work_|feeds_held|webhook_deliveries_(due|oldest))/;

test("a scrape tells everything that is read, from the real database, warehouse and disk", async () => {
  const home = await testShop(database.db);
  await waitingRun(home, await liveSnapshot(home.shop));
  const { series, value } = await watched().scrape();
  for (const [name, { labels }] of entriesOf(SAMPLED)) {
    const combinations = Object.values<readonly string[] | null>(labels).reduce((product, values) => product * (values?.length ?? 1), 1);
    const told = series.filter((each) => each.replace(/\{.*/, "") === METRIC_PREFIX + name);
    expect(told, name).toHaveLength(combinations);
  }
  expect(value('build_info{version="1.2.3"}')).toBe(1);
  expect([value("database_up"), value('work_waiting{kind="run"}'), value('work_waiting{kind="extract"}')]).toEqual([1, 1, 0]);
  expect(value("objects_free_bytes")).toBeGreaterThan(0);
  expect(value("objects_free_bytes")).toBeLessThan(value("objects_size_bytes") ?? 0);
  expect(value('database_connections{state="idle"}')).toBeGreaterThan(0);
});

test("scrapes that follow each other ask the database once", async () => {
  const { scrape, asked } = watched();
  await Promise.all([scrape(), scrape(), scrape()]);
  for (let scrapes = 0; scrapes < 5; scrapes += 1) await scrape();
  expect(asked()).toBe(1);
});

test("a database that has gone fails no scrape: it is down, and of the queues nothing is told", async () => {
  await using gone = openConnections("postgres://feedwright@127.0.0.1:1/feedwright", real.services.log, 2);
  const { scrape } = watched(gone);
  const { series, value } = await scrape();
  expect(value("database_up")).toBe(0);
  expect(series.filter((each) => QUEUES.test(each))).toEqual([]);
  expect(value("objects_free_bytes")).toBeGreaterThan(0);
  expect(series).toContain("process_cpu_seconds_total");
});

test("a database that hangs keeps no scrape waiting and no connection busy, and is up again when it answers", async () => {
  const { scrape, asked } = watched();
  const blocker = await database.pool.connect();
  try {
    await blocker.query("begin; lock table runs in access exclusive mode");
    const since = performance.now();
    const answers = await Promise.all([scrape(), scrape(), scrape()]);
    expect(performance.now() - since).toBeLessThan(3_000 * BUSY_MACHINE);
    expect(answers.map(({ value }) => value("database_up"))).toEqual([0, 0, 0]);
    expect(answers.flatMap(({ series }) => series.filter((each) => QUEUES.test(each)))).toEqual([]);
    expect(asked()).toBe(1);
  } finally {
    await blocker.query("rollback");
    blocker.release();
  }
  // The query that hung may need a moment to end.
  const told = async (): Promise<unknown> => {
    const { value } = await watched().scrape();
    return [value("database_up"), value('database_connections{state="busy"}')];
  };
  await expect.poll(told, IN_TIME).toEqual([1, 0]);
});
