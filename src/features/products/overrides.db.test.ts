import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testShop } from "../../../test/harness/shop-fixture.ts";
import type { FeedId } from "../../kernel/ids.ts";
import { listFeedProducts } from "./index.ts";
import { productsShop, type ProductsShop, refusal } from "./products-shop.suite.ts";
import { testRuns } from "../../../test/harness/test-seed.ts";

/** A shop with a real snapshot of ten rows, 1001 to 1010, and two feeds. */
let products: ProductsShop;
let second: FeedId;
beforeAll(async () => {
  products = await productsShop("overrides.example", 10);
  second = await products.newFeed();
});
afterAll(() => products[Symbol.asyncDispose]());

const versions = async () => [await products.versionOf(products.primaryId), await products.versionOf(second)];
/** How much the versions of the two feeds grow while something is done. */
async function raisedBy(done: () => Promise<unknown>): Promise<readonly number[]> {
  const before = await versions();
  await done();
  return (await versions()).map((version, at) => version - (before[at] ?? 0));
}

interface Row {
  readonly row_id: string;
  readonly excluded_reason: string | null;
  readonly fields: Readonly<Record<string, string>>;
}
const feedRow = async (feedId: FeedId, row: number) => {
  const rows = await products.ask<readonly Row[]>(listFeedProducts, { path: { id: `feed_${feedId}` } });
  return rows.find(({ row_id: rowId }) => rowId === String(row));
};

describe("a product", () => {
  test("is shown with its source data, its own overrides and the cells of the feed asked about", async () => {
    await products.set(1001, { title: "Mine", excluded: true, custom_label_4: "" });
    await products.setCell(second, 1001, { vendor: "Acme" });
    const product = await products.get(1001);
    expect(product).toMatchObject({
      id: "prod_1001",
      title: "Mine",
      price: "1.00",
      has_overrides: true,
      excluded: false,
      overrides: { title: "Mine", excluded: true, custom_label_4: "" },
      cells: {},
    });
    expect(product.source_data).toMatchObject({ id: "1001", title: "Product 1", price: "1.00", vendor: "", canonical_margin_pct: "" });
    expect(product.source_data).not.toHaveProperty("body_text");
    expect(await products.get(1001, { feed_id: String(second) })).toMatchObject({ condition: "new", cells: { vendor: "Acme" } });
    expect(await products.get("1002")).toMatchObject({ overrides: {}, cells: {}, has_overrides: false });
    await products.restore(1001);
  });

  test("is found with the prefix of its id and without, and shows what the list shows", async () => {
    expect(await products.set("prod_1003", { title: "Three" })).toMatchObject({ id: "prod_1003", title: "Three" });
    const { source_data: _source, overrides: _overrides, cells: _cells, ...listed } = await products.get(1003);
    expect((await products.list({ search: "three" })).data).toEqual([listed]);
    expect(await products.restore("1003")).toMatchObject({ title: "Product 3", overrides: {} });
  });

  test.each(["9999", "nonsense", "0", "prod_", "1e3"])("that is not there is not found: %s", async (id) => {
    const refused = { code: "resource_not_found" };
    expect(await refusal(products.set(id, { title: "x" }))).toMatchObject(refused);
    expect(await refusal(products.restore(id))).toMatchObject(refused);
    expect(await refusal(products.get(id))).toMatchObject(refused);
  });

  test("of another shop is not found, nor is one in another shop's feed", async () => {
    const other = await testShop(products.listed.database.db);
    expect(await refusal(products.set(1001, { title: "x" }, other.shop))).toMatchObject({ code: "resource_not_found" });
    expect(await refusal(products.restore(1001, other.shop))).toMatchObject({ code: "resource_not_found" });
    expect(await refusal(products.get(1001, { feed_id: String(other.feedId) }))).toMatchObject({ code: "resource_not_found" });
    expect(await products.setAll([{ id: "1001", title: "x" }], other.shop)).toMatchObject({
      updated: [],
      errors: [{ code: "resource_not_found" }],
    });
    expect(await products.restoreAll(["1001"], other.shop)).toMatchObject({ restored: [], errors: [{ code: "resource_not_found" }] });
    expect((await products.get(1001)).overrides).toEqual({});
  });
});

describe("an override", () => {
  test("is merged with the others, cleared by null, and kept in composed form", async () => {
    await products.set(1002, { title: "Cafe\u0301", brand: "Acme", excluded: true });
    expect((await products.set(1002, { brand: null, gtin: "123" })).overrides).toEqual({ title: "Caf\u00E9", gtin: "123", excluded: true });
    expect((await products.set(1002, { excluded: false })).overrides).toEqual({ title: "Caf\u00E9", gtin: "123" });
    expect((await products.restore(1002)).overrides).toEqual({});
  });

  test.each([
    ["nothing", {}, ""],
    ["an unknown member", { titel: "x" }, "/titel"],
    ["an id, which the path gives", { id: "1001", title: "x" }, "/id"],
    ["a number", { title: 5 }, "/title"],
    ["an unknown condition", { condition: "broken" }, "/condition"],
    ["a blank condition", { condition: "" }, "/condition"],
    ["a text for a boolean", { excluded: "true" }, "/excluded"],
    ["a sixth label", { custom_label_5: "x" }, "/custom_label_5"],
    ["a text that is too long", { title: "x".repeat(20_001) }, "/title"],
    ["one fault beside what is right", { title: "x", brand: ["y"] }, "/brand"],
  ])("with %s is refused, and nothing is changed", async (_, body, param) => {
    expect(await refusal(products.set(1004, body))).toMatchObject({ code: "validation_failed", param });
    const stored = products.shop.db.selectFrom("product_overrides").select("row_id").where("row_id", "=", 1004);
    expect(await stored.execute()).toEqual([]);
  });

  test("has at most 20,000 code points", async () => {
    const { overrides } = await products.set(1004, { description: "😀".repeat(20_000) });
    expect(overrides["description"]).toBe("😀".repeat(20_000));
    await products.restore(1004);
  });

  test("outdates every active feed once, where anything differs, and keeps no version of them", async () => {
    expect(await raisedBy(() => products.set(1005, { title: "x", brand: "y" }))).toEqual([1, 1]);
    expect(await raisedBy(() => products.set(1005, { title: "x", gtin: null, excluded: false }))).toEqual([0, 0]);
    const { db } = products.shop;
    await db.updateTable("feeds").set({ active: false }).where("id", "=", second).execute();
    expect(await raisedBy(() => products.set(1005, { title: "z" }))).toEqual([1, 0]);
    await db.updateTable("feeds").set({ active: true }).where("id", "=", second).execute();
    expect(await raisedBy(() => products.restore(1005))).toEqual([1, 1]);
    expect(await raisedBy(() => products.restore(1005))).toEqual([0, 0]);
    const kept = await db.selectFrom("feed_versions").select("version").where("feed_id", "=", products.primaryId).execute();
    expect(kept).toEqual([{ version: 1 }]);
  });

  test("set beside others at the same time is kept with them", async () => {
    const members = ["title", "brand", "gtin", "mpn", "product_type"];
    const raised = await raisedBy(() => Promise.all(members.map((member) => products.set(1006, { [member]: member }))));
    expect(raised).toEqual([5, 5]);
    expect((await products.get(1006)).overrides).toEqual(Object.fromEntries(members.map((member) => [member, member])));
    await products.restore(1006);
  });

  test("takes the place of what the mapping makes in every feed's next run, until it's restored, and rules win over it", async () => {
    await products.addRule(second, { type: "set_value", target: "brand", value: "Ruled" });
    await products.set(1007, { title: "Over", brand: "Over", condition: "used", product_type: "" });
    await products.set(1008, { excluded: true });
    await products.set(1003, { condition: "used", title: "Worn" });
    await products.run(products.primaryId);
    await products.run(second);
    expect((await feedRow(products.primaryId, 1007))?.fields).toMatchObject({ title: "Over", brand: "Over", condition: "used" });
    expect((await feedRow(second, 1007))?.fields).toMatchObject({ title: "Over", brand: "Ruled", condition: "used" });
    expect(await feedRow(second, 1008)).toMatchObject({ excluded_reason: "Excluded by merchant" });
    expect(await products.get(1008)).toMatchObject({ excluded: true, excluded_reason: "Excluded by merchant" });
    expect(await products.get(1003)).toMatchObject({ condition: "used" });
    await products.restoreAll(["1003", "1007", "1008"]);
    // At once, where the run has published the override.
    expect(await products.get(1003)).toMatchObject({ condition: "new", title: "Product 3", overrides: {} });
    expect(await products.ids({ condition: "used" })).toEqual([]);
    expect(await products.ids({ condition: "new" })).toContain(1003);
    await products.run(products.primaryId);
    expect((await feedRow(products.primaryId, 1007))?.fields).toMatchObject({ title: "Product 7", brand: "", condition: "new" });
    expect(await products.get(1008)).toMatchObject({ excluded: false, excluded_reason: null });
  });

  test("sequences of setting and clearing leave exactly the overrides that were set last", async () => {
    const texts = fc.option(fc.constantFrom("", " ", "a", "é", "'; --", "😀"), { nil: null });
    const input = fc
      .record(
        {
          title: texts,
          custom_label_0: texts,
          excluded: fc.option(fc.boolean(), { nil: null }),
          condition: fc.option(fc.constantFrom("new", "used"), { nil: null }),
        },
        { requiredKeys: [] },
      )
      .filter((body) => Object.keys(body).length > 0);
    const step = fc.record({ row: fc.constantFrom(1009, 1010), body: fc.option(input, { nil: "restore" as const }), batch: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
        await products.restoreAll(["1009", "1010"]);
        const expected = new Map<number, Record<string, unknown>>();
        for (const { row, body, batch } of steps) {
          expected.set(row, body === "restore" ? {} : { ...expected.get(row), ...body });
          if (body === "restore") await (batch ? products.restoreAll([String(row)]) : products.restore(row));
          else await (batch ? products.setAll([{ id: String(row), ...body }]) : products.set(row, body));
        }
        for (const row of [1009, 1010]) {
          const left = Object.entries(expected.get(row) ?? {}).filter(([, value]) => value !== null && value !== false);
          expect((await products.get(row)).overrides).toEqual(Object.fromEntries(left));
        }
      }),
      { numRuns: 2 * testRuns },
    );
    await products.restoreAll(["1009", "1010"]);
  });
});

describe("restoring", () => {
  test("clears the overrides and the row's cells in every feed, also an inactive one; other rows keep theirs", async () => {
    const { db } = products.shop;
    const third = await products.newFeed();
    await products.set(1001, { title: "x" });
    await products.set(1002, { title: "y" });
    for (const feedId of [products.primaryId, second, third]) await products.setCell(feedId, 1001, { vendor: "v", sku: "s" });
    await products.setCell(second, 1002, { vendor: "v" });
    await db.updateTable("feeds").set({ active: false }).where("id", "=", third).execute();
    const before = await products.versionOf(third);
    expect(await raisedBy(() => products.restore(1001))).toEqual([1, 1]);
    expect(await products.versionOf(third)).toBe(before + 1);
    for (const feedId of [products.primaryId, second, third])
      expect(await products.get(1001, { feed_id: String(feedId) })).toMatchObject({ overrides: {}, cells: {}, has_overrides: false });
    expect(await products.get(1002, { feed_id: String(second) })).toMatchObject({ overrides: { title: "y" }, cells: { vendor: "v" } });
    const { summary, version } = await db
      .selectFrom("feed_versions")
      .select(["summary", "version"])
      .where("feed_id", "=", second)
      .orderBy("version", "desc")
      .limit(1)
      .executeTakeFirstOrThrow();
    expect({ summary, version }).toEqual({ summary: "Restored row 1001.", version: await products.versionOf(second) });
    const undone = await db.selectFrom("cell_changes").select(["before", "after"]).where("version", "=", version).execute();
    expect(undone).toEqual(expect.arrayContaining([{ before: "v", after: null }]));
    await products.restore(1002);
  });
});
