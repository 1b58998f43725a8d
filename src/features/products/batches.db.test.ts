import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { productsShop, type ProductsShop, refusal } from "./products-shop.suite.ts";

/** A shop with a real snapshot of 100 rows, 1001 to 1100. */
let products: ProductsShop;
beforeAll(async () => {
  products = await productsShop("batches.example", 100);
});
afterAll(() => products[Symbol.asyncDispose]());

const ALL = Array.from({ length: 100 }, (_, at) => `prod_${1001 + at}`);
beforeEach(() => products.restoreAll(ALL));
const version = () => products.versionOf(products.primaryId);

describe("a batch of overrides", () => {
  test("takes each item by itself, says of the others what is wrong, and is one change", async () => {
    const before = await version();
    const answer = await products.setAll([
      { id: "prod_1001", title: "One", brand: "Acme" },
      { title: "Nobody's" },
      { id: "1002", condition: "broken" },
      { id: "1001", title: "Again" },
      { id: "prod_9999", title: "Gone" },
      { id: "1003", excluded: true },
      "1004",
      { id: 1005, title: "x" },
      { id: "1006" },
      { id: "1007", titel: "x" },
      { id: "nonsense", title: "x" },
      null,
      { id: null, title: "x" },
      { id: "1002", title: "Again" },
      ["1008"],
      { id: "1009", title: "a\0b" },
      { id: "1010", custom_label_0: "half \ud83d" },
      { id: "1011\0", title: "x" },
      { id: "1012", "a\0": "x" },
    ]);
    expect(answer.updated).toEqual(["prod_1001", "prod_1003"]);
    expect(answer.errors.map(({ index, id, code, param }) => [index, id, code, param])).toEqual([
      [1, null, "missing_param", "/products/1/id"],
      [2, "1002", "validation_failed", "/products/2/condition"],
      [3, "1001", "duplicate_id", "/products/3/id"],
      [4, "prod_9999", "resource_not_found", "/products/4/id"],
      [6, null, "validation_failed", "/products/6"],
      [7, null, "validation_failed", "/products/7/id"],
      [8, "1006", "validation_failed", "/products/8"],
      [9, "1007", "validation_failed", "/products/9/titel"],
      [10, "nonsense", "resource_not_found", "/products/10/id"],
      [11, null, "validation_failed", "/products/11"],
      [12, null, "missing_param", "/products/12/id"],
      [13, "1002", "duplicate_id", "/products/13/id"],
      [14, null, "validation_failed", "/products/14"],
      [15, "1009", "validation_failed", "/products/15/title"],
      [16, "1010", "validation_failed", "/products/16/custom_label_0"],
      [17, "1011\0", "resource_not_found", "/products/17/id"],
      [18, "1012", "validation_failed", "/products/18/a\0"],
    ]);
    for (const { message } of answer.errors) expect(message).toMatch(/\S/);
    expect((await products.get(1001)).overrides).toEqual({ title: "One", brand: "Acme" });
    expect((await products.get(1002)).overrides).toEqual({});
    expect(await version()).toBe(before + 1);
  });

  test("names products also where nothing differs, and then no feed is out of date", async () => {
    const batch = ALL.map((id) => ({ id, custom_label_0: "sale", gtin: null }));
    expect(await products.setAll(batch)).toEqual({ updated: ALL, errors: [] });
    const before = await version();
    expect(await products.setAll(batch)).toEqual({ updated: ALL, errors: [] });
    expect(await version()).toBe(before);
    expect((await products.list({ has_overrides: "true" })).meta.total).toBe(100);
  });

  test.each([
    [undefined, "/products"],
    [[], "/products"],
    ["1001", "/products"],
    [{ id: "1001" }, "/products"],
    [Array.from({ length: 101 }, () => ({ id: "1001", title: "x" })), "/products"],
  ])("that is no list of 1 to 100 products is refused", async (batch, param) => {
    expect(await refusal(products.setAll(batch))).toMatchObject({ code: "validation_failed", param });
  });

  test("of nothing that can be taken is answered all the same", async () => {
    const before = await version();
    expect(await products.setAll([{}])).toMatchObject({ updated: [], errors: [{ code: "missing_param" }] });
    expect(await version()).toBe(before);
  });

  test("beside another of the same products in the other order ends, and both are taken", async () => {
    const there = ALL.map((id) => ({ id, custom_label_1: "a" }));
    const back = ALL.toReversed().map((id) => ({ id, custom_label_1: "b" }));
    const answers = await Promise.all([products.setAll(there), products.setAll(back), products.restoreAll(ALL)]);
    expect(answers.map(({ errors }) => errors)).toEqual([[], [], []]);
  });
});

describe("a batch of restores", () => {
  test("restores each product by itself, and says of the others what is wrong", async () => {
    await products.setAll(ALL.slice(0, 3).map((id) => ({ id, title: "x" })));
    await products.setCell(products.primaryId, 1001, { vendor: "v" });
    const before = await version();
    const answer = await products.restoreAll(["1001", "prod_1002", "prod_1001", "9999", "nonsense", 1003, null, "1003\0", "\ud83d"]);
    expect(answer.restored).toEqual(["prod_1001", "prod_1002"]);
    expect(answer.errors.map(({ index, id, code, param }) => [index, id, code, param])).toEqual([
      [2, "prod_1001", "duplicate_id", "/ids/2"],
      [3, "9999", "resource_not_found", "/ids/3"],
      [4, "nonsense", "resource_not_found", "/ids/4"],
      [5, null, "validation_failed", "/ids/5"],
      [6, null, "validation_failed", "/ids/6"],
      [7, "1003\0", "resource_not_found", "/ids/7"],
      [8, "\ud83d", "resource_not_found", "/ids/8"],
    ]);
    expect(await version()).toBe(before + 1);
    expect(await products.ids({ has_overrides: "true" })).toEqual([1003]);
  });

  test.each([[undefined], [[]], ["1001"], [Array.from({ length: 101 }, () => "1001")]])(
    "that is no list of 1 to 100 ids is refused",
    async (ids) => {
      expect(await refusal(products.restoreAll(ids))).toMatchObject({ code: "validation_failed", param: "/ids" });
    },
  );
});
