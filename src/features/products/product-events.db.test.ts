import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { listedShop } from "../../../test/harness/listed-shop.ts";
import { perform } from "../../../test/harness/perform.ts";
import { listen, toldEvents, toldNames } from "../../../test/harness/told-events.ts";
import { setOverridesBatch } from "./index.ts";
import { catalogOf, type ProductsShop, productsShop } from "./products-shop.suite.ts";

/** Rows 1 to 6 of a feed that has run. */
let products: ProductsShop;
let heard: number;
beforeAll(async () => {
  const rows = Array.from({ length: 6 }, (_, at) => ({ id: at + 1, title: `Product ${at + 1}`, price: "9.00", sku: `S-${at + 1}` }));
  products = await productsShop("product-events.example", catalogOf(rows));
  await listen(products.shop);
});
afterAll(() => products[Symbol.asyncDispose]());
beforeEach(async () => {
  await products.restoreAll(["prod_1", "prod_2", "prod_3", "prod_4", "prod_5", "prod_6"]);
  heard = (await toldEvents(products.shop)).length;
});

const told = async () => (await toldEvents(products.shop)).slice(heard);
const listed = async (id: number) => (await products.list()).data.find((product) => product.id === `prod_${id}`);

describe("of a product is told", () => {
  test("what it is now, when an override is set, and as lists show it", async () => {
    await products.set(2, { title: "Better", condition: "used" });
    expect(await told()).toEqual([{ id: expect.any(String), event: "product.updated", data: await listed(2) }]);
    expect(await listed(2)).toMatchObject({ title: "Better", condition: "used", has_overrides: true });
  });

  test("also when an override is set to what it is, but nothing when it is refused or says nothing", async () => {
    await products.set(2, { title: "Better" });
    await products.set(2, { title: "Better" });
    await expect(products.set(2, { condition: "shiny" })).rejects.toMatchObject({ code: "validation_failed" });
    await expect(products.set(99, { title: "Nobody" })).rejects.toMatchObject({ code: "resource_not_found" });
    expect(await told()).toMatchObject([{ data: await listed(2) }, { data: await listed(2) }]);
  });

  test("each once in a batch, of the items that were taken", async () => {
    await products.set(4, { title: "Same" });
    await products.setAll([
      { id: "prod_4", title: "Same", brand: null },
      { id: "prod_3", title: "Third" },
      { id: "prod_1", title: "First", brand: "Acme" },
      { id: "prod_99", title: "Nobody" },
      { id: "prod_5", condition: "shiny" },
      { id: "prod_3", title: "Again" },
    ]);
    const [, ...batch] = await told();
    expect(batch.map(({ data }) => data)).toEqual([await listed(1), await listed(3), await listed(4)]);
    expect(batch.map(({ data }) => data["title"])).toEqual(["First", "Third", "Same"]);
  });

  test("that overrides were restored, of those that had none too", async () => {
    await products.setAll([
      { id: "prod_1", title: "First" },
      { id: "prod_2", title: "Second" },
    ]);
    await products.restore(1);
    await products.restore(1);
    await products.restoreAll(["prod_1", "prod_2", "prod_99"]);
    const restored = (await told()).slice(2).map(({ data }) => [data["id"], data["title"], data["has_overrides"]]);
    expect(restored).toEqual([
      ["prod_1", "Product 1", false],
      ["prod_1", "Product 1", false],
      ["prod_1", "Product 1", false],
      ["prod_2", "Product 2", false],
    ]);
  });

  test("nothing of its cells, but that it has some when an override is set", async () => {
    await products.setCell(products.primaryId, 6, { title: "In a cell" });
    expect(await told()).toEqual([]);
    await products.set(6, { brand: "Acme" });
    await products.set(6, { brand: null });
    expect((await told()).map(({ data }) => data["has_overrides"])).toEqual([true, true]);
    await products.restore(6);
    expect(await toldNames(products.shop)).toHaveLength(heard + 3);
  });

  test("what it is before the feed has a live run, too", async () => {
    await using fresh = await listedShop("fresh-products.example", 2);
    await listen(fresh.shop);
    const body = { products: [{ id: "prod_1001", title: "Early" }] };
    await perform(fresh.real.services, fresh.shop, setOverridesBatch, { body });
    expect((await toldEvents(fresh.shop)).map(({ data }) => [data["id"], data["title"], data["excluded"]])).toEqual([
      ["prod_1001", "Early", false],
    ]);
  });

  test("whether the feed's live run leaves it out", async () => {
    await products.set(5, { excluded: true });
    expect((await told()).map(({ data }) => data["excluded"])).toEqual([false]);
    await products.run(products.primaryId);
    await products.setAll([{ id: "prod_5", title: "Still out" }]);
    expect((await told()).findLast(({ event }) => event === "product.updated")?.data).toMatchObject({
      excluded: true,
      excluded_reason: "Excluded by merchant",
    });
  });
});
