import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { performWhole } from "../../../test/harness/perform.ts";
import { testShop } from "../../../test/harness/shop-fixture.ts";
import { SOURCE_COLUMNS } from "../../engine/source/source-columns.ts";
import type { FeedId } from "../../kernel/ids.ts";
import { latestRun, publishRun } from "../runs/index.ts";
import { getFeedScope } from "../scopes/index.ts";
import { listFeedProducts, listProducts } from "./index.ts";
import { ProductShape } from "./product-shapes.ts";
import { catalogOf, productsShop, type ProductsShop, refusal } from "./products-shop.suite.ts";

/** Nine products; feed order and order of ids differ. 109 is left out by a rule of the second feed, 101 by one of the primary. */
const CATALOG = catalogOf([
  { id: 109, title: "Banana 50% off", price: "9.50", sku: "B-1", vendor: "Acme", quantity: "10" },
  { id: 103, title: "apple", price: "100.00", sku: "b-2", vendor: "acme", quantity: "9" },
  { id: 107, title: `O'Neil "Cap"`, price: "20.00", sku: "C_3", quantity: "-1", updated: "2026-02-01T00:00:00Z" },
  { id: 101, title: "Ärmel", price: "9.5", sku: "", vendor: "Zeta", quantity: "100" },
  { id: 105, title: "cherry", vendor: " ", quantity: "0", updated: "2026-01-31T23:00:00-05:00" },
  { id: 102, title: "Apple", price: "1000.00", sku: "A-9" },
  { id: 108, title: "日本茶 😀", price: "0.99", sku: "J-1", vendor: "Acme" },
  { id: 104, title: "straße", price: "20.00", sku: "S-1", vendor: "beta" },
  { id: 106, title: "banana", price: "3", sku: "B-10", vendor: "Beta" },
]);
const FEED_ORDER = [109, 103, 107, 101, 105, 102, 108, 104, 106];

interface HeldList {
  readonly data: readonly object[];
  readonly meta: Readonly<Record<string, unknown>>;
}

let products: ProductsShop;
let second: FeedId;
beforeAll(async () => {
  products = await productsShop("list.example", CATALOG);
  second = await products.newFeed();
  await products.addRule(second, { text: 'Exclude because "No fruit" when [D]title contains "50%"' });
  await products.addRule(second, { type: "set_value", target: "condition", value: "used", condition: "[D]sku is J-1" });
  await products.addRule(products.primaryId, { text: 'Exclude because "No sleeves" when [D]id is 101' });
  await products.run(second);
  await products.run(products.primaryId);
});
afterAll(() => products[Symbol.asyncDispose]());

describe("a product in the list", () => {
  test("shows the live snapshot and the feed's live run; what an export does not say is null", async () => {
    const [product] = (await products.list({ per_page: "1" })).data;
    expect(product).toEqual({
      id: "prod_109",
      object: "product",
      shopify_product_id: null,
      shopify_variant_id: null,
      sku: "B-1",
      title: "Banana 50% off",
      price: "9.50",
      compare_at_price: null,
      currency: "USD",
      inventory_quantity: 10,
      image_url: null,
      vendor: "Acme",
      product_type: null,
      condition: "new",
      status: "active",
      excluded: false,
      excluded_reason: null,
      cause: null,
      has_overrides: false,
      extracted_at: expect.stringMatching(/^\d{4}-.*Z$/),
      created_at: null,
      updated_at: null,
    });
  });

  test("has the platform's ids where the shop has a platform", async () => {
    const { db, shopId } = products.shop;
    await db.updateTable("shops").set({ storefront: "shopify" }).where("id", "=", shopId).execute();
    expect((await products.list({ per_page: "1" })).data).toMatchObject([{ shopify_product_id: "1", shopify_variant_id: "109" }]);
    expect(await products.ids({ sort: "shopify_variant_id" })).toEqual(FEED_ORDER.toSorted((a, b) => a - b));
    expect(await products.ids({ sort: "shopify_product_id" })).toEqual(FEED_ORDER);
    await db.updateTable("shops").set({ storefront: "csv" }).where("id", "=", shopId).execute();
  });

  test("stands in feed order, and in the other direction where that is asked for", async () => {
    expect(await products.ids()).toEqual(FEED_ORDER);
    expect(await products.ids({ order: "desc" })).toEqual(FEED_ORDER.toReversed());
  });
});

describe("sorting", () => {
  test.each([
    ["price", "asc", [108, 106, 101, 109, 104, 107, 103, 102, 105]],
    ["price", "desc", [102, 103, 104, 107, 101, 109, 106, 108, 105]],
    ["title", "asc", [102, 103, 106, 109, 105, 107, 104, 101, 108]],
    ["title", "desc", [108, 101, 104, 107, 105, 109, 106, 102, 103]],
    ["vendor", "asc", [103, 108, 109, 104, 106, 101, 102, 105, 107]],
    ["vendor", "desc", [101, 104, 106, 103, 108, 109, 102, 105, 107]],
    ["inventory_quantity", "asc", [107, 105, 103, 109, 101, 102, 104, 106, 108]],
    ["inventory_quantity", "desc", [101, 109, 103, 105, 107, 102, 104, 106, 108]],
    ["updated_at", "asc", [107, 105, 101, 102, 103, 104, 106, 108, 109]],
    ["id", "desc", [109, 108, 107, 106, 105, 104, 103, 102, 101]],
    ["product_id", "desc", FEED_ORDER.toReversed()],
    ["excluded", "desc", [101, 102, 103, 104, 105, 106, 107, 108, 109]],
    ["excluded_reason", "desc", [101, 102, 103, 104, 105, 106, 107, 108, 109]],
    ["object", "desc", [101, 102, 103, 104, 105, 106, 107, 108, 109]],
  ] as const)("by %s %s: numbers, money and dates as such, text folded, blanks last, ties by id", async (sort, order, expected) => {
    expect(await products.ids({ sort, order })).toEqual(expected);
  });

  const numbered = FEED_ORDER.toSorted((a, b) => a - b);
  const names = [...new Set([...Object.keys(ProductShape.shape), ...SOURCE_COLUMNS.map(({ name }) => name)])];
  test("by any member or source column gives each product once", async () => {
    for (const [at, sort] of names.entries()) {
      const ids = await products.ids({ sort, order: at % 2 === 0 ? "asc" : "desc" });
      expect(
        ids.toSorted((a, b) => a - b),
        sort,
      ).toEqual(numbered);
    }
  });

  // One column of each kind: text, money, a number, a date, the same in all rows, blank in all rows, and known only to the run.
  test.each(["title", "price", "inventory_quantity", "updated_at", "condition", "barcode", "excluded_reason"])(
    "by %s gives each product once page by page",
    async (sort) => {
      const pages = await Promise.all([1, 2, 3].map((page) => products.ids({ sort, page: String(page), per_page: "4" })));
      expect(pages.map((page) => page.length)).toEqual([4, 4, 1]);
      expect(pages.flat()).toEqual(await products.ids({ sort }));
    },
  );

  test.each(["nonsense", "body_text", "TITLE", "f1", ""])("by %j is refused: there is no such column", async (sort) => {
    expect(await refusal(products.list({ sort }))).toMatchObject({ code: "invalid_request", param: "/sort" });
  });

  test("by a misspelt name says what was probably meant", async () => {
    expect((await refusal(products.list({ sort: "vendro" }))).message).toMatch(/vendor/);
  });

  test("by what was overridden since sorts by the override, and by what it was once that is cleared", async () => {
    const before = await products.ids({ sort: "title" });
    await products.set(108, { title: "Aaa" });
    expect((await products.ids({ sort: "title" }))[0]).toBe(108);
    expect((await products.ids({ sort: "has_overrides", order: "desc" }))[0]).toBe(108);
    await products.set(108, { title: null });
    expect(await products.ids({ sort: "title" })).toEqual(before);
  });
});

describe("searching", () => {
  test.each([
    ["BANANA", [109, 106]],
    ["50%", [109]],
    ["%", [109]],
    ["_", [107]],
    [`o'neil "cap"`, [107]],
    ["'; DROP TABLE x; --", []],
    ["ärmel", [101]],
    ["A\u0308RMEL", [101]],
    ["日本", [108]],
    ["😀", [108]],
    ["STRASSE", []],
    ["c_3", [107]],
    ["1000.00", [102]],
    ["product-4", [101]],
    ["zeta", [101]],
    ["Cap9", []],
    ["", FEED_ORDER],
  ])("finds %j in SKU, title, price and every source column, whatever its case", async (search, expected) => {
    const { data, meta } = await products.list({ search });
    expect(data.map(({ id }) => Number(id.slice(5)))).toEqual(expected);
    expect(meta.total).toBe(expected.length);
  });

  test("counts all that is found, also for a page past the end", async () => {
    expect((await products.list({ search: "beta", page: "1", per_page: "1" })).meta).toMatchObject({
      total: 2,
      total_pages: 2,
      has_more: true,
    });
    expect(await products.list({ search: "beta", page: "9", per_page: "1" })).toMatchObject({ data: [], meta: { total: 2 } });
    expect(await products.list({ page: "9" })).toMatchObject({ data: [], meta: { total: 9 } });
  });

  test("finds a title that overrides the platform's, and the platform's beneath it", async () => {
    await products.set(104, { title: "Großes 100% Kissen" });
    expect(await products.ids({ search: "100% kissen" })).toEqual([104]);
    expect(await products.ids({ search: "straße" })).toEqual([104]);
    await products.restore(104);
    expect(await products.ids({ search: "kissen" })).toEqual([]);
  });
});

describe("filtering", () => {
  test("by exclusion is of the feed asked about", async () => {
    expect(await products.ids({ excluded: "true" })).toEqual([101]);
    expect(await products.ids({ excluded: "false" })).toEqual(FEED_ORDER.filter((id) => id !== 101));
    const ofSecond = { feed_id: String(second) };
    expect(await products.ids({ ...ofSecond, excluded: "true" })).toEqual([109]);
    expect((await products.list({ ...ofSecond, excluded: "true" })).data).toMatchObject([{ excluded: true, excluded_reason: "No fruit" }]);
    expect((await products.list({ ...ofSecond, search: "ärmel" })).data).toMatchObject([{ excluded: false, excluded_reason: null }]);
  });

  test("by condition takes the override, else what the feed makes of it", async () => {
    expect(await products.ids({ condition: "used" })).toEqual([]);
    expect(await products.ids({ condition: "used", feed_id: String(second) })).toEqual([108]);
    await products.set(102, { condition: "used" });
    await products.set(108, { condition: "refurbished" });
    expect(await products.ids({ condition: "used" })).toEqual([102]);
    expect(await products.ids({ condition: "refurbished", feed_id: String(second) })).toEqual([108]);
    expect(await products.ids({ condition: "used", feed_id: String(second) })).toEqual([102]);
    expect((await products.ids({ condition: "new" })).length).toBe(7);
    await products.restoreAll(["102", "108"]);
  });

  test("by overrides counts the shop's overrides and this feed's cells", async () => {
    await products.set(105, { brand: "Mine" });
    await products.setCell(second, 103, { vendor: "Theirs" });
    expect(await products.ids({ has_overrides: "true" })).toEqual([105]);
    expect(await products.ids({ has_overrides: "true", feed_id: String(second) })).toEqual([103, 105]);
    expect((await products.list({ has_overrides: "false" })).meta.total).toBe(8);
    expect((await products.list({ feed_id: String(second), search: "100.00" })).data).toMatchObject([
      { id: "prod_103", has_overrides: true },
    ]);
    expect((await products.list({ search: "100.00" })).data).toMatchObject([{ id: "prod_103", has_overrides: false }]);
    await products.restoreAll(["103", "105"]);
    expect(await products.ids({ has_overrides: "true", feed_id: String(second) })).toEqual([]);
  });

  test("and searching and sorting go together", async () => {
    const query = { search: "a", excluded: "false", condition: "new", has_overrides: "false", sort: "price", order: "desc" };
    const all = await products.ids(query);
    expect(all).toEqual([102, 103, 104, 107, 109, 106, 108, 105].filter((id) => all.includes(id)));
    expect(all).toContain(109);
    const pages = await Promise.all([1, 2, 3, 4].map((page) => products.ids({ ...query, page: String(page), per_page: "2" })));
    expect(pages.flat()).toEqual(all);
  });
});

describe("a request that cannot be answered", () => {
  test.each([
    [{ feed_id: "" }, "invalid_request"],
    [{ excluded: "yes" }, "invalid_request"],
    [{ condition: "broken" }, "invalid_request"],
    [{ has_overrides: "1" }, "invalid_request"],
    [{ order: "up" }, "invalid_request"],
    [{ page: "0" }, "invalid_request"],
    [{ per_page: "101" }, "invalid_request"],
    [{ colour: "red" }, "invalid_request"],
    [{ feed_id: "feed_99999" }, "resource_not_found"],
    [{ feed_id: "nonsense" }, "resource_not_found"],
  ])("%j is %s", async (query, code) => {
    expect(await refusal(products.list(query))).toMatchObject({ code });
  });

  test("is a search longer than 200 characters", async () => {
    expect(await refusal(products.list({ search: "x".repeat(201) }))).toMatchObject({ code: "invalid_request", param: "/search" });
  });

  test("is one without a feed, or with that of another shop", async () => {
    const other = await testShop(products.listed.database.db);
    expect(await refusal(products.list({}, other.shop))).toMatchObject({ code: "resource_not_found" });
    expect(await refusal(products.list({ feed_id: String(other.feedId) }))).toMatchObject({ code: "resource_not_found" });
    expect(await refusal(products.ask(listProducts, { query: {} }))).toMatchObject({ code: "invalid_request", param: "/feed_id" });
  });

  test("of a shop without a catalog lists nothing, and still knows what can be sorted by", async () => {
    const other = await testShop(products.listed.database.db);
    const of = { feed_id: String(other.feedId) };
    expect(await products.list(of, other.shop)).toMatchObject({ data: [], meta: { total: 0, total_pages: 0 } });
    expect((await products.list({ ...of, sort: "price" }, other.shop)).data).toEqual([]);
    expect(await refusal(products.list({ ...of, sort: "nonsense" }, other.shop))).toMatchObject({ code: "invalid_request" });
  });
});

test("a feed whose only run is held lists that run's rows, says so, and agrees with its scope", async () => {
  const feedId = await products.newFeed();
  const path = { id: `feed_${feedId}` };
  const listRows = () =>
    performWhole<HeldList>(products.listed.real.services, products.shop, listFeedProducts, { path, query: { per_page: "100" } });
  expect(await refusal(listRows())).toMatchObject({ code: "no_feed" });
  await products.addRule(feedId, { type: "exclude", reason: "Not yet", condition: "[D]id > 0" });
  await products.run(feedId);
  const run = (await products.ask<{ readonly id: string }>(latestRun, { path })).id;
  const message = "The file would have no products.";
  const held = {
    ...{ total: 9, run_id: run, publication: "held", held_reasons: [{ code: "empty", message, details: { before: 0, after: 0 } }] },
    notice: `Run ${run} is held: ${message} Publish it with POST /v1/feeds/${path.id}/runs/${run}/publish, or change the feed and run it again.`,
  };
  const rows = await listRows();
  expect(rows.meta).toMatchObject(held);
  expect(rows.data).toHaveLength(9);
  for (const row of rows.data) expect(row).toMatchObject({ excluded: true, excluded_reason: "Not yet" });
  const listed = await products.list({ feed_id: path.id, excluded: "true" });
  expect(listed.meta).toMatchObject(held);
  expect(listed.data.map(({ excluded_reason: reason }) => reason)).toEqual(rows.data.map(() => "Not yet"));
  expect(await products.get(101, { feed_id: path.id })).toMatchObject({ excluded: true, excluded_reason: "Not yet" });
  expect(await products.ask(getFeedScope, { path })).toMatchObject({ included_count: 0, excluded_count: 9 });

  await products.ask(publishRun, { path: { ...path, run_id: run } });
  const { meta } = await listRows();
  expect(meta).toEqual({ page: 1, per_page: 100, total: 9, total_pages: 1, has_more: false });
});

test.each([
  [listProducts, { sort: "price" }],
  [listProducts, { search: "a", order: "desc" }],
  [listFeedProducts, { sort: "title" }],
  [listFeedProducts, { search: "a", order: "desc" }],
] as const)("lists %# are the same of a snapshot and a run from before their lines were kept", async (operation, query) => {
  const { services } = products.listed.real;
  const feed = `feed_${products.primaryId}`;
  const input = operation === listProducts ? { query: { ...query, feed_id: feed } } : { path: { id: feed }, query };
  const asked = async (objects: typeof services.objects) => performWhole({ ...services, objects }, products.shop, operation, input);
  const listed = await asked(services.objects);
  const looked: string[] = [];
  const withoutLines = await asked({
    ...services.objects,
    head: async (key) => {
      looked.push(key);
      return undefined;
    },
    parts: () => Promise.reject(new Error("there are no lines")),
  });
  expect(looked).toHaveLength(1);
  expect(withoutLines).toEqual(listed);
  expect(listed).toMatchObject({ data: expect.arrayContaining([expect.objectContaining({ excluded: true })]) });
});
