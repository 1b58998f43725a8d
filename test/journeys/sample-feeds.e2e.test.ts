import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { members, parseJson } from "../../src/kernel/unsafe.ts";
import { type Answer, type Request, type TypedClient, typedClient } from "../contract/client/typed-client.ts";
import { fileRows, published, regenerated } from "../harness/sample-shop.ts";
import { sampleService } from "../harness/sample-template.ts";
import type { ClonedService } from "../harness/service-on-clone.ts";

/**
 * The sample shop with the client made from our document. A merchant looks for products, overrides some, sees them in the published file and takes
 * it back; then come feeds beside the primary one, each from the request to the file that channels fetch. They share one service.
 */

const PRIMARY = "feed_1";
let service: ClonedService;
let client: TypedClient;
/** Of the primary feed's file. */
let feedUrl: string;

beforeAll(async () => {
  service = await sampleService();
  await service.start();
  const quickstart = members(parseJson(await readFile(join(service.dataDir, "quickstart.json"), "utf8")));
  client = typedClient(service.url, String(quickstart["merchant_key"]));
  feedUrl = String(quickstart["feed_url"]);
});
afterAll(() => service[Symbol.asyncDispose]());

type Product = Answer<"products.list">["data"][number];
type Query = Partial<Request<"products.list">["query"]>;

const listed = (query: Query = {}) => client.call("products.list", { query: { feed_id: PRIMARY, ...query } });
const detail = async (id: string) => (await client.call("products.get", { path: { id }, query: { feed_id: PRIMARY } })).data;

/** Of the published file, by the number that ends the row's id. */
async function fileRowOf({ id }: Pick<Product, "id">) {
  const number = id.slice("prod_".length);
  return (await fileRows(feedUrl)).find((row) => row["id"]?.endsWith(`_${number}`) === true);
}

/** Image URLs have the address of the service that extracted them, and a scheduled extract may run at any time. */
async function rowsWithoutImages(...products: readonly Pick<Product, "id">[]) {
  const rows = await Promise.all(products.map(fileRowOf));
  return rows.map((row) => row && { ...row, image_link: "", additional_image_link: "" });
}

/** In the file, of different products, so that what is done to one is not seen at another. */
async function someProducts(count: number): Promise<readonly Product[]> {
  const { data } = await listed({ excluded: false, has_overrides: false, per_page: 100 });
  const first = new Map(data.toReversed().map((product) => [product.shopify_product_id, product]));
  return [...first.values()].slice(0, count);
}

test("the list has every row of the catalog on its pages, each once, and says which the file lacks", async () => {
  const { meta } = await listed({ per_page: 100 });
  const ids = new Set<string>();
  for (let page = 1; page <= meta.total_pages; page += 1) for (const { id } of (await listed({ per_page: 100, page })).data) ids.add(id);
  expect(ids.size).toBe(meta.total);
  const kept = (await listed({ excluded: false, per_page: 1 })).meta.total;
  const left = await listed({ excluded: true, per_page: 100 });
  expect([kept + left.meta.total, kept]).toEqual([meta.total, (await fileRows(feedUrl)).length]);
  expect(left.data.filter((product) => !product.excluded || (product.excluded_reason ?? "") === "")).toEqual([]);
});

test("a search finds the products that hold the text, and no others", async () => {
  const [wanted] = await someProducts(1);
  const { data, meta } = await listed({ search: (wanted?.sku ?? "").toLowerCase(), per_page: 100 });
  expect(data.map(({ id }) => id)).toContain(wanted?.id);
  expect(meta.total).toBeLessThan((await listed()).meta.total);
  expect((await listed({ search: "no product holds this text" })).meta.total).toBe(0);
});

test("money is sorted as money, in both directions", async () => {
  const prices = async (order: "asc" | "desc") =>
    (await listed({ sort: "price", order, per_page: 100 })).data.map(({ price }) => Number(price));
  const [rising, falling] = [await prices("asc"), await prices("desc")];
  expect(rising).toEqual(rising.toSorted((a, b) => a - b));
  expect(falling).toEqual(falling.toSorted((a, b) => b - a));
  expect(falling[0]).toBeGreaterThan(rising[0] ?? 0);
});

test("what a list cannot do is refused by name", async () => {
  expect(await client.refused("products.list", { query: { feed_id: PRIMARY, sort: "prize" } })).toMatchObject({
    status: 400,
    code: "invalid_request",
    message: expect.stringContaining("price"),
  });
  expect(await client.refused("products.list", { query: { feed_id: "feed_999999" } })).toMatchObject({ status: 404 });
  expect(await client.refused("products.get", { path: { id: "prod_1" } })).toMatchObject({ status: 404, code: "resource_not_found" });
});

/** One of its own and a batch go into the file by the same run, and out of it by the next: a run of the sample shop is the dearest part. */
test("overrides, alone and in a batch that names what is wrong, are in the list at once, in the file after the next run, and gone when they are restored", async () => {
  const [product, one, two, three] = await someProducts(4);
  if (product === undefined || one === undefined || two === undefined || three === undefined)
    throw new Error("the sample shop has too few products");
  const before = await rowsWithoutImages(product, one);
  const title = `${product.title}, hand-finished`;
  const body = { title, condition: "refurbished", custom_label_0: "spring" } as const;
  const changed = await client.call("products.update", { path: { id: product.id }, body });
  expect(changed.data).toMatchObject({ title, condition: "refurbished", has_overrides: true });
  expect((await listed({ has_overrides: true })).data.map(({ id }) => id)).toEqual([product.id]);
  expect((await listed({ condition: "refurbished", search: product.sku ?? "" })).data.map(({ id }) => id)).toEqual([product.id]);
  expect((await detail(product.id)).overrides).toEqual(body);
  expect((await detail(product.id)).source_data["title"]).toBe(product.title);

  const products = [
    { id: one.id, brand: "Atelier Hazel" },
    { id: two.id, excluded: true },
    { id: "prod_1", brand: "Nobody" },
    { id: one.id, brand: "Twice" },
  ];
  const { data } = await client.call("products.update_batch", { body: { products } });
  expect(data.updated).toEqual([one.id, two.id]);
  expect(data.errors.map(({ index, code }) => [index, code])).toEqual([
    [2, "resource_not_found"],
    [3, "duplicate_id"],
  ]);

  expect(await regenerated(client, PRIMARY)).toMatchObject({ status: "completed", publication: "live" });
  expect(await fileRowOf(product)).toMatchObject(body);
  expect(await fileRowOf(one)).toMatchObject({ brand: "Atelier Hazel" });
  expect(await fileRowOf(two)).toBeUndefined();
  expect(await fileRowOf(three)).toBeDefined();
  expect(await detail(two.id)).toMatchObject({ excluded: true, excluded_reason: "Excluded by merchant" });

  const restored = await client.call("products.restore", { path: { id: product.id } });
  expect(restored.data).toMatchObject({ title: product.title, has_overrides: false });
  const batch = await client.call("products.restore_batch", { body: { ids: [one.id, two.id, "prod_1"] } });
  expect(batch.data.restored).toEqual([one.id, two.id]);
  expect(batch.data.errors.map(({ index, code }) => [index, code])).toEqual([[2, "resource_not_found"]]);
  await regenerated(client, PRIMARY);
  expect(await rowsWithoutImages(product, one)).toEqual(before);
  expect(await fileRowOf(two)).toBeDefined();
  expect((await listed({ has_overrides: true })).meta.total).toBe(0);
});

test("null takes one override back and leaves the others", async () => {
  const [product] = await someProducts(1);
  const path = { id: product?.id ?? "" };
  await client.call("products.update", { path, body: { brand: "Hazel", mpn: "HH-1" } });
  await client.call("products.update", { path, body: { brand: null } });
  expect((await detail(path.id)).overrides).toEqual({ mpn: "HH-1" });
  await client.call("products.restore", { path });
});

test("a batch that is no batch is refused as a whole", async () => {
  for (const products of [[], Array.from({ length: 101 }, (_, at) => ({ id: `prod_${at + 1}`, brand: "x" }))])
    expect(await client.refused("products.update_batch", { body: { products } })).toMatchObject({ status: 422, code: "validation_failed" });
  expect(await client.refused("products.restore_batch", { body: { ids: [] } })).toMatchObject({ status: 422, code: "validation_failed" });
});

const idsOf = async (url: string) => (await fileRows(url)).map((row) => String(row["id"])).toSorted();
const beside = (name: string) => feedUrl.replace(/gmcfeed\.txt$/, name);
const of = (id: string) => ({ path: { id } });

/** An extract runs every active feed, so a test deactivates what it has made. */
const deactivated = async (...ids: readonly string[]): Promise<void> => {
  for (const id of ids) await client.call("feeds.deactivate", of(id));
};

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
  return (await fileRows(feedUrl))
    .filter((row) => String(row["in_collections"]).split(", ").includes(collection))
    .map((row) => String(row["id"]))
    .toSorted();
}

test("a market feed comes alive by itself and is served at its own URL", async () => {
  const made = await client.call("feeds.create", { body: { ...HOME, display_name: "Ireland" } });
  expect(made.data).toMatchObject({ feed_url: null, slug: "ireland", channels: [] });
  const feed = await published(client, made.data.id);
  expect(feed.feed_url).toBe(beside("gmcfeed-ireland.txt"));
  expect(await idsOf(feed.feed_url)).toEqual(await idsOf(feedUrl));
  expect((await client.call("feeds.list", {})).data.map(({ display_name: name }) => name)).toContain("Ireland");
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
  await deactivated(home.path.id);
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
  const rows = await fileRows(feedUrl);
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
  await deactivated(collection.data.id, manual.path.id);
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
  await deactivated(made.data.id);
});

test("a language feed extracts its language by itself and is served in it", async () => {
  const made = await client.call("feeds.create", { body: { feed_type: "language", display_name: "Français", locale: "fr" } });
  expect(made.data).toMatchObject({ feed_url: null, status: "generating", content_language: "fr", translation: null });
  expect(made.data.not_extracted).toContain("Not extracted yet for fr");
  const feed = await published(client, made.data.id);
  expect(feed.feed_url).toBe(beside("gmcfeed-fr.txt"));
  const [rows, primary] = [await fileRows(feed.feed_url), await fileRows(feedUrl)];
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
  const [rows, primary, priced] = [await fileRows(german.feed_url), await fileRows(feedUrl), await fileRows(british.feed_url)];
  expect(rows.length).toBe(primary.length);
  const prices = priced.map((row) => String(row["price"]));
  expect(prices.length).toBeGreaterThan(100);
  expect(prices.every((price) => /^\d+\.\d\d GBP$/.test(price))).toBe(true);
});
