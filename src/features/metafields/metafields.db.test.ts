import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { listedShop, type ListedShop } from "../../../test/harness/listed-shop.ts";
import { listedCatalog, type ListedStorefront, listedStorefront } from "../../../test/harness/listed-storefront.ts";
import { perform } from "../../../test/harness/perform.ts";
import { type TestShop, testShop } from "../../../test/harness/shop-fixture.ts";
import type { FoundMetafield, MetafieldIdentity } from "../../engine/source/metafield-names.ts";
import { claimExtract, insertExtract, workExtract } from "../extracts/index.ts";
import { readSourceColumns } from "./index.ts";
import { findStorefrontShop } from "../extracts/storefront-shop.ts";
import { changeMetafields } from "./change-metafields.ts";
import { getMetafields } from "./get-metafields.ts";
import type { MetafieldsAnswer } from "./metafield-shapes.ts";

const ROWS = 30;
const product = (name: string): MetafieldIdentity => identity("product", name);
function identity(level: "product" | "variant", name: string): MetafieldIdentity {
  const [namespace = "", key = ""] = name.split(".");
  return { level, namespace, key };
}
const seen = (name: string, column: string | null, owners: number): FoundMetafield => ({ ...product(name), column, owners });

/** Every third row has a material, of two; the last one alone a rarity, of 150 characters. */
function catalog() {
  const { products, variants } = listedCatalog(ROWS);
  const values = (at: number): Record<string, string> => ({
    ...(at % 3 === 0 ? { "metafield-material": at % 2 === 0 ? "linen" : "oak" } : {}),
    ...(at === ROWS - 1 ? { "metafield-rarity": "é".repeat(150) } : {}),
  });
  return { products: products.map((one, at) => ({ ...one, metafields: values(at) })), variants };
}
const SEEN = [seen("custom.material", "metafield-material", 10), seen("app.unused", null, 4), seen("custom.rarity", "metafield-rarity", 1)];

let made: ListedShop;
let storefront: ListedStorefront;
beforeAll(async () => {
  storefront = listedStorefront(catalog());
  storefront.claims = { metafieldColumns: ["metafield-rarity", "metafield-material"], metafields: SEEN };
  made = await listedShop("metafields.example", storefront);
});
afterAll(() => made[Symbol.asyncDispose]());

type Home = Pick<TestShop, "shop">;
const get = ({ shop }: Home, query = {}) => perform<MetafieldsAnswer>(made.real.services, shop, getMetafields, { query });
const change = ({ shop }: Home, body: object) => perform<MetafieldsAnswer>(made.real.services, shop, changeMetafields, { body });
const onShopify = async (home: Home) => {
  await home.shop.db.updateTable("shops").set({ storefront: "shopify" }).where("id", "=", home.shop.shopId).execute();
  return home;
};

const RARITY = { ...product("custom.rarity"), column: "metafield-rarity", coverage: { with_value: 1, total: ROWS, sample_values: ["é".repeat(100)] } }; // prettier-ignore
const MATERIAL = { ...product("custom.material"), column: "metafield-material", coverage: { with_value: 10, total: ROWS, sample_values: ["linen", "oak"] } }; // prettier-ignore
const none = (total: number) => ({ with_value: 0, total, sample_values: [] });

describe("the metafields of a shop", () => {
  test("that nobody has chosen are those of its snapshot, in the order of its columns", async () => {
    expect(await get(made)).toEqual({ object: "metafields", takes: "all", metafields: [RARITY, MATERIAL] });
    expect(await findStorefrontShop(made.shop)).toMatchObject({ metafields: null });
  });

  test("that could be chosen are told when asked for, most used first, with the column where there is one", async () => {
    expect((await get(made, { include: "available" })).available).toEqual([
      { ...product("custom.material"), column: "metafield-material", with_value: 10 },
      { ...product("app.unused"), column: null, with_value: 4 },
      { ...product("custom.rarity"), column: "metafield-rarity", with_value: 1 },
    ]);
    await expect(get(made, { include: "all" })).rejects.toMatchObject({ code: "invalid_request" });
  });

  test("are replaced as a list, of products where nothing else is said; null takes all again", async () => {
    const wanted = [{ namespace: "app", key: "unused" }, { namespace: "custom", key: "size", level: "variant" }, product("custom.material")]; // prettier-ignore
    const answer = {
      object: "metafields",
      takes: "listed",
      metafields: [
        { ...product("app.unused"), column: "metafield-unused", coverage: none(ROWS) },
        { ...identity("variant", "custom.size"), column: "variant-metafield-size", coverage: none(ROWS) },
        MATERIAL,
      ],
    };
    expect(await change(made, { metafields: wanted })).toEqual({ ...answer, blanks: [] });
    expect(await get(made)).toEqual(answer);
    expect(await findStorefrontShop(made.shop)).toMatchObject({
      metafields: [product("app.unused"), identity("variant", "custom.size"), product("custom.material")],
    });
    expect(await change(made, { metafields: [] })).toMatchObject({ takes: "listed", metafields: [] });
    expect(await change(made, { metafields: null })).toMatchObject({ takes: "all", metafields: [RARITY, MATERIAL] });
  });

  test("of a shop without a snapshot have a column and no values", async () => {
    const fresh = await testShop(made.database.db);
    expect(await get(fresh, { include: "available" })).toEqual({ object: "metafields", takes: "all", metafields: [], available: [] });
    const { metafields } = await change(fresh, { metafields: [product("custom.a")] });
    expect(metafields).toEqual([{ ...product("custom.a"), column: "metafield-a", coverage: none(0) }]);
  });

  test("of another shop are neither shown nor changed", async () => {
    const other = await testShop(made.database.db);
    await change(other, { metafields: [product("custom.mine")] });
    expect(await get(made)).toMatchObject({ takes: "all", metafields: [RARITY, MATERIAL] });
  });
});

describe("a list that leaves metafields out", () => {
  const blanksOf = async (metafields: readonly object[] | null) => (await change(made, { metafields })).blanks;
  const read = (feed_column: string, source_column = "metafield-material") => ({
    feed_id: `feed_${made.primaryId}`,
    feed_column,
    source_column,
  });
  const mapped = (mappings: Readonly<Record<string, string | null>>) =>
    made.shop.db
      .updateTable("feeds")
      .set({ mappings: JSON.stringify(mappings) })
      .where("id", "=", made.primaryId)
      .execute();
  const storefrontIs = (kind: "csv" | "shopify") =>
    made.shop.db.updateTable("shops").set({ storefront: kind }).where("id", "=", made.shop.shopId).execute();

  test("is answered with the mappings that will read blank, default ones and those somebody wrote", async () => {
    await storefrontIs("shopify");
    onTestFinished(async () => void (await Promise.all([mapped({}), storefrontIs("csv"), change(made, { metafields: null })])));
    expect(await blanksOf([product("custom.rarity")])).toEqual([read("material")]);
    expect(await blanksOf([product("custom.material")])).toEqual([]);
    expect(await blanksOf(null)).toEqual([]);
    await mapped({ material: null, mpn: "metafield-rarity", brand: `=upper([D]metafield-material)` });
    expect(await blanksOf([product("app.unused")])).toEqual([read("brand"), read("mpn", "metafield-rarity")]);
    await mapped({ brand: "metafield-unused" });
    expect(await blanksOf([product("custom.material")])).toEqual([read("brand", "metafield-unused")]);
  });

  test("of a shop that is read from an export makes nothing blank", async () => {
    expect(await blanksOf([])).toEqual([]);
    await change(made, { metafields: null });
  });
});

describe("a list of metafields", () => {
  test("may not have two of one column, ignoring case; the second is named", async () => {
    const wanted = [product("custom.material"), identity("variant", "custom.material"), product("app.Material")];
    await expect(change(made, { metafields: wanted })).rejects.toMatchObject({
      code: "column_conflict",
      param: "/metafields/2",
      details: [{ param: "/metafields/2", code: "column_conflict", message: expect.stringContaining("app.Material") }],
    });
    await expect(change(made, { metafields: [product("custom.a"), product("custom.a")] })).rejects.toMatchObject({
      code: "column_conflict",
    });
    expect(await get(made)).toMatchObject({ takes: "all" });
  });

  test("has at most 50 of them, each with a namespace and a key that can be names", async () => {
    const many = (count: number) => Array.from({ length: count }, (_, at) => product(`custom.k${at}`));
    const home = await testShop(made.database.db);
    expect((await change(home, { metafields: many(50) })).metafields).toHaveLength(50);
    const faulty = [
      many(51),
      "custom.a",
      [{ key: "a" }],
      [{ namespace: "custom", key: "" }],
      [{ namespace: "custom", key: " a" }],
      [{ namespace: "custom", key: "a\u0000" }],
      [{ ...product("custom.a"), level: "shop" }],
      [{ ...product("custom.a"), column: "x" }],
    ];
    for (const metafields of faulty) await expect(change(home, { metafields })).rejects.toMatchObject({ code: "validation_failed" });
    await expect(change(home, {})).rejects.toMatchObject({ code: "validation_failed", param: "/metafields" });
  });

  test("takes what it answers", async () => {
    const home = await testShop(made.database.db);
    const { metafields } = await change(home, { metafields: [product("custom.a"), { ...product("app.b"), level: "variant" }] });
    expect(await change(home, { metafields })).toMatchObject({ metafields });
  });

  test("names source columns at once, but not of a shop whose export says which there are", async () => {
    const visible = async ({ shop }: Home) => (await readSourceColumns(shop)).visible.map(({ name }) => name);
    const [shopify, csv] = [await onShopify(await testShop(made.database.db)), await testShop(made.database.db)];
    for (const home of [shopify, csv]) await change(home, { metafields: [product("custom.Colour")] });
    expect(await visible(shopify)).toContain("metafield-Colour");
    expect(await visible(csv)).not.toContain("metafield-Colour");
  });

  test("says from which metafield a column's values are: of a namesake that was taken before they do not count", async () => {
    await onShopify(made);
    const { metafields } = await change(made, { metafields: [product("app.material")] });
    expect(metafields).toEqual([{ ...product("app.material"), column: "metafield-material", coverage: none(ROWS) }]);
    storefront.claims = { metafieldColumns: ["metafield-material"], metafields: [seen("app.material", "metafield-material", 10)] };
    await made.shop.db.updateTable("shops").set({ storefront: "csv" }).where("id", "=", made.shop.shopId).execute();
    await insertExtract(made.shop, { type: "full" });
    const claim = await claimExtract(made.database.db, "test", 20);
    if (claim === undefined) throw new Error("no extract waits");
    await workExtract(made.real.services, made.shop, claim, { signal: new AbortController().signal, progress: () => undefined });
    expect((await get(made)).metafields).toEqual([{ ...MATERIAL, ...product("app.material") }]);
  });
});
