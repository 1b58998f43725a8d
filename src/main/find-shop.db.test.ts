import { afterAll, beforeAll, expect, test } from "vitest";
import { jobsDatabase, testShop, type TestShop } from "../../test/harness/shop-fixture.ts";
import type { TestDatabase } from "../../test/harness/postgres-template.ts";
import { uninstallShop } from "../features/shops/index.ts";
import { findShop, findShopOfFeed } from "./find-shop.ts";

let database: TestDatabase;
let named: TestShop;
beforeAll(async () => {
  database = await jobsDatabase();
  named = await testShop(database.db);
});
afterAll(() => database[Symbol.asyncDispose]());

test("a shop is found by its number and domain, and through its feed, until it is uninstalled", async () => {
  const { db } = database;
  const { shopId } = named.shop;
  const texts = [String(shopId), `shop_${shopId}`, `SHOP-${named.token}.example`];
  for (const text of texts) expect((await findShop(db, text)).shopId).toBe(shopId);
  expect(await findShopOfFeed(db, `feed_${named.feedId}`)).toMatchObject({ shop: { shopId }, feedId: named.feedId });
  await uninstallShop(named.shop);
  for (const text of texts) await expect(findShop(db, text)).rejects.toMatchObject({ code: "shop_unknown" });
  await expect(findShopOfFeed(db, `feed_${named.feedId}`)).rejects.toMatchObject({ code: "feed_unknown" });
});
