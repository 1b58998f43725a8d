import { writeFile } from "node:fs/promises";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { listedCatalog, listedStorefront } from "../../../test/harness/listed-storefront.ts";
import { perform } from "../../../test/harness/perform.ts";
import { realServices, type RealServices } from "../../../test/harness/real-platform.ts";
import { jobsDatabase, silence, testShop } from "../../../test/harness/shop-fixture.ts";
import type { TestDatabase } from "../../../test/harness/postgres-template.ts";
import { type ExtractId, storedId } from "../../kernel/ids.ts";
import { members } from "../../kernel/unsafe.ts";
import type { ShopDb } from "../../platform/postgres/postgres-port.ts";
import { csvStorefront } from "../../storefronts/csv/csv-storefront.ts";
import { storeExport, type StoredExport } from "../../storefronts/csv/store-export.ts";
import type { Services } from "../operation.ts";
import { eraseShop, setStorefrontConfig } from "../shops/index.ts";
import { cancelExtract } from "./cancel-extract.ts";
import { claimExtract } from "./extract-claims.ts";
import { findExtract } from "./extract-queries.ts";
import { startExtract } from "./request-extract.ts";
import { workExtract } from "./work-extract.ts";

const HEADER = "Handle,Title,Variant SKU,Variant Price\n";
const GOOD = `${HEADER}scarf,Scarf,S-1,12.90\n`;
const NEWER = `${HEADER}scarf,Scarf,S-1,11.00\nhat,Hat,H-1,8.00\n`;
const BROKEN = `${HEADER}scarf,"Scarf,S-1,12.90\n`;

let database: TestDatabase;
let real: RealServices;
let services: Services;
let shop: ShopDb;
let good: StoredExport;
beforeAll(async () => {
  database = await jobsDatabase();
  real = await realServices(listedStorefront(listedCatalog(1)));
  services = { ...real.services, storefronts: { csv: csvStorefront(real.services.objects) } };
});
afterAll(async () => {
  await real[Symbol.asyncDispose]();
  await database[Symbol.asyncDispose]();
});
beforeEach(async () => {
  ({ shop } = await testShop(database.db));
  good = await store(GOOD);
  await setStorefrontConfig(shop, good);
  await database.pool.query("delete from graphile_worker._private_jobs");
});

const store = (text: string) => storeExport(services.objects, { fileName: "export.csv" }, (path) => writeFile(path, text));
const folderOf = ({ object }: StoredExport): string => object.replace("export.csv", "");

async function start(brought?: StoredExport & { readonly translations?: StoredExport }): Promise<ExtractId> {
  return storedId("ext", (await startExtract(shop, services.queue, brought)).id);
}

/** One attempt of a worker at the extract. */
async function work(signal = new AbortController().signal): Promise<string> {
  const claim = await claimExtract(database.db, "test", 20);
  if (claim === undefined) throw new Error("no extract waits");
  return (await workExtract(services, shop, claim, { signal, progress: () => undefined })).outcome;
}

const exportOfShop = async (): Promise<unknown> => {
  const row = await database.db.selectFrom("shops").select("storefront_config").where("id", "=", shop.shopId).executeTakeFirstOrThrow();
  return members(row.storefront_config)["object"];
};

async function removed(): Promise<readonly string[]> {
  const { rows } = await database.pool.query<{ readonly prefix: string }>(
    "select payload ->> 'prefix' as prefix from graphile_worker._private_jobs where payload ->> 'prefix' is not null order by id",
  );
  return rows.map(({ prefix }) => prefix);
}

test("a newer export becomes the shop's when its extract completes, and the one before is removed", async () => {
  const newer = await store(NEWER);
  const id = await start(newer);
  expect(await exportOfShop()).toBe(good.object);
  expect(await work()).toBe("completed");
  expect(await findExtract(shop, id)).toMatchObject({ product_count: 2 });
  expect(await exportOfShop()).toBe(newer.object);
  expect(await removed()).toEqual([folderOf(good)]);
});

test("after a failed extract the last good export is the shop's, the next extract reads it, and the bad one is removed", async () => {
  const bad = await store(BROKEN);
  const id = await start(bad);
  expect(await work()).toBe("failed");
  expect(await findExtract(shop, id)).toMatchObject({ status: "failed", error_code: "csv_unclosed_quote" });
  expect(await exportOfShop()).toBe(good.object);
  expect(await removed()).toEqual([folderOf(bad)]);
  const next = await start();
  expect(await work()).toBe("completed");
  expect(await findExtract(shop, next)).toMatchObject({ product_count: 1 });
});

test("a worker that dies leaves the shop's export as it was, and the attempt after it reads the newer one", async () => {
  const newer = await store(NEWER);
  const id = await start(newer);
  await claimExtract(database.db, "dies", 20);
  expect(await exportOfShop()).toBe(good.object);
  await silence(database.db, "extracts", id);
  expect(await work()).toBe("completed");
  expect(await findExtract(shop, id)).toMatchObject({ attempt: 2, product_count: 2 });
  expect(await exportOfShop()).toBe(newer.object);
});

test("a cancelled extract leaves the shop's export as it was and removes the one it brought", async () => {
  const newer = await store(NEWER);
  const id = await start(newer);
  await perform(services, shop, cancelExtract, { path: { id: `ext_${id}` } });
  expect(await exportOfShop()).toBe(good.object);
  expect(await removed()).toEqual([folderOf(newer)]);
});

test("translations stay beside a newer export, go where newer ones come, and are not removed with an extract that fails", async () => {
  const header = "Type,Identification,Field,Locale,Default content,Translated content\n";
  const [first, second] = [
    await store(`${header}PRODUCT,1,title,de,Scarf,Schal\n`),
    await store(`${header}PRODUCT,1,title,fr,Scarf,Foulard\n`),
  ];
  await setStorefrontConfig(shop, { ...good, translations: first });
  await start({ ...(await store(NEWER)), translations: first });
  expect(await work()).toBe("completed");
  expect(await removed()).toEqual([folderOf(good)]);
  const bad = await store(BROKEN);
  await start({ ...bad, translations: first });
  expect(await work()).toBe("failed");
  expect(await removed()).toEqual([folderOf(good), folderOf(bad)]);
  const next = await store(GOOD);
  await start({ ...next, translations: second });
  expect(await work()).toBe("completed");
  expect(await removed()).toContain(folderOf(first));
  expect(await removed()).not.toContain(folderOf(second));
});

test("an erased shop takes along the exports that its extracts brought", async () => {
  const newer = await store(NEWER);
  await start(newer);
  await database.db.transaction().execute((transaction) => eraseShop(services, { ...shop, db: transaction }));
  expect((await removed()).toSorted()).toEqual([`shops/${shop.shopId}/`, folderOf(good), folderOf(newer)].toSorted());
});
