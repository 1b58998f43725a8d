import { afterAll, beforeAll, expect, test } from "vitest";
import { performWhole } from "../../../test/harness/perform.ts";
import { testShop } from "../../../test/harness/shop-fixture.ts";
import { catalogOf, productsShop, type ProductsShop, type Query, refusal } from "../products/products-shop.suite.ts";
import { listColumnValues, profileColumns } from "./index.ts";
import type { ColumnProfileShape } from "./profile-shapes.ts";

const LONG = "x".repeat(250);
const CATALOG = catalogOf([
  { id: 101, title: "Banana", price: "9.50", vendor: "Acme" },
  { id: 102, title: "Apple", price: "100.00", vendor: "Acme" },
  { id: 103, title: LONG, price: "20.00", vendor: " " },
  { id: 104, title: "Date", price: "30.00", vendor: "acme" },
  { id: 105, title: "Elder", price: "1.00" },
]);

interface Page {
  readonly data: readonly ColumnProfileShape[];
  readonly meta: Readonly<Record<string, unknown>>;
}
interface Values {
  readonly data: { readonly side: string; readonly distinct: number; readonly values: readonly object[] };
}

let shop: ProductsShop;
const profile = (query: Query = {}, of = shop.shop) =>
  performWhole<Page>(shop.listed.real.services, of, profileColumns, { path: { id: `feed_${shop.primaryId}` }, query });
const values = async (name: string, query: Query = {}, of = shop.shop) => {
  const asked = { path: { id: `feed_${shop.primaryId}`, name }, query };
  return (await performWhole<Values>(shop.listed.real.services, of, listColumnValues, asked)).data;
};

beforeAll(async () => {
  shop = await productsShop("profiles.example", CATALOG);
  await shop.addRule(shop.primaryId, {
    type: "set_value",
    target: "custom_label_0",
    value: "=upper([D]vendor)",
    condition: "[G]price is not blank",
  });
  await shop.run(shop.primaryId);
});
afterAll(() => shop[Symbol.asyncDispose]());

test("a column has its type, what it reads and feeds, the rules that use it, and its values", async () => {
  const { data, meta } = await profile({ columns: "vendor,brand,custom_label_0,title" });
  const [rule] = data.find(({ name }) => name === "custom_label_0")?.written_by ?? [];
  const find = (name: string, side: string) => data.find((column) => column.name === name && column.side === side);
  expect(rule).toMatch(/^rule_[0-9]+$/);
  expect(find("vendor", "source")).toEqual({
    ...{ object: "column_profile", name: "vendor", side: "source", type: "text", reads: null, read_by: [rule], written_by: [] },
    feeds: expect.arrayContaining(["brand"]),
    ...{ rows: 5, with_value: 3, distinct: 2, approximate: false },
    top: [
      { value: "Acme", count: 2, cut: false },
      { value: "acme", count: 1, cut: false },
    ],
    samples: ["Acme", "acme"],
  });
  expect(find("brand", "feed")).toMatchObject({ reads: "vendor", rows: 5, read_by: [] });
  expect(find("custom_label_0", "feed")).toMatchObject({ with_value: 3, distinct: 1, top: [{ value: "ACME", count: 3 }] });
  expect(find("title", "source")?.top).toContainEqual({ value: LONG.slice(0, 200), count: 1, cut: true });
  expect(meta).toMatchObject({ total: 5, snapshot_id: expect.stringMatching(/^ext_/), run_id: expect.stringMatching(/^run_/) });
});

test("columns come in pages, of one side or both", async () => {
  const first = await profile({ per_page: "3", side: "source" });
  const second = await profile({ per_page: "3", side: "source", page: "2" });
  expect(first.data.map(({ side }) => side)).toEqual(["source", "source", "source"]);
  expect(new Set([...first.data, ...second.data].map(({ name }) => name)).size).toBe(6);
  const sides = [await profile({ per_page: "1", side: "feed" }), await profile({ per_page: "1" })].map(({ meta }) => Number(meta["total"]));
  expect(sides[1]).toBe(Number(first.meta["total"]) + (sides[0] ?? 0));
});

test("values are found by a text, whatever its case, and counted; a name means the feed column first", async () => {
  expect(await values("vendor")).toEqual({
    ...{ object: "column_values", name: "vendor", side: "source", distinct: 2 },
    values: [
      { value: "Acme", count: 2, cut: false },
      { value: "acme", count: 1, cut: false },
    ],
  });
  expect(await values("title", { search: "APP" })).toMatchObject({ side: "feed", distinct: 1, values: [{ value: "Apple", count: 1 }] });
  expect(await values("title", { side: "source", limit: "2" })).toMatchObject({ side: "source", distinct: 5, values: [{}, {}] });
  expect(await values("title", { search: "nothing like it" })).toMatchObject({ distinct: 0, values: [] });
});

test("an unknown column, a page out of bounds and a stranger's feed are refused", async () => {
  expect(await refusal(profile({ columns: "vendr" }))).toMatchObject({ code: "invalid_request", details: [{ param: "/columns" }] });
  expect(await refusal(profile({ per_page: "101" }))).toMatchObject({ code: "invalid_request", details: [{ param: "/per_page" }] });
  expect(await refusal(values("vendr"))).toMatchObject({ code: "resource_not_found" });
  expect(await refusal(values("title", { limit: "101" }))).toMatchObject({ code: "invalid_request", details: [{ param: "/limit" }] });
  const stranger = await testShop(shop.shop.db);
  expect(await refusal(profile({}, stranger.shop))).toMatchObject({ code: "resource_not_found" });
  expect(await refusal(values("title", {}, stranger.shop))).toMatchObject({ code: "resource_not_found" });
});
