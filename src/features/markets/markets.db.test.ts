import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { listedShop, type ListedShop } from "../../../test/harness/listed-shop.ts";
import { listedCatalog, type ListedStorefront, listedStorefront } from "../../../test/harness/listed-storefront.ts";
import { perform } from "../../../test/harness/perform.ts";
import { secondFeed, type TestShop, testShop } from "../../../test/harness/shop-fixture.ts";
import type { ShopDb } from "../../platform/postgres/postgres-port.ts";
import { listCollections } from "../collections/index.ts";
import { claimExtract, insertExtract, workExtract } from "../extracts/index.ts";
import { listLanguages, listMarkets } from "./index.ts";

/** Products 1 and 2 are in two collections each, 3 in one, 4 in none. */
const COLLECTIONS: readonly (readonly string[])[] = [["Sale", "Shoes, bags"], ["Sale", "Café"], ["Sale"], []];

function catalog() {
  const { products, variants } = listedCatalog(COLLECTIONS.length);
  return { products: products.map((product, at) => ({ ...product, collections: COLLECTIONS[at] ?? [] })), variants };
}

let made: ListedShop;
let storefront: ListedStorefront;
let stranger: TestShop;
beforeAll(async () => {
  storefront = listedStorefront(catalog());
  storefront.claims = { markets: [{ name: "Nordics", currency: "SEK" }, { name: "Canada", currency: null }] }; // prettier-ignore
  made = await listedShop("markets.example", storefront);
  stranger = await testShop(made.database.db);
});
afterAll(() => made[Symbol.asyncDispose]());

const ask = (operation: Parameters<typeof perform>[2], query: Readonly<Record<string, string>> = {}, shop: ShopDb = made.shop) =>
  perform<readonly Readonly<Record<string, unknown>>[]>(made.real.services, shop, operation, { query });

async function extractAgain(claims: ListedStorefront["claims"]): Promise<void> {
  storefront.claims = claims;
  await insertExtract(made.shop, { type: "full" });
  const claim = await claimExtract(made.database.db, "test", 20);
  if (claim === undefined) throw new Error("no extract waits");
  await workExtract(made.real.services, made.shop, claim, { signal: new AbortController().signal, progress: () => undefined });
}

describe("collections", () => {
  const brief = async (query: Readonly<Record<string, string>> = {}) =>
    (await ask(listCollections, query)).map(({ id, title, product_count: products }) => [id, title, products]);

  test("are the titles that products have, with the number of products, where the platform lists none", async () => {
    expect(await brief()).toEqual([
      [null, "Café", 1],
      [null, "Sale", 3],
      [null, "Shoes, bags", 1],
    ]);
  });

  test("are searched in any case, and paged", async () => {
    expect(await brief({ search: "S" })).toEqual([
      [null, "Sale", 3],
      [null, "Shoes, bags", 1],
    ]);
    expect(await brief({ search: "CAFE\u0301" })).toEqual([[null, "Café", 1]]);
    expect(await brief({ search: "%" })).toEqual([]);
    expect(await brief({ per_page: "1", page: "2" })).toEqual([[null, "Sale", 3]]);
    expect(await brief({ page: "9" })).toEqual([]);
  });

  test("of another shop are not listed", async () => {
    expect(await ask(listCollections, {}, stranger.shop)).toEqual([]);
  });
});

describe("markets", () => {
  test("are those an export has prices for, with what is known of them and the feeds that sell there", async () => {
    const feed = await secondFeed(made.shop, "market-feed");
    await made.shop.db.updateTable("feeds").set({ target_market: "CA" }).where("id", "=", feed.id).execute();
    const facts = { object: "market", has_prices: true };
    expect(await ask(listMarkets)).toEqual([
      { ...facts, id: "Canada", countries: ["CA"], currency: "CAD", feed_ids: [`feed_${feed.id}`] },
      { ...facts, id: "Nordics", countries: [], currency: "SEK", feed_ids: [] },
    ]);
    expect((await ask(listMarkets, { search: "ca" })).map(({ id }) => id)).toEqual(["Canada"]);
    expect((await ask(listMarkets, { per_page: "1", page: "2" })).map(({ id }) => id)).toEqual(["Nordics"]);
    await made.shop.db.updateTable("feeds").set({ active: false }).where("id", "=", feed.id).execute();
    expect((await ask(listMarkets, { search: "ca" }))[0]?.["feed_ids"]).toEqual([]);
  });

  test("of another shop are not listed", async () => {
    expect(await ask(listMarkets, {}, stranger.shop)).toEqual([]);
  });
});

describe("languages", () => {
  test("are the shop's, the primary one first, with their feeds and what the extract left out", async () => {
    const feed = await secondFeed(made.shop, "language-feed");
    await made.shop.db.updateTable("feeds").set({ feed_type: "language", locale: "fr" }).where("id", "=", feed.id).execute();
    await extractAgain({
      translations: [{ locale: "de", rootUrl: "https://markets.example/de" }],
      leftOut: [{ kind: "locale", code: "fr", reason: "There are no translations into fr." }],
    });
    const facts = { object: "language", primary: false, extracted: false, left_out_reason: null, feed_ids: [] };
    const [primary, ...others] = await ask(listLanguages);
    expect(primary).toMatchObject({
      id: "en",
      primary: true,
      extracted: true,
      feed_ids: expect.arrayContaining([`feed_${made.primaryId}`]),
    });
    expect(others).toEqual([
      { ...facts, id: "de", extracted: true },
      { ...facts, id: "fr", left_out_reason: "There are no translations into fr.", feed_ids: [`feed_${feed.id}`] },
    ]);
    expect((await ask(listLanguages, {}, stranger.shop)).map(({ id, extracted }) => [id, extracted])).toEqual([["en", false]]);
  });
});

describe("what a platform itself lists", () => {
  test("collections have its ids, those without products too, and markets their countries", async () => {
    await extractAgain({
      collections: [
        { id: "gid://shopify/Collection/1", title: "Sale" },
        { id: "gid://shopify/Collection/2", title: "Shoes, bags" },
        { id: "gid://shopify/Collection/3", title: "Empty" },
      ],
      countries: [],
      shop: {
        timeZone: "UTC",
        scopes: [],
        languages: null,
        markets: [{ handle: "nordics", country: null, countries: [{ code: "SE", currency: "SEK" }, { code: "FI", currency: "EUR" }] }], // prettier-ignore
      },
    });
    expect((await ask(listCollections)).map(({ id, title, product_count: products }) => [id, title, products])).toEqual([
      ["gid://shopify/Collection/3", "Empty", 0],
      ["gid://shopify/Collection/1", "Sale", 3],
      ["gid://shopify/Collection/2", "Shoes, bags", 1],
    ]);
    expect(await ask(listMarkets, { search: "fi" })).toEqual([
      { object: "market", id: "nordics", countries: ["SE", "FI"], currency: "SEK", has_prices: false, feed_ids: [] },
    ]);
  });
});
