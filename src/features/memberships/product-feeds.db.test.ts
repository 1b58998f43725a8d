import { afterAll, beforeAll, expect, test } from "vitest";
import { performWhole } from "../../../test/harness/perform.ts";
import { rawProduct, rawVariant } from "../../../test/harness/raw-records.ts";
import { testShop } from "../../../test/harness/shop-fixture.ts";
import type { FeedId } from "../../kernel/ids.ts";
import { assignChannel } from "../channels/index.ts";
import { productsShop, type ProductsShop, type Query, refusal } from "../products/products-shop.suite.ts";
import { listProductFeeds } from "./index.ts";
import type { FeedOfProductShape } from "./product-feeds-shapes.ts";

/** Two variants of one product, and seven other products, so that few rows leave a feed. */
const OTHERS = [3, 4, 5, 6, 7, 8, 9];
const CATALOG = {
  products: [
    rawProduct(1, { key: "p-1", id: "1", title: "Shirt" }),
    ...OTHERS.map((n) => rawProduct(n, { key: `p-${n}`, id: String(n), title: `Cap ${n}` })),
  ],
  variants: [
    rawVariant(1, { product_key: "p-1", id: "101", sku: "S", price: "5.00" }),
    rawVariant(2, { product_key: "p-1", id: "102", sku: "M", price: "6.00" }),
    ...OTHERS.map((n) => rawVariant(n, { product_key: `p-${n}`, id: String(100 + n), price: "7.00" })),
  ],
};

let shop: ProductsShop;
let second: FeedId;
let off: FeedId;
const feedsOf = async (id: number, query: Query = {}, of = shop.shop) => {
  const found = performWhole<{ readonly data: readonly FeedOfProductShape[] }>(shop.listed.real.services, of, listProductFeeds, {
    path: { id: `prod_${id}` },
    query,
  });
  return (await found).data;
};

beforeAll(async () => {
  shop = await productsShop("product-feeds.example", CATALOG);
  second = await shop.newFeed();
  off = await shop.newFeed();
  await shop.shop.db.updateTable("feeds").set({ active: false }).where("id", "=", off).execute();
  await shop.ask(assignChannel, { path: { feed_id: `feed_${shop.primaryId}`, slug: "google" }, body: {} });
  await shop.addRule(second, { type: "exclude", reason: "Same words", condition: "[D]sku is M" });
  await shop.addRule(second, { type: "exclude", reason: "Same words", condition: "[D]sku is S" });
  await shop.addRule(second, { type: "set_value", target: "title", value: "Second" });
  await shop.run(shop.primaryId);
  await shop.run(second);
});
afterAll(() => shop[Symbol.asyncDispose]());

test("shows each feed's state, cause, counts and values", async () => {
  const [primary, other, inactive] = await feedsOf(101, { columns: "title,price" });
  expect(primary).toMatchObject({
    feed_id: `feed_${shop.primaryId}`,
    ...{ active: true, reason: null, cause: null, outdated: false },
    rows: { included: 2, total: 2 },
    variants: [
      { id: "prod_101", included: true, reason: null, cause: null, fields: { price: "5.00 USD" } },
      { id: "prod_102", included: true, fields: { price: "6.00 USD" } },
    ],
  });
  const [first, last] = other?.variants ?? [];
  const rule = (other?.cause?.rule_id ?? "").slice("rule_".length);
  expect(other).toMatchObject({ state: "not_in_feed", what: "excluded_by_rule", reason: "Same words", rows: { included: 0, total: 2 } });
  expect(first?.cause).toEqual({ stage: "rules", rule_id: `rule_${rule}`, setting: null });
  expect(last?.cause).toEqual({ stage: "rules", rule_id: `rule_${Number(rule) - 1}`, setting: null });
  expect(first?.fields["title"]).toBe("Second");
  expect(inactive).toMatchObject({
    feed_id: `feed_${off}`,
    active: false,
    what: "feed_inactive",
    variants: [],
    rows: { included: 0, total: 0 },
  });
});

test("shows findings by channel, and every variant", async () => {
  const [primary] = await feedsOf(102);
  expect(primary?.state).toBe("needs_attention");
  const [google] = primary?.findings ?? [];
  expect(google?.channel).toBe("google");
  expect(google?.codes).toContainEqual({ code: "missing_image_link", severity: "error", field: "image_link", rows: 2 });
  expect(google?.errors).toBe(google?.codes.filter(({ severity }) => severity === "error").reduce((sum, { rows }) => sum + rows, 0));
  expect(primary?.variants.map(({ fields }) => fields)).toEqual([{}, {}]);
});

test("a column that no feed has is refused, and a stranger's product isn't found", async () => {
  expect(await refusal(feedsOf(101, { columns: "title,titel" }))).toMatchObject({
    code: "invalid_request",
    details: [{ param: "/columns" }],
  });
  const stranger = await testShop(shop.shop.db);
  expect(await refusal(feedsOf(101, {}, stranger.shop))).toMatchObject({ code: "resource_not_found" });
  expect(await refusal(feedsOf(999))).toMatchObject({ code: "resource_not_found" });
});
