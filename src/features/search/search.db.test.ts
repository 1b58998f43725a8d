import { afterAll, beforeAll, expect, test } from "vitest";
import { perform } from "../../../test/harness/perform.ts";
import { rawProduct, rawVariant } from "../../../test/harness/raw-records.ts";
import { testShop } from "../../../test/harness/shop-fixture.ts";
import type { Scope } from "../../kernel/scopes.ts";
import { type ProductsShop, productsShop } from "../products/products-shop.suite.ts";
import { find } from "./index.ts";
import { listNamed } from "./search-queries.ts";
import type { HitShape } from "./search-shapes.ts";

const TITLES = ["Linen Shirt", "Shirt of blue linen", "Mug", "linen-shirt", "Crème Brûlée dish", "100% _wool", "Linen trousers"];
const KINDS = ["feed", "rule", "lookup", "webhook"] as const;

let shop: ProductsShop;
let ruleId: number;
beforeAll(async () => {
  shop = await productsShop("search.example", {
    products: TITLES.map((title, at) => rawProduct(at + 1, { key: `handle-${at + 1}`, id: String(at + 1), title })),
    variants: [
      ...TITLES.map((_, at) =>
        rawVariant(at + 1, { product_key: `handle-${at + 1}`, id: String(1_001 + at), sku: `SKU-${at + 1}`, barcode: `040063813339${at}` }),
      ),
      rawVariant(99, { product_key: "handle-1", id: "1099", sku: "LS-NAVY-L", barcode: null }),
    ],
  });
  await shop.addRule(shop.primaryId, { type: "exclude", reason: "Linen is sold out", condition: '[D]title = "Gone"' });
  const { db, shopId } = shop.shop;
  const table = { shop_id: shopId, columns: ["key"], row_count: 1, size_bytes: 9, object_prefix: "x/" };
  await db
    .insertInto("lookup_tables")
    .values({ ...table, name: "linens" })
    .execute();
  const hook = { shop_id: shopId, events: ["run.failed"], secret: "x" };
  await db
    .insertInto("webhooks")
    .values({ ...hook, endpoint_url: "https://linen.example/hook" })
    .execute();
  ruleId = (await db.selectFrom("rules").select("id").where("shop_id", "=", shopId).executeTakeFirstOrThrow()).id;
});
afterAll(() => shop[Symbol.asyncDispose]());

const search = (q: string, limit = "20", of = shop.shop) =>
  perform<readonly HitShape[]>(shop.listed.real.services, of, find, { query: { q, limit } });
const titles = async (q: string, limit = "20") => (await search(q, limit)).map(({ title }) => title);

test.each([
  ["an SKU, whatever its case", "ls-navy-l", "prod_1099", "sku"],
  ["a GTIN", "0400638133392", "prod_1003", "gtin"],
  ["a GTIN without its leading zero", "400638133392", "prod_1003", "gtin"],
  ["a variant's id", "prod_1099", "prod_1099", "id"],
  ["a bare row id", "1003", "prod_1003", "id"],
  ["an item id of a feed file", "shopify_US_3_1003", "prod_1003", "id"],
  ["a product's id", "gid://shopify/Product/3", "prod_1003", "id"],
  ["a handle", "HANDLE-3", "prod_1003", "handle"],
])("%s finds its product, wholly and alone", async (_, q, id, matched) => {
  expect(await search(q)).toMatchObject([{ kind: "product", id, matched, feed_id: null }]);
});

test("words of a title find products that have all of them, those that begin so first, then what else is named so", async () => {
  expect(await titles("linen")).toEqual([
    "Linen Shirt",
    "linen-shirt",
    "Linen trousers",
    "Shirt of blue linen",
    expect.stringContaining("Linen is sold out"),
    "linens",
    "https://linen.example/hook",
  ]);
  expect(await titles("shirt linen")).toEqual(["Linen Shirt", "Shirt of blue linen", "linen-shirt"]);
  expect(await titles("  CRÈME brûlée ")).toEqual(["Crème Brûlée dish"]);
  expect(await titles("creme")).toEqual([]);
});

test("a term is text, never a pattern or SQL", async () => {
  expect(await titles("100% _w")).toEqual(["100% _wool"]);
  for (const odd of ["%", "_", "'", '"', "\\", "'; drop table feeds; --", "[D]title", "😀"])
    expect((await titles(odd)).every((title) => title.includes(odd) || odd === "_")).toBe(true);
});

test("feeds, rules, lookup tables and webhooks are found by id and name, with what a link needs", async () => {
  const feed = `feed_${shop.primaryId}`;
  expect(await search(feed)).toMatchObject([{ kind: "feed", id: feed, title: "Primary feed", feed_id: feed, matched: "name" }]);
  expect(await search("primary FEED")).toMatchObject([{ kind: "feed", id: feed }]);
  expect(await search(`rule_${ruleId}`)).toMatchObject([{ kind: "rule", id: `rule_${ruleId}`, detail: "Primary feed", feed_id: feed }]);
  expect(await search("sold out")).toMatchObject([{ kind: "rule", title: expect.stringContaining("Exclude because") }]);
  expect(await search("linens")).toMatchObject([{ kind: "lookup", id: "linens", detail: "1 row", feed_id: null }]);
  expect(await search("linen.example")).toMatchObject([{ kind: "webhook", id: expect.stringMatching(/^wh_/), detail: "active" }]);
});

test("at most as many hits as asked for, the exact first, and half of the rest for what isn't a product", async () => {
  expect((await search("linen", "4")).map(({ kind }) => kind)).toEqual(["product", "product", "rule", "lookup"]);
  expect((await search("linens", "1")).map(({ kind }) => kind)).toEqual(["lookup"]);
  for (const limit of ["0", "21", "x"]) await expect(search("linen", limit)).rejects.toMatchObject({ code: "invalid_request" });
  await expect(search("   ")).rejects.toMatchObject({ code: "invalid_request" });
});

test.each<[Scope, readonly string[]]>([
  ["read_products", ["product"]],
  ["read_feeds", []],
  ["read_rules", ["rule", "lookup"]],
  ["read_webhooks", ["webhook"]],
])("a key with %s alone searches only what it may read", async (scope, kinds) => {
  const input = { query: { q: "linen" }, scopes: [scope] };
  const data = await perform<readonly HitShape[]>(shop.listed.real.services, shop.shop, find, input);
  expect([...new Set(data.map(({ kind }) => kind))]).toEqual(kinds);
});

test("nothing of another shop is found, nor an organization's webhook by another organization", async () => {
  const other = await testShop(shop.shop.db);
  const theirs = await search("linen", "20", other.shop);
  expect(theirs).toEqual([]);
  for (const id of [`feed_${shop.primaryId}`, `rule_${ruleId}`, "prod_1003", "linens"])
    expect(await search(id, "20", other.shop)).toEqual([]);
  expect(await listNamed(other.shop, { text: "linen", kinds: KINDS, organizationId: null })).toEqual([]);
  const organization = await shop.shop.db.insertInto("organizations").values({ name: "One" }).returning("id").executeTakeFirstOrThrow();
  await shop.shop.db.updateTable("webhooks").set({ organization_id: organization.id }).where("shop_id", "=", shop.shop.shopId).execute();
  const asked = (organizationId: number | null) => listNamed(shop.shop, { text: "linen.example", kinds: KINDS, organizationId });
  expect([(await asked(organization.id + 1)).length, (await asked(organization.id)).length, (await asked(null)).length]).toEqual([0, 1, 1]);
});
