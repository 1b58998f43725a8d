import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { listedCatalog, listedStorefront } from "../../../test/harness/listed-storefront.ts";
import { perform } from "../../../test/harness/perform.ts";
import type { TestDatabase } from "../../../test/harness/postgres-template.ts";
import { type RealServices, realServices } from "../../../test/harness/real-platform.ts";
import { jobsDatabase, liveSnapshot, secondFeed, type TestShop, testShop } from "../../../test/harness/shop-fixture.ts";
import { FeedSettings } from "../../engine/plan/feed-definition.ts";
import { storedId } from "../../kernel/ids.ts";
import { findFeed } from "../feeds/index.ts";
import { findRunningRun } from "../runs/run-queries.ts";
import { changeSettings } from "./change-settings.ts";
import { getSettings } from "./get-settings.ts";

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

type Settings = Readonly<Record<string, unknown>>;
const settings = ({ shop, feedId }: TestShop) =>
  perform<Settings>(real.services, shop, getSettings, { path: { feed_id: `feed_${feedId}` } });
const change = ({ shop, feedId }: Pick<TestShop, "shop" | "feedId">, body: object) =>
  perform<Settings>(real.services, shop, changeSettings, { path: { feed_id: String(feedId) }, body });
const versionOf = async ({ shop, feedId }: TestShop) => (await findFeed(shop, feedId))?.definition_version;
const defaults = { object: "feed_settings", ...FeedSettings.parse({}) };

describe("the settings of a feed", () => {
  test("are the documented defaults until something is set", async () => {
    expect(await settings(await testShop(database.db))).toEqual({
      object: "feed_settings",
      seo: false,
      variants: true,
      variant_titles: "when_needed",
      use_shopify_quantity: true,
      import_unpublish_product: false,
      gift_cards: false,
      gtin_source: "valid_barcodes",
      id_format: "global",
      utm: null,
      market_currency: null,
      publish_guard: { max_drop_percent: 30, max_id_change_percent: 20, max_price_factor: 5, enabled: true },
    });
  });

  test("keep what a change does not name, also within the guard, and the answer is the whole object", async () => {
    const made = await testShop(database.db);
    await change(made, { seo: true, publish_guard: { max_drop_percent: 5 }, utm: { utm_source: "google" } });
    const changed = {
      ...defaults,
      seo: true,
      variants: false,
      publish_guard: { ...defaults.publish_guard, max_drop_percent: 5, enabled: false },
    };
    expect(await change(made, { variants: false, publish_guard: { enabled: false } })).toEqual({
      ...changed,
      utm: { utm_source: "google" },
    });
    expect(await change(made, { utm: null })).toEqual({ ...changed, utm: null });
    expect(await settings(made)).toEqual({ ...changed, utm: null });
  });

  test("of another shop's feed are not found, and not changed", async () => {
    const [mine, theirs] = [await testShop(database.db), await testShop(database.db)];
    const foreign = { ...theirs, shop: mine.shop };
    await expect(settings(foreign)).rejects.toMatchObject({ code: "resource_not_found" });
    await expect(change(foreign, { seo: true })).rejects.toMatchObject({ code: "resource_not_found" });
    expect(await settings(theirs)).toEqual(defaults);
  });
});

describe("a change of settings", () => {
  test("starts a run of this feed alone, in a new version of its definition", async () => {
    const made = await testShop(database.db);
    const other = storedId("feed", (await secondFeed(made.shop, "other")).id);
    const extractId = await liveSnapshot(made.shop);
    await change(made, { id_format: "sku" });
    expect(await findRunningRun(made.shop, made.feedId)).toMatchObject({
      trigger: "settings",
      extract_id: extractId,
      definition_version: 2,
    });
    expect(await findRunningRun(made.shop, other)).toBeUndefined();
  });

  test("during a run asks for one more at its end", async () => {
    const made = await testShop(database.db);
    await liveSnapshot(made.shop);
    await change(made, { seo: true });
    await change(made, { seo: false });
    expect(await findFeed(made.shop, made.feedId)).toMatchObject({ rerun_requested: true, definition_version: 3 });
  });

  test("without a snapshot, or of an inactive feed, is kept and starts no run", async () => {
    const made = await testShop(database.db);
    await change(made, { seo: true });
    expect(await findRunningRun(made.shop, made.feedId)).toBeUndefined();
    await liveSnapshot(made.shop);
    await database.db.updateTable("feeds").set({ active: false }).where("id", "=", made.feedId).execute();
    await change(made, { variants: false });
    expect(await findRunningRun(made.shop, made.feedId)).toBeUndefined();
    expect(await settings(made)).toMatchObject({ seo: true, variants: false });
  });

  test.each([{}, { publish_guard: {} }])("that names nothing (%j) changes nothing and starts no run", async (body) => {
    const made = await testShop(database.db);
    await liveSnapshot(made.shop);
    expect(await change(made, body)).toEqual(defaults);
    expect(await versionOf(made)).toBe(1);
    expect(await findRunningRun(made.shop, made.feedId)).toBeUndefined();
  });

  test("to what they are already changes nothing and starts no run, whether it was ever set or not", async () => {
    const made = await testShop(database.db);
    await liveSnapshot(made.shop);
    const { object: _object, ...same } = defaults;
    expect(await change(made, same)).toEqual(defaults);
    await change(made, { seo: true, utm: { utm_source: "a", utm_medium: "b" } });
    await change(made, { seo: true, utm: { utm_source: "a", utm_medium: "b" }, publish_guard: { enabled: true } });
    expect(await versionOf(made)).toBe(2);
    expect(await findFeed(made.shop, made.feedId)).toMatchObject({ rerun_requested: false });
  });

  test("beside another keeps both, and each has its version", async () => {
    const made = await testShop(database.db);
    const bodies = [
      { seo: true },
      { variants: false },
      { id_format: "sku" },
      { publish_guard: { enabled: false } },
      { utm: { utm_term: "x" } },
    ];
    await Promise.all(bodies.map((body) => change(made, body)));
    expect(await settings(made)).toEqual({
      ...defaults,
      ...Object.assign({}, ...bodies),
      publish_guard: { ...defaults.publish_guard, enabled: false },
    });
    expect(await versionOf(made)).toBe(1 + bodies.length);
  });

  const tooMany = Object.fromEntries(Array.from({ length: 21 }, (_, at) => [`utm_${"abcdefghijklmnopqrstu"[at]}`, "x"]));
  test.each([
    [{ id_format: "barcode" }, "invalid_param", "/id_format"],
    [{ seo: "yes" }, "invalid_param", "/seo"],
    [{ variants: 0 }, "invalid_param", "/variants"],
    [{ utm: { "utm source": "x" } }, "invalid_param", "/utm/utm source"],
    [{ utm: { utm_source: "x".repeat(201) } }, "invalid_param", "/utm/utm_source"],
    [{ utm: tooMany }, "invalid_param", "/utm"],
    [{ publish_guard: { max_drop_percent: 101 } }, "invalid_param", "/publish_guard/max_drop_percent"],
    [{ market_currency: "krona" }, "invalid_param", "/market_currency"],
    [{ market_currency: "ZZZ" }, "invalid_param", "/market_currency"],
    [{ publish_guard: { max_price_factor: 0.5 } }, "invalid_param", "/publish_guard/max_price_factor"],
    [{ publish_guard: true }, "invalid_param", "/publish_guard"],
    [{ publish_guard: { strict: true } }, "validation_failed", "/publish_guard/strict"],
    [{ nonsense: 1 }, "validation_failed", "/nonsense"],
  ])("to what it cannot be is refused by name, and nothing of it is kept: %j", async (body, code, param) => {
    const made = await testShop(database.db);
    await expect(change(made, { ...body, import_unpublish_product: true })).rejects.toMatchObject({
      code,
      param,
      details: [{ param }],
      message: expect.stringContaining(param),
    });
    expect(await settings(made)).toEqual(defaults);
  });

  test("of the market's currency is refused for a feed that has no market", async () => {
    const made = await testShop(database.db);
    await expect(change(made, { market_currency: "SEK" })).rejects.toMatchObject({ code: "invalid_param", param: "/market_currency" });
    expect(await change(made, { market_currency: null })).toEqual(defaults);
  });

  test("to several things that it cannot be names them all", async () => {
    const body = { publish_guard: { max_drop_percent: 101, enabled: 1 }, nonsense: 1, id_format: "barcode", seo: "yes" };
    await expect(change(await testShop(database.db), body)).rejects.toMatchObject({
      code: "invalid_param",
      param: "/seo",
      details: ["/seo", "/id_format", "/publish_guard/max_drop_percent", "/publish_guard/enabled", "/nonsense"].map((param) => ({ param })),
    });
  });
});
