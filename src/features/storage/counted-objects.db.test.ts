import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type ListedShop, listedShop } from "../../../test/harness/listed-shop.ts";
import { perform } from "../../../test/harness/perform.ts";
import { assignChannel } from "../channels/index.ts";
import { claimExtract, createExtract, latestExtract, workExtract } from "../extracts/index.ts";
import type { Services } from "../operation.ts";
import { claimRun, latestRun, regenerateFeed, workRun } from "../runs/index.ts";
import { getShop } from "../shops/index.ts";
import { recountShop } from "./count-storage.ts";
import { countedObjects } from "./index.ts";

let listed: ListedShop;
let services: Services;
const signal = new AbortController().signal;

beforeAll(async () => {
  listed = await listedShop("counted.example", 200);
});
afterAll(() => listed[Symbol.asyncDispose]());
beforeEach(async () => {
  const { real, database, shop } = listed;
  services = { ...real.services, objects: countedObjects(real.services.objects, { db: database.db, quotaBytes: 0 }) };
  await setQuota(null);
  await recountShop(database.db, services.objects, shop.shopId);
});

const ask = <Answer>(operation: Parameters<typeof perform>[2], input: object = {}) =>
  perform<Answer>(services, listed.shop, operation, { path: { id: String(listed.primaryId) }, ...input });

async function setQuota(bytes: number | null): Promise<void> {
  await listed.database.db.updateTable("shops").set({ storage_quota_bytes: bytes }).where("id", "=", listed.shop.shopId).execute();
}

interface Kept {
  readonly used_bytes: number;
  readonly by_kind: Readonly<Record<string, number>>;
}
const kept = async () => (await ask<{ readonly storage: Kept }>(getShop, { path: {} })).storage;

/** What lies on the disk of the shop's objects, checksums left out. */
async function filesBelow(folder: "runs" | "extracts") {
  const root = join(listed.real.folder, "objects", "shops", String(listed.shop.shopId), folder);
  const names = await readdir(root, { recursive: true, withFileTypes: true });
  return names.filter((name) => name.isFile() && !name.name.endsWith("~sha256"));
}

async function onDisk(folder: "runs" | "extracts"): Promise<number> {
  const files = await filesBelow(folder);
  const sizes = await Promise.all(files.map((file) => stat(join(file.parentPath, file.name))));
  return sizes.reduce((total, { size }) => total + size, 0);
}

async function run() {
  // The run that follows the extract waits already at the first time.
  await ask(regenerateFeed).catch(() => undefined);
  const claim = await claimRun(listed.database.db, "test", 20);
  if (claim === undefined) throw new Error("no run waits");
  await workRun(services, listed.shop, claim, { signal, end: async () => undefined });
  return ask<Readonly<Record<string, unknown>>>(latestRun);
}

test("objects count to the byte where they are stored and where they are removed", async () => {
  expect((await kept()).by_kind).toMatchObject({ snapshots: await onDisk("extracts"), runs: 0 });
  const { id } = await run();
  const stored = await onDisk("runs");
  expect(stored).toBeGreaterThan(1_000);
  expect((await kept()).by_kind["runs"]).toBe(stored);
  await recountShop(listed.database.db, services.objects, listed.shop.shopId);
  expect((await kept()).by_kind["runs"]).toBe(stored);
  await run();
  await services.objects.remove(`shops/${listed.shop.shopId}/runs/${String(id).replace("run_", "")}/`);
  expect((await kept()).by_kind["runs"]).toBe(await onDisk("runs"));
  expect(await onDisk("runs")).toBeLessThan(2 * stored);
});

test("a channel's file and findings count with their run, and go with it when newer runs take its place", async () => {
  await ask(assignChannel, { path: { feed_id: String(listed.primaryId), slug: "google" }, body: {} });
  const id = Number(String((await run())["id"]).replace("run_", ""));
  const files = async () =>
    (await filesBelow("runs")).flatMap(({ parentPath, name }) => (parentPath.includes(`/runs/${id}/`) ? [name] : []));
  expect(await files()).toEqual(expect.arrayContaining(["gmcfeed.google.txt", "gmcfeed.google.txt.gz", "findings.google.parquet"]));
  expect((await kept()).by_kind["runs"]).toBe(await onDisk("runs"));
  await outlive(id);
  await run();
  expect(await files()).toEqual([]);
  expect((await kept()).by_kind["runs"]).toBe(await onDisk("runs"));
});

/** A run of weeks ago, and as many after it as retention keeps. */
async function outlive(id: number): Promise<void> {
  const { db } = listed.database;
  await db
    .updateTable("runs")
    .set({ completed_at: sql<Date>`now() - interval '30 days'` })
    .where("id", "=", id)
    .execute();
  await sql`INSERT INTO runs (shop_id, feed_id, extract_id, trigger, publication, status, definition_version, held_reasons, completed_at, output)
    SELECT shop_id, feed_id, extract_id, trigger, 'superseded', status, definition_version, held_reasons, now(), output
    FROM runs, generate_series(1, 10) WHERE id = ${id}`.execute(db);
}

test("a run without room ends with its reason, keeps nothing, and what is published stays", async () => {
  expect(await run()).toMatchObject({ status: "completed", publication: "live" });
  const before = [await kept(), await onDisk("runs")] as const;
  await setQuota(before[0].used_bytes + 2_000);
  expect(await run()).toMatchObject({
    status: "failed",
    error_code: "storage_quota_exceeded",
    error_details: expect.stringContaining("snapshots"),
  });
  expect([await kept(), await onDisk("runs")]).toMatchObject([{ by_kind: before[0].by_kind }, before[1]]);
  const { live_run_id: live } = await listed.database.db.selectFrom("feeds").select("live_run_id").executeTakeFirstOrThrow();
  const { publication } = await listed.database.db
    .selectFrom("runs")
    .select("publication")
    .where("id", "=", live)
    .executeTakeFirstOrThrow();
  expect(publication).toBe("live");
  await setQuota(null);
  expect(await run()).toMatchObject({ status: "completed", publication: "live" });
});

test("an extract without room ends with its reason and keeps nothing, and the shop its snapshot", async () => {
  const before = [await kept(), await onDisk("extracts")] as const;
  await setQuota(before[0].used_bytes + 5_000);
  await ask(createExtract, { path: {}, body: { type: "full" } });
  const claim = await claimExtract(listed.database.db, "test", 20);
  if (claim === undefined) throw new Error("no extract waits");
  const live = () => listed.database.db.selectFrom("shops").select("live_extract_id").executeTakeFirstOrThrow();
  const served = await live();
  await workExtract(services, listed.shop, claim, { signal, progress: () => undefined });
  expect(await ask(latestExtract, { path: {} })).toMatchObject({ status: "failed", error_code: "storage_quota_exceeded" });
  expect([await kept(), await onDisk("extracts")]).toMatchObject([{ by_kind: before[0].by_kind }, before[1]]);
  expect(await live()).toEqual(served);
});
