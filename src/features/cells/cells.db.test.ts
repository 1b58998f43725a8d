import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type ListedShop, listedShop } from "../../../test/harness/listed-shop.ts";
import { perform } from "../../../test/harness/perform.ts";
import type { TestDatabase } from "../../../test/harness/postgres-template.ts";
import type { RealServices } from "../../../test/harness/real-platform.ts";
import { secondFeed, testShop } from "../../../test/harness/shop-fixture.ts";
import { type FeedId, storedId } from "../../kernel/ids.ts";
import type { ShopDb } from "../../platform/postgres/postgres-port.ts";
import { changeColumnMappings } from "../columns/index.ts";
import { changeExtraColumns } from "../extra-columns/index.ts";
import { findFeed } from "../feeds/index.ts";
import { findRunningRun } from "../runs/run-queries.ts";
import { setCells } from "./set-cells.ts";

/** A shop with a real snapshot of three rows, 1001 to 1003. */

let listed: ListedShop;
let database: TestDatabase;
let real: RealServices;
let shop: ShopDb;
let primaryId: FeedId;
beforeAll(async () => {
  listed = await listedShop("cells.example", 3);
  ({ database, real, shop, primaryId } = listed);
});
afterAll(() => listed[Symbol.asyncDispose]());

let feedId: FeedId;
let feeds = 0;
beforeEach(async () => {
  feeds += 1;
  feedId = storedId("feed", (await secondFeed(shop, `feed-${feeds}`)).id);
});

interface Update {
  readonly updated: Readonly<Record<string, string>>;
  readonly cleared: readonly string[];
  readonly errors: readonly Readonly<Record<string, unknown>>[];
  readonly overlay: Readonly<Record<string, string>>;
  readonly propagates_to: Readonly<Record<string, readonly string[]>>;
}
const set = (cells: Readonly<Record<string, unknown>>, { product = "prod_1001", of = shop, feed = `feed_${feedId}` } = {}) =>
  perform<Update>(real.services, of, setCells, { path: { id: feed, product_id: product }, body: { cells } });
/** Its prices are the shop's then. */
const speakAnotherLanguage = () => shop.db.updateTable("feeds").set({ feed_type: "language" }).where("id", "=", feedId).execute();
/** What is stored about a row. */
const overlayOf = async (row = 1001, feed: FeedId = feedId) => {
  const cells = database.db.selectFrom("cells").select(["source_column", "value"]).where("feed_id", "=", feed).where("row_id", "=", row);
  return Object.fromEntries((await cells.execute()).map(({ source_column: column, value }) => [column, value]));
};
const versionOf = async () => (await findFeed(shop, feedId))?.definition_version;

describe("cells of a row", () => {
  test("are set, cleared and answered with the row's present overlay", async () => {
    expect(await set({ title: "Better", vendor: "" })).toEqual({
      object: "cell_update",
      feed_id: `feed_${feedId}`,
      product_id: "prod_1001",
      row_id: "1001",
      updated: { title: "Better", vendor: "" },
      cleared: [],
      errors: [],
      overlay: { title: "Better", vendor: "" },
      propagates_to: { title: ["title"], vendor: ["brand", "identifier_exists"] },
    });
    expect(await set({ vendor: null, sku: "S-1" })).toMatchObject({
      updated: { sku: "S-1" },
      cleared: ["vendor"],
      overlay: { title: "Better", sku: "S-1" },
    });
  });

  test("belong to one feed and one row", async () => {
    await set({ title: "Better" });
    const other = storedId("feed", (await secondFeed(shop, `other-${feeds}`)).id);
    expect(await overlayOf(1001, other)).toEqual({});
    expect(await overlayOf(1002)).toEqual({});
    expect(await overlayOf()).toEqual({ title: "Better" });
  });

  test("are kept in composed form, with what the file cannot hold: that is cleaned when it is written", async () => {
    const { overlay } = await set({ title: "Cafe\u0301\tau lait\n😀" });
    expect(overlay).toEqual({ title: "Caf\u00E9\tau lait\n😀" });
  });

  test("make a new version of the definition when they change, and start no run", async () => {
    await set({ title: "Better" });
    await set({ title: "Better", vendor: null });
    await set({});
    expect(await versionOf()).toBe(2);
    await set({ title: null });
    expect(await versionOf()).toBe(3);
    expect(await findRunningRun(shop, feedId)).toBeUndefined();
  });

  test("set at the same time are all kept", async () => {
    const columns = ["title", "vendor", "sku", "barcode", "handle"];
    await Promise.all(columns.map((column) => set({ [column]: column })));
    expect(await overlayOf()).toEqual(Object.fromEntries(columns.map((column) => [column, column])));
    expect(await versionOf()).toBe(1 + columns.length);
  });
});

describe("a cell that cannot be set", () => {
  const columnOf = async (column: string, value: unknown = "x") => set({ [column]: value, title: "Better" });

  test("is an error of its own, and the others are set", async () => {
    const wrong = [
      ["nonsense", "unknown_column", null],
      ["vendro", "unknown_column", null],
      ["body_text", "unknown_column", null],
      ["canonical_margin_pct", "computed_column", null],
      ["brand", "output_column", "vendor"],
      ["custom_label_0", "output_column", null],
      ["image_link", "output_column", "image_src"],
      ["identifier_exists", "output_column", "barcode"],
    ] as const;
    const {
      errors,
      overlay,
      propagates_to: propagates,
    } = await set({
      ...Object.fromEntries(wrong.map(([column]) => [column, "x"])),
      title: "Better",
    });
    expect(errors).toEqual(
      wrong.map(([column, code, source]) => ({ column, code, message: expect.stringMatching(/\S/), source_column: source })),
    );
    expect(overlay).toEqual({ title: "Better" });
    expect(Object.keys(propagates)).toEqual(["title"]);
  });

  test.each([
    [{ barcode: "4006381333931" }, "barcode"],
    [{ barcode: "", vendor: "Acme", sku: "S-1" }, "vendor"],
    [{ barcode: "", vendor: "", sku: "" }, "barcode"],
  ])("is refused with the column that decides on the row's value: %j", async (row, column) => {
    await set(row);
    expect((await columnOf("identifier_exists")).errors).toMatchObject([
      { source_column: column, message: expect.stringContaining(` Edit ${column} or `) },
    ]);
  });

  test("is one that is longer than a value may be, counted in code points", async () => {
    expect((await columnOf("vendor", "😀".repeat(20_000))).errors).toEqual([]);
    expect((await columnOf("vendor", "x".repeat(20_001))).errors).toMatchObject([{ column: "vendor", code: "value_too_long" }]);
    expect((await overlayOf())["vendor"]).toBe("😀".repeat(20_000));
  });

  test.each(["a\0b", "half \ud83d"])("is one with text that nobody can store, kept or shown: %j", async (value) => {
    const errors = [{ column: "vendor", code: "invalid_value", message: expect.stringMatching(/\S/), source_column: null }];
    expect(await columnOf("vendor", value)).toMatchObject({ errors, overlay: { title: "Better" } });
    const body = { cells: { vendor: value }, preview: true };
    expect(await perform(real.services, shop, setCells, { path: { id: String(primaryId), product_id: "1001" }, body })).toMatchObject({
      errors,
    });
    expect((await columnOf("vendor\0")).errors).toMatchObject([{ column: "vendor\0", code: "unknown_column" }]);
  });

  test.each([
    {
      price: ["44 EUR", "This row's prices are in USD, not EUR. Write the amount in USD, such as 44.50 or 44.50 USD."],
      cost: ["44 XXX", "This row's prices are in USD, not XXX. Write the amount in USD, such as 44.50 or 44.50 USD."],
      compare_at_price: ["44,5", "44,5 isn't an amount. Write digits with a point before the decimals, such as 44.50 or 44.50 USD."],
      unit_price: ["44 usd", "44 usd isn't an amount. Write digits with a point before the decimals, such as 44.50 or 44.50 USD."],
    },
    {
      price: ["€44", expect.stringContaining("isn't an amount")],
      cost: ["1,234.50", expect.stringContaining("isn't an amount")],
      compare_at_price: [".5", expect.stringContaining("isn't an amount")],
      unit_price: ["x".repeat(50), expect.stringMatching(/^x{40}… isn't an amount/)],
    },
    {
      inventory_quantity: ["1,000", "1,000 isn't a number. Write digits with a point before the decimals, such as 12 or 1.5."],
      weight: ["2 kg", expect.stringContaining("isn't a number")],
      gift_card: ["ja", "ja is neither true nor false. Write true or false."],
      status: ["Entwurf", "Entwurf isn't a value of status. Write active, draft, archived or unlisted."],
      inventory_policy: ["FALSE", "FALSE isn't a value of inventory_policy. Write deny or continue."],
      available: ["1", expect.stringContaining("Write true or false.")],
    },
    { currency: ["eur", "eur isn't a currency. Write an ISO 4217 code such as EUR."] },
    { currency: ["XXX", "XXX isn't a currency. Write an ISO 4217 code such as EUR."] },
  ])("is one that its column can't hold: %#", async (wrong) => {
    await speakAnotherLanguage();
    const cells = Object.entries(wrong);
    const { errors, overlay } = await set({ ...Object.fromEntries(cells.map(([column, [value]]) => [column, value])), title: "Better" });
    expect(errors).toEqual(cells.map(([column, [, message]]) => ({ column, code: "invalid_value", message, source_column: null })));
    expect(overlay).toEqual({ title: "Better" });
  });

  test("is not an amount in the row's currency, which another cell of the row may name", async () => {
    await speakAnotherLanguage();
    const amounts = { price: "44.5 USD", cost: " +3 ", compare_at_price: "", unit_price: "0" };
    expect(await set(amounts)).toMatchObject({ errors: [], overlay: amounts });
    expect((await set({ currency: "eur", price: "44 EUR" })).errors).toMatchObject([{ column: "currency" }, { column: "price" }]);
    expect((await set({ currency: "EUR", price: "44 EUR" })).errors).toEqual([]);
    expect((await set({ cost: "3 EUR" })).errors).toEqual([]);
    expect((await set({ currency: null, price: "44 EUR" })).errors).toMatchObject([{ column: "price", code: "invalid_value" }]);
  });

  test("names the source column that feeds an output column now, also an extra one and through an expression", async () => {
    const path = { feed_id: String(feedId) };
    await perform(real.services, shop, changeExtraColumns, { path, body: { extra_columns: ["promotion_id"] } });
    const mappings = { brand: "product_type", promotion_id: '=[D]handle & "-" & [D]sku', gtin: null };
    await perform(real.services, shop, changeColumnMappings, { path, body: { mappings } });
    const { errors } = await set({ brand: "x", promotion_id: "x", gtin: "x" });
    expect(errors.map((error) => [error["column"], error["source_column"]])).toEqual([
      ["brand", "product_type"],
      ["promotion_id", "handle"],
      ["gtin", null],
    ]);
    expect(errors[1]?.["message"]).toContain("handle or sku");
  });

  test("names the source column that the row's value comes from, not one that only decides on it", async () => {
    const path = { feed_id: String(feedId) };
    const brand = '=if([D]handle = "product-1", coalesce([D]seo_title, [D]sku), [D]vendor)';
    const mappings = { brand, custom_label_0: '=if([D]sku is blank, "none", "some")' };
    await perform(real.services, shop, changeColumnMappings, { path, body: { mappings } });
    const sourcesOf = async (product: string) =>
      (await set({ brand: "x", custom_label_0: "x" }, { product })).errors.map((error) => error["source_column"]);
    expect([await sourcesOf("1001"), await sourcesOf("1002")]).toEqual([
      ["sku", "sku"],
      ["vendor", "sku"],
    ]);
    await set({ seo_title: "Better" });
    expect(await sourcesOf("1001")).toEqual(["seo_title", "sku"]);
    await set({ vendor: "" }, { product: "1002" });
    expect(await sourcesOf("1002")).toEqual(["vendor", "sku"]);
    await set({ seo_title: "", sku: "" });
    expect(await sourcesOf("1001")).toEqual(["seo_title", "sku"]);
  });

  test("names no source column where none can hold the row's value", async () => {
    const path = { feed_id: String(feedId) };
    const mappings = { brand: '=if([D]handle = "product-1", "Acme", [D]vendor)' };
    await perform(real.services, shop, changeColumnMappings, { path, body: { mappings } });
    const { errors } = await set({ brand: "x", size: "x" });
    expect(errors.map((error) => [error["column"], error["source_column"]])).toEqual([
      ["brand", null],
      ["size", null],
    ]);
    expect(errors[1]?.["message"]).toContain("No source column holds it in this row.");
    expect((await set({ brand: "x" }, { product: "1002" })).errors).toMatchObject([{ source_column: "vendor" }]);
  });

  test("of a column the snapshot has lost can still be cleared", async () => {
    await database.db
      .insertInto("cells")
      .values({ feed_id: feedId, shop_id: shop.shopId, row_id: 1001, source_column: "metafield-gone", value: "x" })
      .execute();
    expect((await set({ "metafield-gone": "y" })).errors).toMatchObject([{ code: "unknown_column" }]);
    expect(await set({ "metafield-gone": null })).toMatchObject({ cleared: ["metafield-gone"], errors: [], overlay: {} });
  });
});

describe("a preview", () => {
  const preview = (cells: Readonly<Record<string, unknown>>, product = "1001") =>
    perform<Readonly<Record<string, unknown>>>(real.services, shop, setCells, {
      path: { id: String(feedId), product_id: product },
      body: { cells, preview: true },
    });

  test("answers the transformed row before and after, and keeps nothing", async () => {
    // The other feeds of this shop are for a market that it has no prices for.
    feedId = primaryId;
    await set({ vendor: "Hazel" });
    const { before, after, ...rest } = await preview({ title: "Better", vendor: null, brand: "x" });
    expect([before, after]).toMatchObject([
      { title: "Product 1", brand: "Hazel" },
      { title: "Better", brand: "" },
    ]);
    expect(rest).toEqual({
      object: "cell_preview",
      findings: [],
      feed_id: `feed_${feedId}`,
      product_id: "prod_1001",
      row_id: "1001",
      changes: expect.arrayContaining([
        { field: "title", before: "Product 1", after: "Better" },
        { field: "brand", before: "Hazel", after: "" },
      ]),
      excluded: { before: false, after: false },
      excluded_reason: { before: null, after: null },
      errors: [expect.objectContaining({ column: "brand", code: "output_column", source_column: "vendor" })],
      propagates_to: { title: ["title"], vendor: ["brand", "identifier_exists"] },
    });
    expect(await overlayOf()).toEqual({ vendor: "Hazel" });
    expect(await versionOf()).toBe(2);
  });

  test("shows that rules, which come later, take the row out of the feed", async () => {
    feedId = primaryId;
    const definition = JSON.stringify({ type: "exclude", reason: "Not ours", condition: '[D]vendor = "Other"' });
    await database.db
      .insertInto("rules")
      .values({ shop_id: shop.shopId, feed_id: feedId, position: 1, rule_type: "exclude", definition })
      .execute();
    expect(await preview({ vendor: "Other" }, "1002")).toMatchObject({
      changes: [{ field: "brand", after: "Other" }, { field: "identifier_exists" }],
      excluded: { before: false, after: true },
      excluded_reason: { before: null, after: "Not ours" },
    });
  });

  test("that is null is none", async () => {
    const body = { cells: { title: "Better" }, preview: null };
    const path = { id: String(feedId), product_id: "1001" };
    expect(await perform(real.services, shop, setCells, { path, body })).toMatchObject({ object: "cell_update" });
    expect(await overlayOf()).toEqual({ title: "Better" });
  });

  test("of nothing changes nothing, and of a row that is not there is not found", async () => {
    expect(await preview({})).toMatchObject({ changes: [] });
    await expect(preview({ title: "x" }, "9999")).rejects.toMatchObject({ code: "resource_not_found" });
  });
});

describe("the request", () => {
  test.each([[{ product: "prod_9999" }], [{ product: "9999" }], [{ product: "nonsense" }], [{ feed: "feed_999999" }]])(
    "of what is not there is not found: %j",
    async (place) => {
      await expect(set({ title: "x" }, place)).rejects.toMatchObject({ code: "resource_not_found" });
    },
  );

  test("of another shop's feed, or for a shop without a snapshot, is not found and changes nothing", async () => {
    const other = await testShop(database.db);
    await expect(set({ title: "x" }, { of: other.shop })).rejects.toMatchObject({ code: "resource_not_found" });
    await expect(set({ title: "x" }, { of: other.shop, feed: String(other.feedId) })).rejects.toMatchObject({ code: "resource_not_found" });
    await expect(set({ title: "x" }, { feed: String(other.feedId) })).rejects.toMatchObject({ code: "resource_not_found" });
    expect(await overlayOf()).toEqual({});
  });

  const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`c${at}`, "x"]));
  test.each([
    [undefined, "/cells"],
    [[], "/cells"],
    [{ title: 7 }, "/cells/title"],
    [many(201), "/cells"],
  ])("has cells, each text or null, and not too many: %#", async (cells, param) => {
    const body = cells === undefined ? {} : { cells };
    await expect(perform(real.services, shop, setCells, { path: { id: String(feedId), product_id: "1001" }, body })).rejects.toMatchObject({
      code: "validation_failed",
      details: [{ param }],
    });
    expect((await set(many(200))).errors).toHaveLength(200);
  });

  test("that would take a feed past its bound is refused, one that clears as many is not", async () => {
    await database.db
      .insertInto("cells")
      .values({ feed_id: feedId, shop_id: shop.shopId, row_id: 1001, source_column: "title", value: "x" })
      .execute();
    await database.pool.query(
      `insert into cells (feed_id, shop_id, row_id, source_column, value) select $1, $2, n, 'title', 'x' from generate_series(5001, 104999) n`,
      [feedId, shop.shopId],
    );
    await expect(set({ vendor: "x" })).rejects.toMatchObject({ code: "validation_failed", message: expect.stringContaining("100000") });
    expect((await set({ title: "y" })).overlay).toEqual({ title: "y" });
    expect((await set({ vendor: "x", title: null })).overlay).toEqual({ vendor: "x" });
  });
});
