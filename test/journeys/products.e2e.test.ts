import { afterAll, beforeAll, expect, test } from "vitest";
import type { Answer, Request, TypedClient } from "../contract/client/typed-client.ts";
import { fileRows, regenerated, sampleShop, type SampleShop } from "../harness/sample-shop.ts";

/** A merchant looks for products, overrides some, sees them in the published file and takes it back: with the client made from our document. */

const FEED = "feed_1";
let shop: SampleShop;
let client: TypedClient;

beforeAll(async () => {
  shop = await sampleShop();
  ({ client } = shop);
});
afterAll(() => shop[Symbol.asyncDispose]());

type Product = Answer<"products.list">["data"][number];
type Query = Partial<Request<"products.list">["query"]>;

const listed = (query: Query = {}) => client.call("products.list", { query: { feed_id: FEED, ...query } });
const detail = async (id: string) => (await client.call("products.get", { path: { id }, query: { feed_id: FEED } })).data;

/** Of the published file, by the number that ends the row's id. */
async function fileRowOf({ id }: Pick<Product, "id">) {
  const number = id.slice("prod_".length);
  return (await fileRows(shop.feedUrl)).find((row) => row["id"]?.endsWith(`_${number}`) === true);
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
  expect([kept + left.meta.total, kept]).toEqual([meta.total, (await fileRows(shop.feedUrl)).length]);
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
  expect(await client.refused("products.list", { query: { feed_id: FEED, sort: "prize" } })).toMatchObject({
    status: 400,
    code: "invalid_request",
    message: expect.stringContaining("price"),
  });
  expect(await client.refused("products.list", { query: { feed_id: "feed_999999" } })).toMatchObject({ status: 404 });
  expect(await client.refused("products.get", { path: { id: "prod_1" } })).toMatchObject({ status: 404, code: "resource_not_found" });
});

test("an override is in the list at once and in the file after the next run, and is gone when it is restored", async () => {
  const [product] = await someProducts(1);
  if (product === undefined) throw new Error("the sample shop has no products");
  const before = await fileRowOf(product);
  const title = `${product.title}, hand-finished`;
  const body = { title, condition: "refurbished", custom_label_0: "spring" } as const;
  const changed = await client.call("products.update", { path: { id: product.id }, body });
  expect(changed.data).toMatchObject({ title, condition: "refurbished", has_overrides: true });
  expect((await listed({ has_overrides: true })).data.map(({ id }) => id)).toEqual([product.id]);
  expect((await listed({ condition: "refurbished", search: product.sku ?? "" })).data.map(({ id }) => id)).toEqual([product.id]);
  expect((await detail(product.id)).overrides).toEqual(body);
  expect((await detail(product.id)).source_data["title"]).toBe(product.title);

  expect(await regenerated(client, FEED)).toMatchObject({ status: "completed", publication: "live" });
  expect(await fileRowOf(product)).toMatchObject(body);

  const restored = await client.call("products.restore", { path: { id: product.id } });
  expect(restored.data).toMatchObject({ title: product.title, has_overrides: false });
  await regenerated(client, FEED);
  expect(await fileRowOf(product)).toEqual(before);
});

test("null takes one override back and leaves the others", async () => {
  const [product] = await someProducts(1);
  const path = { id: product?.id ?? "" };
  await client.call("products.update", { path, body: { brand: "Hazel", mpn: "HH-1" } });
  await client.call("products.update", { path, body: { brand: null } });
  expect((await detail(path.id)).overrides).toEqual({ mpn: "HH-1" });
  await client.call("products.restore", { path });
});

test("a batch takes what is right, names what is wrong, and reaches the file; so does its restoring", async () => {
  const [one, two, three] = await someProducts(3);
  if (one === undefined || two === undefined || three === undefined) throw new Error("the sample shop has too few products");
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
  await regenerated(client, FEED);
  expect(await fileRowOf(one)).toMatchObject({ brand: "Atelier Hazel" });
  expect(await fileRowOf(two)).toBeUndefined();
  expect(await fileRowOf(three)).toBeDefined();
  expect(await detail(two.id)).toMatchObject({ excluded: true, excluded_reason: "Excluded by merchant" });

  const restored = await client.call("products.restore_batch", { body: { ids: [one.id, two.id, "prod_1"] } });
  expect(restored.data.restored).toEqual([one.id, two.id]);
  expect(restored.data.errors.map(({ index, code }) => [index, code])).toEqual([[2, "resource_not_found"]]);
  await regenerated(client, FEED);
  expect((await fileRowOf(one))?.["brand"]).not.toBe("Atelier Hazel");
  expect(await fileRowOf(two)).toBeDefined();
  expect((await listed({ has_overrides: true })).meta.total).toBe(0);
});

test("a batch that is no batch is refused as a whole", async () => {
  for (const products of [[], Array.from({ length: 101 }, (_, at) => ({ id: `prod_${at + 1}`, brand: "x" }))])
    expect(await client.refused("products.update_batch", { body: { products } })).toMatchObject({ status: 422, code: "validation_failed" });
  expect(await client.refused("products.restore_batch", { body: { ids: [] } })).toMatchObject({ status: 422, code: "validation_failed" });
});
