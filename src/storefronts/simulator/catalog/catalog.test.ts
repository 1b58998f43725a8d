import { expect, test } from "vitest";
import { createCatalog } from "./catalog.ts";
import { isPublished, isVariantPublished, mediaOf, stockAt } from "./product-traits.ts";
import { DUBLIN, GALWAY, GOOGLE, ONLINE_STORE } from "../shop-facts.ts";
import { bestCpuMs, SLOW_MACHINE } from "../../../../test/harness/slow-machine.ts";

const NOW = new Date("2026-11-21T10:00:00.000Z");

function catalogOf(products: number) {
  return createCatalog({ seed: 7, products, imageBase: () => "https://images.example", now: () => NOW });
}

test("a product is the same whether it comes in order, by number, by id, or after others", () => {
  const catalog = catalogOf(300);
  const inOrder = [...catalog.products()];
  const strip = ({ number, title, variants, images }: (typeof inOrder)[number]) => ({ number, title, variants, images });
  for (const number of [0, 299, 5, 150, 4]) {
    const [product, expected] = [catalog.at(number), inOrder[number]];
    if (product === undefined || expected === undefined) throw new Error(`no product ${number}`);
    expect(strip(product)).toEqual(strip(expected));
    expect(catalog.find(expected.id)?.number).toBe(number);
  }
  expect([...catalog.products(290)].map(({ number }) => number)).toEqual(inOrder.slice(290).map(({ number }) => number));
  expect([catalog.at(300), catalog.at(-1), catalog.at(0.5), catalog.find(1)]).toEqual([undefined, undefined, undefined, undefined]);
});

test("variants are counted without making the products", async () => {
  const catalog = catalogOf(200);
  const counted = () => [...catalog.products()].reduce((sum, { variants }) => sum + variants.length, 0);
  expect(await catalog.variantCount()).toBe(counted());
  catalog.remove(17);
  expect(await catalog.variantCount()).toBe(counted());
});

test("a shop of 100,000 products is there at once: products are made when they are asked for", async () => {
  const ms = await bestCpuMs(1, () => {
    const catalog = catalogOf(100_000);
    expect(catalog.count()).toBe(100_000);
    expect(catalog.at(3)?.number).toBe(3);
  });
  expect(ms).toBeLessThan(1_000 * SLOW_MACHINE);
});

test("a shop does not grow beyond the largest", () => {
  const catalog = catalogOf(100_000);
  expect(catalog.add(5)).toEqual([]);
  expect(catalog.count()).toBe(100_000);
});

test("differences that are stored are the same catalog again", () => {
  const catalog = catalogOf(10);
  catalog.change(1, { title: "x", price: "1.00" });
  catalog.remove(2);
  catalog.add(2);
  const again = createCatalog({
    seed: 7,
    products: 10,
    imageBase: () => "https://images.example",
    now: () => new Date(0),
    differences: catalog.differences(),
  });
  const titles = (one: typeof catalog) => [...one.products()].map(({ number, title, updatedAt }) => ({ number, title, updatedAt }));
  expect(titles(again)).toEqual(titles(catalog));
  expect(catalog.at(1)?.updatedAt).toBe(NOW.toISOString());
});

test("stock lies in two places and adds up", () => {
  let split = 0;
  for (const { variants } of catalogOf(200).products())
    for (const variant of variants) {
      const [dublin, galway] = [stockAt(variant, DUBLIN), stockAt(variant, GALWAY)];
      expect(dublin + galway).toBe(variant.tracked ? variant.quantity : 0);
      if (dublin > 0 && galway > 0) split += 1;
    }
  expect(split).toBeGreaterThan(100);
});

test("products are sold where their status and their publication say, and some are kept from Google", () => {
  const products = [...catalogOf(300).products()];
  const online = products.filter((product) => isPublished(product, ONLINE_STORE));
  expect(online.every(({ status, publishedAt }) => (status === "active" || status === "unlisted") && publishedAt !== null)).toBe(true);
  const onGoogle = products.filter((product) => isPublished(product, GOOGLE));
  expect(onGoogle.length).toBeGreaterThan(200);
  expect(onGoogle.length).toBeLessThan(online.length);
});

test("few variants are off sale by themselves, few products have a film or an unfinished picture", () => {
  const products = [...catalogOf(300).products()];
  const variants = products.flatMap(({ variants: own }) => own);
  const hidden = variants.filter((variant) => !isVariantPublished(variant)).length;
  expect(hidden).toBeGreaterThan(3);
  expect(hidden / variants.length).toBeLessThan(0.03);
  const odd = products.flatMap(mediaOf).filter(({ url }) => url === null);
  expect(new Set(odd.map(({ __typename: type, status }) => `${type} ${status}`))).toEqual(
    new Set(["ExternalVideo READY", "MediaImage PROCESSING"]),
  );
});
