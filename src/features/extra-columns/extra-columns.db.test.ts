import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { listedCatalog, listedStorefront } from "../../../test/harness/listed-storefront.ts";
import { perform } from "../../../test/harness/perform.ts";
import type { TestDatabase } from "../../../test/harness/postgres-template.ts";
import { type RealServices, realServices } from "../../../test/harness/real-platform.ts";
import { jobsDatabase, liveSnapshot, type TestShop, testShop } from "../../../test/harness/shop-fixture.ts";
import { findFeed, readDefinition } from "../feeds/index.ts";
import { findRunningRun } from "../runs/run-queries.ts";
import { changeExtraColumns } from "./change-extra-columns.ts";
import { getExtraColumns } from "./get-extra-columns.ts";

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

type Home = Pick<TestShop, "shop" | "feedId">;
const columns = ({ shop, feedId }: Home) => perform<object>(real.services, shop, getExtraColumns, { path: { feed_id: String(feedId) } });
const change = ({ shop, feedId }: Home, body: object) =>
  perform<object>(real.services, shop, changeExtraColumns, { path: { feed_id: `feed_${feedId}` }, body });
const feedOf = async ({ shop, feedId }: Home) => {
  const feed = await findFeed(shop, feedId);
  if (feed === undefined) throw new Error("the feed is gone");
  return feed;
};
const answer = (...names: readonly string[]) => ({ object: "extra_columns", extra_columns: names });

describe("the extra columns of a feed", () => {
  test("are none until they are named, are replaced as a list, and are part of the definition in their order", async () => {
    const made = await testShop(database.db);
    expect(await columns(made)).toEqual(answer());
    expect(await change(made, { extra_columns: ["promotion_id", "custom_label_0"] })).toEqual(answer("promotion_id", "custom_label_0"));
    expect(await change(made, { extra_columns: ["zeta", "Alpha_2"] })).toEqual(answer("zeta", "Alpha_2"));
    expect(await columns(made)).toEqual(answer("zeta", "Alpha_2"));
    expect(await readDefinition(made.shop, await feedOf(made))).toMatchObject({ extraColumns: ["zeta", "Alpha_2"] });
    expect(await change(made, { extra_columns: [] })).toEqual(answer());
  });

  test("make a new version of the definition when they change, and start no run", async () => {
    const made = await testShop(database.db);
    await liveSnapshot(made.shop);
    await change(made, { extra_columns: ["a"] });
    await change(made, { extra_columns: ["a"] });
    expect(await feedOf(made)).toMatchObject({ definition_version: 2, rerun_requested: false });
    expect(await findRunningRun(made.shop, made.feedId)).toBeUndefined();
  });

  test("of another shop's feed are not found, and not changed", async () => {
    const [mine, theirs] = [await testShop(database.db), await testShop(database.db)];
    const foreign = { shop: mine.shop, feedId: theirs.feedId };
    await expect(columns(foreign)).rejects.toMatchObject({ code: "resource_not_found" });
    await expect(change(foreign, { extra_columns: ["a"] })).rejects.toMatchObject({ code: "resource_not_found" });
    expect(await columns(theirs)).toEqual(answer());
  });

  test("may be as many as 100, and their names 100 characters long", async () => {
    const made = await testShop(database.db);
    const names = Array.from({ length: 100 }, (_, at) => `c${at}`.padEnd(100, "_"));
    expect(await change(made, { extra_columns: names })).toEqual(answer(...names));
    await expect(change(made, { extra_columns: [...names, "one_more"] })).rejects.toMatchObject({ code: "invalid_column_names" });
  });

  test.each([
    ["1st", "/extra_columns/1"],
    ["_a", "/extra_columns/1"],
    ["has space", "/extra_columns/1"],
    ["größe", "/extra_columns/1"],
    ["", "/extra_columns/1"],
    ["a\tb", "/extra_columns/1"],
    ["x".repeat(101), "/extra_columns/1"],
    ["fine", "/extra_columns/1"],
    ["FINE", "/extra_columns/1"],
    ["Title", "/extra_columns/1"],
    [7, "/extra_columns/1"],
  ])("take no name that breaks the rule or is taken: %j", async (name, param) => {
    const made = await testShop(database.db);
    await expect(change(made, { extra_columns: ["fine", name] })).rejects.toMatchObject({
      code: "invalid_column_names",
      details: [{ param }],
    });
    expect(await columns(made)).toEqual(answer());
  });

  test.each([
    [{}, "missing_param"],
    [{ extra_columns: "a" }, "invalid_column_names"],
    [{ extra_columns: null }, "missing_param"],
    [{ extra_columns: [], more: 1 }, "validation_failed"],
  ])("are a list that has to be named: %j is %s", async (body, code) => {
    await expect(change(await testShop(database.db), body)).rejects.toMatchObject({ code });
  });
});
