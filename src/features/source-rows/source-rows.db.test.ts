import { sql as kysely } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { performWhole } from "../../../test/harness/perform.ts";
import { testShop } from "../../../test/harness/shop-fixture.ts";
import { sql } from "../../engine/sql/fragment.ts";
import { SOURCE_COLUMNS } from "../../engine/source/source-columns.ts";
import { RequestError } from "../../kernel/errors.ts";
import { catalogOf, productsShop, type ProductsShop, type Query, refusal } from "../products/products-shop.suite.ts";
import { withinFilterTime } from "../row-filters/index.ts";
import { listSourceRows } from "./index.ts";
import type { SourceRowShape } from "./source-row-shapes.ts";

/** Rows in feed order; their ids are in another. 101 is left out by a rule. */
const CATALOG = catalogOf([
  { id: 109, title: "Banana 50% off", price: "9.50", sku: "B-1", vendor: "Acme", quantity: "10" },
  { id: 103, title: "apple", price: "100.00", sku: "b-2", vendor: "acme", quantity: "9" },
  { id: 107, title: `O'Neil "Cap"`, price: "20.00", sku: "C_3", quantity: "-1" },
  { id: 101, title: "Ärmel \\u0041\\", price: "9.5", sku: "", vendor: "Zeta", quantity: "100" },
  { id: 105, title: `日本茶 ${"😀".repeat(300)}`, vendor: " ", quantity: "0" },
]);
const FEED_ORDER = [109, 103, 107, 101, 105];

interface Page {
  readonly data: readonly SourceRowShape[];
  readonly meta: Readonly<Record<string, unknown>>;
}

let products: ProductsShop;
beforeAll(async () => {
  products = await productsShop("source.example", CATALOG);
  await products.addRule(products.primaryId, { text: 'Exclude because "No sleeves" when [D]id is 101' });
  await products.run(products.primaryId);
  await products.setCell(products.primaryId, 103, { title: "Zebra", price: "1.00" });
  await products.set(107, { title: "Cap", custom_label_0: "x" });
});
afterAll(() => products[Symbol.asyncDispose]());

const list = (query: Query = {}) =>
  performWhole<Page>(products.listed.real.services, products.shop, listSourceRows, { path: { id: `feed_${products.primaryId}` }, query });
const ids = async (query: Query) => (await list(query)).data.map(({ row_id: rowId }) => Number(rowId));
const rowOf = async (id: number, query: Query = {}) => (await list(query)).data.find(({ row_id: rowId }) => rowId === String(id));

describe("a source row", () => {
  test("has the platform's value, and beside it the feed's cell, the overridden columns and what the run says", async () => {
    const columns = "title,price,vendor";
    expect(await rowOf(103, { columns })).toEqual({
      object: "source_row",
      row_id: "103",
      product_id: "prod_103",
      values: { title: "apple", price: "100.00", vendor: "acme" },
      edited: { title: "Zebra", price: "1.00" },
      overridden: [],
      cut: [],
      excluded: false,
      excluded_reason: null,
    });
    expect(await rowOf(107, { columns })).toMatchObject({ overridden: ["custom_label_0", "title"], edited: {} });
    expect(await rowOf(101, { columns })).toMatchObject({ excluded: true, excluded_reason: "No sleeves" });
  });

  test("has its values as they are, whatever their characters, with cells and without", async () => {
    const titles = ["Banana 50% off", "apple", `O'Neil "Cap"`, "Ärmel \\u0041\\", "日本茶 😀😀"];
    const columns = "title";
    expect((await list({ columns, cut: "6" })).data.map(({ values }) => values["title"])).toEqual(
      titles.map((title) => [...title].slice(0, 6).join("")),
    );
    expect((await list({ columns, edited: "false", search: "Ärmel" })).data[0]?.values).toEqual({ title: titles[3] });
  });

  test("is the same if nothing is known of how long the snapshot's values are", async () => {
    const known = (await list({ columns: "title,sku,seo_title", cut: "20", per_page: "6" })).data;
    const { db } = products.listed.database;
    const facts = await db.selectFrom("extracts").select("snapshot").executeTakeFirstOrThrow();
    await db
      .updateTable("extracts")
      .set({ snapshot: kysely`snapshot - 'longest'` })
      .execute();
    expect((await list({ columns: "title,sku,seo_title", cut: "20", per_page: "7" })).data).toEqual(known);
    await db
      .updateTable("extracts")
      .set({ snapshot: JSON.stringify(facts.snapshot) })
      .execute();
    expect(known.map(({ cut }) => cut)).toEqual([[], [], [], [], ["title"]]);
  });

  test("has every visible column unless some are asked for, and `meta` says of which snapshot and version", async () => {
    const { data, meta } = await list();
    expect(Object.keys(data[0]?.values ?? {})).toEqual(SOURCE_COLUMNS.map(({ name }) => name));
    const version = await products.versionOf(products.primaryId);
    expect(meta).toMatchObject({ page: 1, per_page: 25, total: 5, has_more: false, version });
    expect(meta["snapshot_id"]).toMatch(/^ext_[0-9]+$/);
  });

  test("shows so many characters of a value as `cut` says, whole ones, and names the columns it cut", async () => {
    const cut = await rowOf(105, { cut: "5", columns: "title,vendor" });
    expect(cut).toMatchObject({ values: { title: "日本茶 😀", vendor: " " }, cut: ["title"] });
    expect((await rowOf(105, { cut: "304" }))?.cut).toEqual([]);
    expect([...((await rowOf(105))?.values["title"] ?? "")]).toHaveLength(200);
    expect((await rowOf(103, { cut: "2", columns: "vendor" }))?.edited).toEqual({ title: "Ze", price: "1." });
  });
});

describe("the list", () => {
  test("stands in feed order or against it, page by page", async () => {
    expect(await ids({})).toEqual(FEED_ORDER);
    expect(await ids({ order: "desc" })).toEqual(FEED_ORDER.toReversed());
    const pages = await Promise.all([1, 2, 3, 4].map((page) => ids({ page: String(page), per_page: "2", order: "desc" })));
    expect(pages).toEqual([[105, 101], [107, 103], [109], []]);
    expect((await list({ page: "4", per_page: "2", sort: "title" })).meta).toMatchObject({ total: 5, total_pages: 3 });
  });

  test.each([
    ["price", "asc", [103, 109, 101, 107, 105]],
    ["price", "desc", [107, 109, 101, 103, 105]],
    ["title", "asc", [109, 107, 103, 101, 105]],
    ["inventory_quantity", "desc", [101, 109, 103, 105, 107]],
  ] as const)("sorts by %s %s as the feed reads it: a cell stands for the platform's value", async (sort, order, expected) => {
    expect(await ids({ sort, order })).toEqual(expected);
  });

  test.each([
    ["[D]price < 10", [109, 103, 101]],
    ["price < 10 and not [D]vendor is acme", [101]],
    ["[D]title contains zebra", [103]],
    ["[D]title = apple", []],
    ['[D]vendor is blank or [D]title matches "^B"', [109, 107, 105]],
    ["upper(left([D]sku, 1)) in (B, C) and [D]inventory_quantity between 0 and 10", [109, 103]],
    ["always", FEED_ORDER],
  ] as const)("is filtered by %s", async (filter, expected) => {
    expect(await ids({ filter })).toEqual(expected);
    expect((await list({ filter, per_page: "1" })).meta["total"]).toBe(expected.length);
  });

  test("searches the platform's values and the cells, and lists rows with or without a cell", async () => {
    expect(await ids({ search: "ZEBRA" })).toEqual([103]);
    expect(await ids({ search: "acme" })).toEqual([109, 103]);
    expect(await ids({ search: "ärmel" })).toEqual([101]);
    expect(await ids({ edited: "true" })).toEqual([103]);
    expect(await ids({ edited: "false", search: "acme", sort: "sku" })).toEqual([109]);
    expect(await ids({ edited: "true", filter: "[D]price > 50" })).toEqual([]);
  });

  test("of a new cell is another at once", async () => {
    expect(await ids({ filter: "[D]vendor is Nova", sort: "vendor" })).toEqual([]);
    await products.setCell(products.primaryId, 105, { vendor: "Nova" });
    expect(await ids({ filter: "[D]vendor is Nova", sort: "vendor" })).toEqual([105]);
    await products.setCell(products.primaryId, 105, { vendor: null });
    expect(await ids({ filter: "[D]vendor is Nova" })).toEqual([]);
  });

  test("is filtered by availability as cells of the stock decide on it", async () => {
    const filter = "[D]available = false";
    const before = await ids({ filter });
    expect(before).not.toContain(101);
    const stock = { inventory_tracked: "true", inventory_policy: "deny", inventory_quantity: "0" };
    await products.setCell(products.primaryId, 101, stock);
    expect(new Set(await ids({ filter }))).toEqual(new Set([...before, 101]));
    await products.setCell(products.primaryId, 101, { inventory_tracked: null, inventory_policy: null, inventory_quantity: null });
    expect(await ids({ filter })).toEqual(before);
  });
});

describe("a filter is refused with its place", () => {
  test.each([
    ["it ends too soon", "[D]price <", "column 11"],
    ["a source column is unknown", "[D]prise < 5", "no source column prise"],
    ["it reads a feed column", "[G]title is blank", "no feed column title"],
    ["it's no condition", "[D]price", "Expected a condition"],
    ["it looks at other rows", "rank([D]price) < 5", "single rows"],
    ["it looks a key up", 'lookup("colours", [D]vendor) is blank', "single rows"],
    ["a regular expression is broken", '[D]title matches "("', "isn't valid RE2"],
    ["a regular expression is too large", `[D]title matches "${"\\pL{30}".repeat(100)}"`, "Repetition counts"],
    ["it has too many conditions", Array.from({ length: 101 }, (_, at) => `[D]price = ${at}`).join(" or "), "at most 100 conditions"],
  ])("where %s", async (_what, filter, told) => {
    const error = await refusal(list({ filter }));
    expect(error).toMatchObject({ code: "invalid_request", param: "/filter" });
    expect(`${error.message} column ${error.details[0]?.column ?? "none"}`).toContain(told);
  });

  test("where its statement doesn't end in time; the warehouse stops it and answers others", async () => {
    const warehouse = products.listed.real.services.warehouse.of(products.shop.shopId);
    const endless = (signal: AbortSignal) =>
      warehouse.query(sql`SELECT count(*) AS n FROM range(1000000000000) t(a) WHERE a % 7 = 3`, { signal });
    const call: Parameters<typeof withinFilterTime>[0] = {
      fail: (code, message, details) => {
        throw new RequestError(code, { ...(message === undefined ? {} : { message }), ...(details === undefined ? {} : { details }) });
      },
    };
    expect(await refusal(withinFilterTime(call, endless, 50))).toMatchObject({ code: "invalid_request" });
    expect(await warehouse.query(sql`SELECT 1 AS one`)).toEqual([{ one: 1 }]);
  });

  test("by a column that is not the shop's, as are columns to show, to sort by, and pages that are too long", async () => {
    expect(await refusal(list({ sort: "prise" }))).toMatchObject({ param: "/sort" });
    expect(await refusal(list({ columns: "title,nothing" }))).toMatchObject({ param: "/columns" });
    expect(await refusal(list({ per_page: "500", cut: "20000" }))).toMatchObject({ param: "/cut" });
    expect(await refusal(list({ per_page: "501" }))).toMatchObject({ code: "invalid_request", param: "/per_page" });
  });
});

test("a page that was read before shows a cell and an override at once", async () => {
  const query = { columns: "title" };
  const before = await rowOf(109, query);
  expect(before).toMatchObject({ edited: {}, overridden: [], excluded: false });
  await products.setCell(products.primaryId, 109, { title: "Mango" });
  await products.set(109, { custom_label_1: "x" });
  expect(await rowOf(109, query)).toMatchObject({ values: before?.values, edited: { title: "Mango" }, overridden: ["custom_label_1"] });
});

test("a stranger's feed is not found, and a shop without a catalog has no rows", async () => {
  const { services } = products.listed.real;
  const stranger = await testShop(products.listed.database.db);
  const theirs = { path: { id: `feed_${products.primaryId}` } };
  expect(await refusal(performWhole(services, stranger.shop, listSourceRows, theirs))).toMatchObject({ code: "resource_not_found" });
  const own = await performWhole<Page>(services, stranger.shop, listSourceRows, { path: { id: `feed_${stranger.feedId}` } });
  expect(own).toMatchObject({ data: [], meta: { total: 0, snapshot_id: null } });
});
