import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { type ListedShop, listedShop } from "../../../test/harness/listed-shop.ts";
import { perform } from "../../../test/harness/perform.ts";
import { type ServedFile, serveFile } from "../../../test/platforms/served-file.ts";
import { startTiktokFake, type TiktokFake } from "../../../test/platforms/tiktok/tiktok-fake.ts";
import { storedId } from "../../kernel/ids.ts";
import { openShop } from "../../platform/postgres/postgres-port.ts";
import { connectChannel } from "../channel-connections/index.ts";
import { assignChannel } from "../channels/index.ts";
import { claimDatafeed, createDatafeed, datafeedStatus, fetchDatafeed, workDatafeed } from "../datafeeds/index.ts";
import type { AnyOperation, Services } from "../operation.ts";
import { claimSync, listSyncs, syncChannel, workSync } from "./index.ts";

/** TikTok names each reading that it was asked for, and says of that one which rows it refused. */

const signal = new AbortController().signal;
const HEADER = "sku_id,title,description,availability,condition,price,link,image_link,brand";
const GOOD = "A-1,Shirt,Soft.,in stock,new,29.90 USD,https://shop.example/a,https://shop.example/a.jpg,Acme";
const BAD = "A-2,Shirt,Soft.,in stock,new,cheap,https://shop.example/b,https://shop.example/b.jpg,Acme";

let listed: ListedShop;
let fake: TiktokFake;
let file: ServedFile;
let services: Services;
let clock: Date;

beforeAll(async () => {
  listed = await listedShop("readings.example", 2);
});
afterAll(() => listed[Symbol.asyncDispose]());
beforeEach(async () => {
  clock = new Date();
  fake = await startTiktokFake({ seed: 5, catalogs: 1, now: () => clock });
  file = await serveFile("gmcfeed.tiktok.csv");
  file.text = [HEADER, GOOD, BAD, ""].join("\n");
  const tiktok = { endpoints: fake.endpoints, clientId: "7", clientSecret: "secret", applicationToken: null };
  services = { ...listed.real.services, platforms: { tiktok }, filesUrl: new URL(file.url).origin };
});
afterEach(async () => {
  for (const table of ["sync_logs", "datafeeds", "channel_connections", "platform_rates", "feed_channels"] as const)
    await listed.database.db.deleteFrom(table).execute();
  await fake[Symbol.asyncDispose]();
  await file[Symbol.asyncDispose]();
});

const ask = <Answer>(operation: AnyOperation, input: { readonly path?: object; readonly body?: object } = {}) =>
  perform<Answer>(services, listed.shop, operation, { ...input, path: { slug: "tiktok", ...input.path } });
const ofFeed = () => ({ path: { feed_id: String(listed.primaryId) } });

interface Sync {
  readonly status: string;
  readonly errors_count: number | null;
  readonly error_details: string | null;
}
const newest = async (): Promise<Sync | undefined> => (await ask<readonly Sync[]>(listSyncs, ofFeed()))[0];

/** Answers the datafeed's id. */
async function registered(): Promise<string> {
  await ask(connectChannel, { body: { credentials: { access_token: fake.token() } } });
  await ask(assignChannel, { ...ofFeed(), body: {} });
  const { id } = await ask<{ readonly id: number }>(createDatafeed, { body: { feed_id: `feed_${listed.primaryId}` } });
  await workDatafeeds();
  return String(id);
}

async function workDatafeeds(): Promise<void> {
  const { db } = listed.database;
  for (let row = await claimDatafeed(db); row !== undefined; row = await claimDatafeed(db))
    await workDatafeed(services, openShop(db, storedId("shop", row.shop_id)), row, signal);
}

/** One attempt, as if its time had come. */
async function workOnce(): Promise<void> {
  const { db } = listed.database;
  await db
    .updateTable("sync_logs")
    .set({ work_due_at: new Date(0) })
    .execute();
  const row = await claimSync(db, 30);
  if (row === undefined) throw new Error("no sync waits");
  await workSync(services, { shop: openShop(db, storedId("shop", row.shop_id)), row, signal });
}

test("a sync waits for the reading it asked for, and names the rows that were refused", async () => {
  const id = await registered();
  await ask(syncChannel, ofFeed());
  await workOnce();
  expect(await newest()).toMatchObject({ status: "pending", errors_count: null });
  await workOnce();
  expect(await newest()).toMatchObject({
    status: "success",
    errors_count: 1,
    error_details: "TikTok read the file and refused 1 row.\nprice: Invalid value: price: Write it as 9.97 USD. (A-2)",
  });
  expect(fake.counts.get("catalog_product_file")).toBe(1);
  expect(await ask(datafeedStatus, { path: { id } })).toMatchObject({
    ...{ state: "succeeded", items_total: 2, items_valid: 1, items_invalid: 1 },
    issues: [{ platform_code: "Invalid value: price", attribute: "price", samples: ["A-2"] }],
  });
});

test("the status tells of the requested reading until a newer one by the schedule is known", async () => {
  const id = await registered();
  await ask(fetchDatafeed, { path: { id } });
  await workDatafeeds();
  const status = () => ask(datafeedStatus, { path: { id } });
  expect(await status()).toMatchObject({ state: expect.stringMatching(/processing|succeeded/) });
  expect(await status()).toMatchObject({ state: "succeeded", items_invalid: 1, issues: [{ attribute: "price" }] });
  file.text = [HEADER, GOOD, ""].join("\n");
  clock = new Date(clock.getTime() + 60_000);
  await fake.runSchedule(fake.registrations()[0]?.feed_id ?? "");
  expect(await status()).toMatchObject({ state: "succeeded", items_invalid: 0, issues: [] });
});

test("a file that TikTok can't read fails the sync; a reading that takes too long is left to the status", async () => {
  await registered();
  file.text = null;
  await ask(syncChannel, ofFeed());
  await workOnce();
  await workOnce();
  expect(await newest()).toMatchObject({
    status: "failed",
    errors_count: 1,
    error_details: expect.stringContaining("couldn't read the file"),
  });

  await ask(syncChannel, ofFeed());
  await listed.database.db.updateTable("sync_logs").set({ attempts: 9 }).where("status", "=", "pending").execute();
  await workOnce();
  expect(await newest()).toMatchObject({ status: "success", errors_count: 0, error_details: expect.stringContaining("still reading") });
});

test("a reading that TikTok no longer knows is nothing to report", async () => {
  const id = await registered();
  await listed.database.db.updateTable("datafeeds").set({ fetch_run: "404", fetch_run_at: new Date() }).execute();
  expect(await ask(datafeedStatus, { path: { id } })).toMatchObject({ state: "never_fetched" });
});
