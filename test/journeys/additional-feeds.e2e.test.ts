import { afterAll, beforeAll, expect, test } from "vitest";
import type { TypedClient } from "../contract/client/typed-client.ts";
import { fileRows, published, regenerated, sampleShop, type SampleShop } from "../harness/sample-shop.ts";

/** Feeds beside the primary one of the sample shop, each from the request to the file that channels fetch. */

const PRIMARY = "feed_1";
let shop: SampleShop;
let client: TypedClient;

beforeAll(async () => {
  shop = await sampleShop();
  ({ client } = shop);
});
afterAll(() => shop[Symbol.asyncDispose]());

const idsOf = async (url: string) => (await fileRows(url)).map((row) => String(row["id"])).toSorted();
const beside = (name: string) => shop.feedUrl.replace(/gmcfeed\.txt$/, name);
const of = (id: string) => ({ path: { id } });

/** The shop's own market: every row has a price there. */
const HOME = { feed_type: "market", target_market: "IE" } as const;
const COLLECTION = { ...HOME, display_name: "Collection", product_selection_mode: "collection" } as const;

/** Of those the refusal of another names. */
async function someCollection(): Promise<string> {
  const refused = await client.refused("feeds.create", { body: { ...COLLECTION, selected_collection_title: "no such" } });
  expect(refused).toMatchObject({ status: 422, code: "collection_not_found" });
  const [, first = ""] = /It has ([^,]+)/.exec(refused.message) ?? [];
  return first;
}

/** Rows of the primary feed by what its source says. */
async function productsIn(collection: string): Promise<readonly string[]> {
  const path = { feed_id: PRIMARY };
  await client.call("columns.change_extra", { path, body: { extra_columns: ["in_collections", "product"] } });
  await client.call("columns.change_mappings", { path, body: { mappings: { in_collections: "collections", product: "product_id" } } });
  await regenerated(client, PRIMARY);
  return (await fileRows(shop.feedUrl))
    .filter((row) => String(row["in_collections"]).split(", ").includes(collection))
    .map((row) => String(row["id"]))
    .toSorted();
}

test("a market feed comes alive by itself and is served at its own URL", async () => {
  const made = await client.call("feeds.create", { body: { ...HOME, display_name: "Ireland" } });
  expect(made.data).toMatchObject({ feed_url: null, slug: "ireland", channels: [] });
  const feed = await published(client, made.data.id);
  expect(feed.feed_url).toBe(beside("gmcfeed-ireland.txt"));
  expect(await idsOf(feed.feed_url)).toEqual(await idsOf(shop.feedUrl));
  expect((await client.call("feeds.list", {})).data.map(({ display_name: name }) => name)).toContain("Ireland");
});

test("a language feed is refused in a language that the shop doesn't publish, and in its own", async () => {
  const refused = (locale: string) =>
    client.refused("feeds.create", { body: { feed_type: "language", display_name: `In ${locale}`, locale } });
  expect(await refused("ja")).toMatchObject({ code: "invalid_param", message: expect.stringContaining("Choose one of de and fr") });
  expect((await refused("en")).code).toBe("invalid_param");
});

test("a collection feed holds exactly the collection's rows, a manual feed exactly its products", async () => {
  const title = await someCollection();
  const wanted = await productsIn(title);
  const collection = await client.call("feeds.create", { body: { ...COLLECTION, selected_collection_title: title } });
  expect(await idsOf((await published(client, collection.data.id)).feed_url)).toEqual(wanted);

  const byHand = { ...COLLECTION, display_name: "By hand", product_selection_mode: "manual" } as const;
  const manual = of((await client.call("feeds.create", { body: byHand })).data.id);
  const rows = await fileRows(shop.feedUrl);
  const products = [...new Set(rows.map((row) => String(row["product"])))].slice(3, 6);
  // More than other bodies may be: it is read, and its products are not there.
  const strangers = Array.from({ length: 100_000 }, (_, at) => String(9_000_000_000_000 + at));
  expect((await client.refused("feeds.set_selection", { ...manual, body: { product_ids: strangers } })).code).toBe("validation_failed");
  await client.call("feeds.set_selection", { ...manual, body: { product_ids: products } });
  await regenerated(client, manual.path.id);
  const served = await published(client, manual.path.id);
  expect(await idsOf(served.feed_url)).toEqual(
    rows
      .filter((row) => products.includes(String(row["product"])))
      .map((row) => String(row["id"]))
      .toSorted(),
  );
});

test("a market feed is published once its country's prices are extracted, in the market's currency and with its address", async () => {
  const made = await client.call("feeds.create", { body: { feed_type: "market", display_name: "Canada Feed", target_market: "ca" } });
  expect(made.data).toMatchObject({ target_market: "CA", target_country: "CA", slug: "canada-feed", currency: "EUR" });
  expect(made.data.not_extracted).toContain("Not extracted yet for CA");
  const feed = await published(client, made.data.id);
  expect(feed).toMatchObject({ feed_url: beside("gmcfeed-canada-feed.txt"), currency: "EUR", not_extracted: null });
  const rows = await fileRows(beside("gmcfeed-canada-feed.txt"));
  expect(rows.filter((row) => !/^[0-9.]+ EUR$/u.test(String(row["price"])))).toEqual([]);
  expect(rows.filter((row) => !String(row["link"]).includes("country=CA"))).toEqual([]);
});

test("a feed that is deactivated answers 410 and keeps its name; activated it answers its file", async () => {
  const { data: feeds } = await client.call("feeds.list", {});
  const home = of(feeds.find(({ display_name: name }) => name === "Ireland")?.id ?? "");
  const file = beside("gmcfeed-ireland.txt");
  await client.call("feeds.deactivate", home);
  expect((await fetch(file)).status).toBe(410);
  expect((await client.call("feeds.get", home)).data.active).toBe(false);
  expect((await client.refused("feeds.update", { ...home, body: { display_name: "x" } })).code).toBe("feed_inactive");
  expect((await client.refused("feeds.regenerate", home)).code).toBe("feed_inactive");
  expect((await client.refused("feeds.create", { body: { feed_type: "market", display_name: "IRELAND" } })).code).toBe("slug_conflict");
  expect((await client.call("feeds.activate", home)).data.active).toBe(true);
  expect((await fetch(file)).status).toBe(200);
  expect((await client.refused("feeds.deactivate", of(PRIMARY))).code).toBe("primary_feed_immutable");
});

test("a language feed extracts its language by itself and is served in it", async () => {
  const made = await client.call("feeds.create", { body: { feed_type: "language", display_name: "Français", locale: "fr" } });
  expect(made.data).toMatchObject({ feed_url: null, status: "generating", content_language: "fr", translation: null });
  expect(made.data.not_extracted).toContain("Not extracted yet for fr");
  const feed = await published(client, made.data.id);
  expect(feed.feed_url).toBe(beside("gmcfeed-fr.txt"));
  const [rows, primary] = [await fileRows(feed.feed_url), await fileRows(shop.feedUrl)];
  expect(rows.length).toBe(primary.length);
  const { data } = await client.call("feeds.get", of(made.data.id));
  const { translated = 0, partly = 0, untranslated = 0 } = data.translation ?? {};
  expect([data.not_extracted, translated + partly + untranslated]).toEqual([null, rows.length]);
  expect(translated).toBeGreaterThan(rows.length * 0.3);
  const links = rows.map((row) => String(row["link"]));
  expect(links.every((link) => link.startsWith("https://harbour-and-hazel.example/fr/products/"))).toBe(true);
  const titles = new Set(primary.map((row) => row["title"]));
  expect(rows.filter((row) => !titles.has(row["title"])).length).toBeGreaterThan(rows.length * 0.5);
  // Colours and sizes are known by the primary names of their options.
  const coloured = (from: typeof rows) => from.filter((row) => row["color"] !== "").length;
  expect(coloured(rows)).toBe(coloured(primary));
});

test("the sample shop has a feed in German and one with the prices of the United Kingdom from the start", async () => {
  const feeds = await client.call("feeds.list", {});
  const named = (name: string) => feeds.data.find((feed) => feed.display_name === name)?.id ?? "";
  const [german, british] = [await published(client, named("Deutsch")), await published(client, named("United Kingdom"))];
  expect([german.feed_url, british.feed_url]).toEqual([beside("gmcfeed-de.txt"), beside("gmcfeed-united-kingdom.txt")]);
  const [rows, primary, priced] = [await fileRows(german.feed_url), await fileRows(shop.feedUrl), await fileRows(british.feed_url)];
  expect(rows.length).toBe(primary.length);
  const prices = priced.map((row) => String(row["price"]));
  expect(prices.length).toBeGreaterThan(100);
  expect(prices.every((price) => /^\d+\.\d\d GBP$/.test(price))).toBe(true);
});
