import { randomBytes } from "node:crypto";
import { mkdtempDisposable } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { apiClient } from "../harness/api-client.ts";
import { csvShop } from "../harness/csv-shop.ts";
import { testDatabase } from "../harness/postgres-template.ts";
import { serviceHome } from "../harness/service-process.ts";
import { IN_TIME } from "../harness/slow-machine.ts";
import { openBalancer } from "../nodes/balancer.ts";
import { expectNothingLost } from "../nodes/checks.ts";
import { startLoad } from "../nodes/load.ts";
import { previousRelease } from "./previous-release.ts";

const CATALOG = `Handle,Title,Variant SKU,Variant Price\n${Array.from({ length: 40 }, (_, at) => `lamp-${at},Lamp ${at},L-${at},${at + 1}.90\n`).join("")}`;

test("the previous release and this one work beside each other on one database and one store, and an upgrade between them is not noticed", async () => {
  await using stack = new AsyncDisposableStack();
  const folder = await mkdtempDisposable(join(tmpdir(), "feedwright-upgrade-"));
  stack.defer(() => folder.remove());
  const database = stack.use(await testDatabase("empty"));
  const { pool } = database;
  const settings = {
    DATABASE_URL: database.connectionString,
    SECRETS_KEY: randomBytes(32).toString("hex"),
    STORAGE_URL: `file://${join(folder.path, "bucket")}`,
    PUBLIC_URL: "http://127.0.0.1:9",
    RATE_LIMIT_ANONYMOUS: "0",
    MEMORY_LIMIT: "3GB",
    DRAIN_DELAY: "1",
  };
  const { launcher } = stack.use(await previousRelease());
  const old = stack.use(await serviceHome(settings, launcher));
  const present = stack.use(await serviceHome({ ...settings, MIGRATE_AT_START: "0" }));
  const schema = async (): Promise<number> => (await pool.query("select 1 from schema_migrations")).rows.length;

  // The previous release alone.
  const oldApi = await old.startApi();
  const oldWorker = old.startWorker();
  await oldWorker.ready;
  const before = await schema();
  const shop = await csvShop({ ...old, database, url: oldApi.url }, "upgrade.example", CATALOG);
  const { list } = await apiClient(oldApi.url, shop.key).get("/feeds");
  const balancer = stack.use(openBalancer());
  balancer.add(oldApi.url);
  const file = new URL(shop.feedUrl).pathname;
  const load = startLoad({ send: (route, init) => balancer.send(route, init), key: shop.key, file, feed: String(list[0]?.["id"]) });
  const counted = () => ({ ...load.counts });
  const workedSince = async (since: typeof load.counts): Promise<void> =>
    vi.waitFor(() => {
      for (const kind of ["reads", "writes", "runs"] as const) expect(load.counts[kind]).toBeGreaterThan(since[kind]);
    }, IN_TIME);
  await workedSince({ reads: 0, writes: 0, runs: 0 });

  // A process of this release waits for the schema, and the previous one works on with the new schema.
  const newWorker = present.startWorker();
  await vi.waitFor(() => expect(present.logged()).toContain("run feedwright migrate"), IN_TIME);
  expect(await schema()).toBe(before);
  expect(await present.command("migrate").output).toContain("is up to date");
  expect(await schema()).toBeGreaterThan(before);
  await newWorker.ready;
  expect((await fetch(`${oldApi.url}/readyz`)).status).toBe(200);
  await workedSince(counted());

  // Both serve and work, until each has made runs that the other serves.
  const newApi = await present.startApi();
  balancer.add(newApi.url);
  await vi.waitFor(async () => {
    const { rows } = await pool.query(
      "select output ? 'format' as has_format, count(distinct claimed_by)::int as workers from runs where status = 'completed' group by 1 order by 1",
    );
    expect(rows).toEqual([
      { has_format: false, workers: 1 },
      { has_format: true, workers: 1 },
    ]);
  }, IN_TIME);
  for (const url of [oldApi.url, newApi.url]) {
    const rows = await apiClient(url, shop.key).get(`/feeds/${String(list[0]?.["id"])}/products?per_page=100`);
    expect([rows.status, rows.list.length]).toEqual([200, 40]);
  }
  await workedSince(counted());

  // This release alone. The previous one doesn't tell balancers that it stops, so they are told.
  balancer.remove(oldApi.url);
  await workedSince(counted());
  expect(await oldApi.stop()).toBe(0);
  expect(await oldWorker.stop()).toBe(0);
  await workedSince(counted());
  await load.end();

  await expectNothingLost(database, load);
  // The catalog was the same all along, so every run of either release gave the same bytes.
  expect(load.files.size).toBe(1);
});
