import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ListedShop, listedShop } from "../../../test/harness/listed-shop.ts";
import { listedCatalog, listedStorefront } from "../../../test/harness/listed-storefront.ts";
import { perform } from "../../../test/harness/perform.ts";
import { claimExtract, createExtract, replaceDamagedSnapshot, workExtract } from "../../features/extracts/index.ts";
import { getProduct } from "../../features/products/index.ts";
import { claimRun, findLatestRun, publishRun, regenerateFeed, workRun } from "../../features/runs/index.ts";
import { findLiveSnapshot } from "../../features/snapshots/index.ts";
import { members } from "../../kernel/unsafe.ts";
import { SILENT_AFTER_S } from "./lease.ts";

/** Objects whose bytes have changed on the disk, and what extracts and runs make of them. */

const PRODUCTS = 12;
const storefront = listedStorefront(listedCatalog(PRODUCTS));
const { signal } = new AbortController();
let listed: ListedShop;

beforeAll(async () => {
  listed = await listedShop("damaged.example", storefront);
  await workNextRun();
});
afterAll(() => listed[Symbol.asyncDispose]());

const services = () => listed.real.services;
const latest = () => findLatestRun(listed.shop, listed.primaryId);
const path = () => ({ id: String(listed.primaryId) });
const extractsWaiting = () => listed.database.db.selectFrom("extracts").select("id").where("status", "=", "pending").execute();

/** Changes one bit in the middle of a stored object. */
async function flipBit(key: string): Promise<void> {
  const file = join(listed.real.folder, "objects", key);
  const bytes = await readFile(file);
  const at = Math.floor(bytes.length / 2);
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  await writeFile(file, bytes);
}

async function workNextRun() {
  const claim = await claimRun(listed.database.db, "test", SILENT_AFTER_S);
  if (claim === undefined) throw new Error("no run waits");
  await workRun(services(), listed.shop, claim, { signal, end: (shop, run) => replaceDamagedSnapshot(shop, services().queue, run) });
  return latest();
}

async function regenerate() {
  await perform(services(), listed.shop, regenerateFeed, { path: path() });
  return workNextRun();
}

async function workNextExtract(): Promise<void> {
  const claim = await claimExtract(listed.database.db, "test", SILENT_AFTER_S);
  if (claim === undefined) throw new Error("no extract waits");
  await workExtract(services(), listed.shop, claim, { signal, progress: () => undefined });
}

async function liveSnapshotKey(): Promise<string> {
  return `${(await findLiveSnapshot(listed.shop))?.prefix}source.parquet`;
}

test("a run of a damaged snapshot fails, the published file stays, and the shop extracts again by itself, once", async () => {
  const before = await latest();
  await flipBit(await liveSnapshotKey());
  expect(await regenerate()).toMatchObject({ status: "failed", error_code: "snapshot_damaged", attempt: 1 });
  expect(await extractsWaiting()).toHaveLength(1);
  expect(await regenerate()).toMatchObject({ status: "failed", error_code: "snapshot_damaged" });
  expect(await extractsWaiting()).toHaveLength(1);
  await workNextExtract();
  expect(await workNextRun()).toMatchObject({ status: "completed", publication: "live", trigger: "extract" });
  expect(members((await latest())?.output)["file"]).toEqual(members(before?.output)["file"]);
  await flipBit(await liveSnapshotKey());
  expect(await regenerate()).toMatchObject({ status: "failed", error_code: "snapshot_damaged" });
  expect(await extractsWaiting()).toEqual([]);
  await flipBit(await liveSnapshotKey());
});

test("a run after damaged rows of the live run goes live when it makes the same file, and is held when nobody can compare it", async () => {
  const rowsOf = async () => `${(await latest())?.output_prefix}rows.parquet`;
  await regenerate();
  await flipBit(await rowsOf());
  expect(await regenerate()).toMatchObject({ publication: "live", added_count: 0, removed_count: 0, changed_count: 0 });
  await flipBit(await rowsOf());
  storefront.catalog = listedCatalog(PRODUCTS - 1);
  await perform(services(), listed.shop, createExtract, { body: { type: "full" } });
  await workNextExtract();
  expect(await workNextRun()).toMatchObject({ publication: "held", held_reasons: [{ code: "live_run_damaged" }] });
});

test("a run whose file is damaged isn't published, and the product of a damaged snapshot isn't answered", async () => {
  const run = await regenerate();
  await flipBit(`${run?.output_prefix}gmcfeed.txt`);
  const publishing = perform(services(), listed.shop, publishRun, { path: { ...path(), run_id: String(run?.id) } });
  await expect(publishing).rejects.toMatchObject({ code: "object_damaged" });
  await flipBit(await liveSnapshotKey());
  const reading = perform(services(), listed.shop, getProduct, { path: { id: "prod_1001" } });
  await expect(reading).rejects.toMatchObject({ code: "object_damaged" });
});
