import { afterAll, beforeAll, expect, test } from "vitest";
import { jobsDatabase, secondFeed, testShop, type TestShop } from "../../../test/harness/shop-fixture.ts";
import type { TestDatabase } from "../../../test/harness/postgres-template.ts";
import { claimReading, releaseReading } from "../platform-issues/reading-queries.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await jobsDatabase();
});
afterAll(() => database[Symbol.asyncDispose]());

async function readingsDue({ shop }: TestShop, count: number, minutesAgo: number): Promise<void> {
  for (let at = 0; at < count; at += 1) {
    const { id } = await secondFeed(shop, `due-${at}`);
    await database.pool.query(
      "insert into item_readings (shop_id, feed_id, channel, work_due_at) values ($1, $2, 'google', now() - make_interval(mins => $3))",
      [shop.shopId, id, minutesAgo],
    );
  }
}

test("work of a shop with much of it waits for that of others, has a bound, and goes on where it was given back", async () => {
  const [flooding, other] = [await testShop(database.db), await testShop(database.db)];
  await readingsDue(flooding, 5, 60);
  await readingsDue(other, 3, 1);
  const claimed = [];
  for (let claim = 0; claim < 6; claim += 1) claimed.push(await claimReading(database.db));
  const [F, O] = [Number(flooding.shop.shopId), Number(other.shop.shopId)];
  expect(claimed.map((row) => row?.shop_id)).toEqual([F, O, F, O, undefined, undefined]);
  const [first] = claimed;
  if (first === undefined) throw new Error("nothing was claimed");
  await releaseReading(flooding.shop, first);
  expect(await claimReading(database.db)).toMatchObject({ id: first.id, claims: first.claims + 1 });
});
