import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { members } from "../../../kernel/unsafe.ts";
import { METAOBJECTS } from "../catalog/metaobjects.ts";
import { LOCATIONS } from "../shop-facts.ts";
import { BULK_DOCUMENTS } from "../../shopify/bulk-documents.ts";
import type { ProductState } from "../control/product-state.ts";
import { type Line, linesOf, PLENTY, type SimulatorClient, startClient } from "../simulator-client.suite.ts";

const gid = (type: string, id: string) => `gid://shopify/${type}/${id}`;
const byId = (lines: readonly Line[]) => new Map(lines.map((line) => [String(line["id"]), line]));
const childrenOf = (lines: readonly Line[], parent: string) => lines.filter(({ __parentId: id }) => id === parent);
const typeOf = ({ id }: Line) => /^gid:\/\/shopify\/(\w+)\//.exec(String(id))?.[1];

async function states(client: SimulatorClient): Promise<readonly ProductState[]> {
  return [...client.simulator.control.state()];
}

test("the core lines say what the products really are", async () => {
  await using client = await startClient({ products: 200, shopDomain: "try.example", bucket: PLENTY });
  client.simulator.control.changeProduct(4, { title: "Changed / today", quantity: 3, price: "12.50" });
  const lines = await linesOf(await client.finished(BULK_DOCUMENTS.core));
  const products = byId(lines.filter((line) => typeOf(line) === "Product"));
  const variants = byId(lines.filter((line) => typeOf(line) === "ProductVariant"));
  const truth = await states(client);
  expect(products.size).toBe(truth.length);
  for (const product of truth) {
    const id = gid("Product", product.id);
    expect(products.get(id)).toMatchObject({
      handle: product.handle,
      title: product.title,
      descriptionHtml: product.descriptionHtml,
      vendor: product.vendor,
      status: product.status.toUpperCase(),
      tags: product.tags,
      isGiftCard: product.giftCard,
      requiresSellingPlan: product.sellingPlanOnly,
      combinedListingRole: product.combinedListing,
      onlineStoreUrl: product.url,
      seo: { title: product.seoTitle, description: product.seoDescription },
    });
    const own = childrenOf(lines, id);
    expect(own.filter((line) => typeOf(line) === "ProductVariant")).toHaveLength(product.variants.length);
    expect(new Set(own.filter((line) => typeOf(line) === "Collection").map(({ title }) => title))).toEqual(new Set(product.collections));
    const images = own.flatMap(({ image }) => (image === null || image === undefined ? [] : [members(image)["url"]]));
    expect(new Set(images)).toEqual(new Set(product.images.map(({ url }) => url)));
    for (const variant of product.variants) {
      const line = variants.get(gid("ProductVariant", variant.id));
      expect(line).toMatchObject({
        __parentId: id,
        position: variant.position,
        sku: variant.sku,
        barcode: variant.barcode,
        price: variant.price ?? "0.00",
        compareAtPrice: variant.compareAtPrice,
        availableForSale: variant.available,
        inventoryQuantity: variant.quantity,
        selectedOptions: Object.entries(variant.options).map(([name, value]) => ({ name, value })),
        inventoryItem: { tracked: variant.tracked, measurement: { weight: { value: Number(variant.weight) } } },
      });
    }
  }
  expect(products.get(gid("Product", truth[4]?.id ?? ""))?.["title"]).toBe("Changed / today");
});

/** Of a category the list is of metaobjects, which are called as the values are. */
function listed(name: string, values: readonly unknown[]): readonly string[] {
  if (!name.startsWith("shopify.")) return ["list.single_line_text_field", JSON.stringify(values)];
  const ids = values.map((value) => gid("Metaobject", String(METAOBJECTS.find(({ title }) => title === value)?.id)));
  return ["list.metaobject_reference", JSON.stringify(ids)];
}

test("metafields, stock by location and publications are those of the shop", async () => {
  await using client = await startClient({ products: 120, bucket: PLENTY });
  const metafields = await linesOf(await client.finished(BULK_DOCUMENTS.metafields));
  const levels = await linesOf(await client.finished(BULK_DOCUMENTS.inventory));
  const publications = await linesOf(await client.finished(BULK_DOCUMENTS.publications));
  const stated = (owner: string) =>
    Object.fromEntries(childrenOf(metafields, owner).filter((line) => typeOf(line) === "Metafield").map((line) => [`${String(line["namespace"])}.${String(line["key"])}`, [line["type"], line["value"]]])); // prettier-ignore
  const expected = (all: ProductState["metafields"]) =>
    Object.fromEntries(Object.entries(all).map(([name, value]) => [name, typeof value === "string" ? ["single_line_text_field", value] : listed(name, [value].flat())])); // prettier-ignore
  let hidden = 0;
  for (const product of await states(client)) {
    expect(stated(gid("Product", product.id))).toEqual(expected(product.metafields));
    for (const variant of product.variants) {
      const id = gid("ProductVariant", variant.id);
      expect(stated(id)).toEqual(expected(variant.metafields));
      const stock = childrenOf(levels, id).map(({ location, quantities }) => [members(location)["id"], quantities]);
      expect(new Map(stock.map(([location, quantities]) => [location, quantities]))).toEqual(
        new Map(LOCATIONS.map(({ id: at, name }) => [gid("Location", String(at)), [{ name: "available", quantity: variant.stock[name] }]])),
      );
      const published = childrenOf(publications, id).map(({ isPublished }) => isPublished);
      expect(published).toEqual([variant.published, variant.published]);
      hidden += variant.published ? 0 : 1;
    }
  }
  expect(hidden).toBeGreaterThan(0);
});

test("the file is written as Shopify writes it", async () => {
  await using client = await startClient({ products: 40, bucket: PLENTY });
  const { url, fileSize, objectCount, rootObjectCount } = await client.finished(BULK_DOCUMENTS.core);
  const response = await fetch(url ?? "");
  const bytes = Buffer.from(await response.arrayBuffer());
  const text = bytes.toString("utf8");
  const lines = text.split("\n");
  expect(lines.at(-1)).toBe("");
  expect(response.headers.get("content-type")).toBe("application/jsonl");
  expect(Number(fileSize)).toBe(bytes.length);
  expect(Number(objectCount)).toBe(lines.length - 1);
  expect(Number(rootObjectCount)).toBe(40);
  expect(text).toContain(String.raw`"id":"gid:\/\/shopify\/Product\/8100000000000"`);
  expect(/[^\\]\//.test(text)).toBe(false);
  const children = lines.filter((line) => line.includes('"__parentId"'));
  expect(children.length).toBeGreaterThan(100);
  expect(children.filter((line) => !/,"__parentId":"[^"]+"\}$/.test(line))).toEqual([]);
  expect(response.headers.get("x-goog-hash")).toContain(`md5=${createHash("md5").update(bytes).digest("base64")}`);
});

test("only what is selected is written, under the names it was asked for", async () => {
  await using client = await startClient({ products: 2 });
  const query = `{ products(query: "id:8100000000000") { edges { node { name: title ... on Product { kind: __typename } seo { heading: title }
    featuredMedia { __typename ... on MediaImage { image { small: url(transform: { maxWidth: 99 }) } } } } } } }`;
  const [line, ...others] = await linesOf(await client.finished(query));
  const [product] = await states(client);
  expect(others).toEqual([]);
  expect(line).toEqual({
    name: product?.title,
    kind: "Product",
    seo: { heading: product?.seoTitle },
    featuredMedia: { __typename: "MediaImage", image: { small: `${product?.images[0]?.url ?? ""}&width=99` } },
  });
});

test("a list keeps the order it was asked for, and every root has its lines", async () => {
  await using client = await startClient({ products: 25, bucket: PLENTY });
  const products = await states(client);
  const sorted = await linesOf(
    await client.finished("{ products(sortKey: CREATED_AT, reverse: true) { edges { node { createdAt } } } }", true),
  );
  const times = products.map(({ createdAt }) => createdAt.slice(0, 19)).toSorted().toReversed(); // prettier-ignore
  expect(sorted.map(({ createdAt }) => String(createdAt).slice(0, 19))).toEqual(times);
  const collections = await linesOf(await client.finished("{ collections { edges { node { title } } } }"));
  const titles = new Set(collections.map(({ title }) => title));
  expect(products.flatMap((product) => product.collections).filter((title) => !titles.has(title))).toEqual([]);
  // One that nothing is in is a collection all the same.
  expect(titles).toContain("Coming soon");
  const { rootObjectCount } = await client.finished("{ products { edges { node { id } } } productVariants { edges { node { id } } } }");
  expect(Number(rootObjectCount)).toBe(products.reduce((sum, { variants }) => sum + 1 + variants.length, 0));
});

test("grouped, children stand right behind their parent", async () => {
  await using client = await startClient({ products: 30, bucket: PLENTY });
  const lines = await linesOf(await client.finished(BULK_DOCUMENTS.core, true));
  let product = "";
  let variant = "";
  for (const line of lines) {
    const parent = line["__parentId"];
    if (parent === undefined) product = String(line["id"]);
    expect([undefined, product, variant]).toContain(parent);
    if (typeOf(line) === "ProductVariant") variant = String(line["id"]);
  }
});

test("ungrouped, the same lines come in another order, the same one for the same seed", async () => {
  const shop = async (seed: number, groupObjects: boolean) => {
    await using client = await startClient({ products: 60, seed, imageBase: "https://images.example" });
    return (await linesOf(await client.finished(BULK_DOCUMENTS.core, groupObjects))).map((line) => JSON.stringify(line));
  };
  const [shuffled, again, grouped] = [await shop(5, false), await shop(5, false), await shop(5, true)];
  expect(shuffled).toEqual(again);
  expect(shuffled).not.toEqual(grouped);
  expect(shuffled.toSorted()).toEqual(grouped.toSorted());
});
