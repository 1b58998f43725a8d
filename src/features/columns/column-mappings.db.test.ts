import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { listedCatalog, listedStorefront } from "../../../test/harness/listed-storefront.ts";
import { perform } from "../../../test/harness/perform.ts";
import type { TestDatabase } from "../../../test/harness/postgres-template.ts";
import { type RealServices, realServices } from "../../../test/harness/real-platform.ts";
import { jobsDatabase, liveSnapshot, type TestShop, testShop } from "../../../test/harness/shop-fixture.ts";
import { FEED_COLUMNS } from "../../engine/plan/feed-columns.ts";
import { snapshotColumns } from "../../engine/source/snapshot-query.ts";
import { SOURCE_COLUMNS } from "../../engine/source/source-columns.ts";
import { findFeed, type FeedRow } from "../feeds/index.ts";
import { findRunningRun } from "../runs/run-queries.ts";
import { changeColumnMappings } from "./change-column-mappings.ts";
import { getColumnMappings } from "./get-column-mappings.ts";

let database: TestDatabase;
let real: RealServices;
beforeAll(async () => {
  database = await jobsDatabase();
  real = await realServices(listedStorefront(listedCatalog(0)));
});
afterAll(async () => {
  await real[Symbol.asyncDispose]();
  await database[Symbol.asyncDispose]();
});

interface Mappings {
  readonly source_columns: readonly { readonly name: string; readonly type: string; readonly computed: boolean }[];
  readonly feed_columns: readonly string[];
  readonly mappings: Readonly<Record<string, string | null>>;
  readonly defaults: Readonly<Record<string, string | null>>;
  readonly propagates_to: Readonly<Record<string, readonly string[]>>;
}
type Home = Pick<TestShop, "shop" | "feedId">;
const mappings = ({ shop, feedId }: Home) =>
  perform<Mappings>(real.services, shop, getColumnMappings, { path: { feed_id: String(feedId) } });
const change = ({ shop, feedId }: Home, body: object) =>
  perform<Mappings>(real.services, shop, changeColumnMappings, { path: { feed_id: `feed_${feedId}` }, body });
const map = (home: Home, wanted: Readonly<Record<string, string | null>>) => change(home, { mappings: wanted });

async function feedOf({ shop, feedId }: Home): Promise<FeedRow> {
  const feed = await findFeed(shop, feedId);
  if (feed === undefined) throw new Error("the feed is gone");
  return feed;
}

/** A shop whose live snapshot has the canonical columns and these metafields. */
async function shopWith(...metafields: readonly string[]): Promise<TestShop> {
  const made = await testShop(database.db);
  const extractId = await liveSnapshot(made.shop);
  const snapshot = JSON.stringify({ columns: snapshotColumns(metafields), markets: [], products: 0, variants: 0 });
  await database.db.updateTable("extracts").set({ snapshot }).where("id", "=", extractId).execute();
  return made;
}

const setFeed = (home: Home, settings: object, extraColumns: readonly string[] = []) =>
  database.db
    .updateTable("feeds")
    .set({ settings: JSON.stringify(settings), extra_columns: [...extraColumns] })
    .where("id", "=", home.feedId)
    .execute();

describe("the column mappings of a feed", () => {
  test("name the canonical source columns until there is a snapshot, then its own; those that only plans read are not shown", async () => {
    const { source_columns: before } = await mappings(await testShop(database.db));
    expect(before).toEqual(SOURCE_COLUMNS);
    const { source_columns: after } = await mappings(await shopWith("metafield-fabric", "variant-metafield-season"));
    expect(after).toEqual([
      ...SOURCE_COLUMNS,
      { name: "metafield-fabric", type: "text", computed: false },
      { name: "variant-metafield-season", type: "text", computed: false },
    ]);
  });

  test("take every attribute of a channel, which doesn't become a column of the file", async () => {
    const home = await shopWith("metafield-launch");
    const changed = await map(home, { promotion_id: '="SPRING"', availability_date: "metafield-launch", pattern: null });
    expect(changed.mappings).toMatchObject({ promotion_id: '="SPRING"', availability_date: "metafield-launch", pattern: null });
    expect(changed.defaults).toMatchObject({ promotion_id: null, pattern: expect.stringContaining("option1_name") });
    expect(changed.feed_columns).toEqual(FEED_COLUMNS.map(({ name }) => name));
    expect(changed.propagates_to["metafield-launch"]).toEqual(["availability_date"]);
    expect((await map(home, { promotion_id: null })).mappings).not.toHaveProperty("promotion_id");
    await expect(map(home, { promotion_ids: "title" })).rejects.toMatchObject({
      code: "unknown_feed_column",
      message: expect.stringContaining("promotion_id?"),
    });
  });

  test("are the documented defaults, in words a merchant can send back", async () => {
    const { mappings: effective, defaults, feed_columns: columns } = await mappings(await shopWith("metafield-custom_label_1"));
    expect(columns).toEqual(FEED_COLUMNS.map(({ name }) => name));
    expect(effective).toEqual(defaults);
    expect(effective).toMatchObject({
      id: '="shopify_US_" & [D]product_id & "_" & [D]id',
      title: "title",
      description: "=strip_html([D]body_html)",
      link: "link",
      image_link: "image_src",
      brand: "vendor",
      gtin: "barcode",
      mpn: "sku",
      product_type: "product_type",
      item_group_id: "product_id",
      google_product_category: null,
      custom_label_0: null,
      custom_label_1: "metafield-custom_label_1",
      price: expect.stringMatching(/^=if .*compare_at_price/),
    });
  });

  test("follow the feed's settings and its extra columns", async () => {
    const made = await shopWith();
    await setFeed(made, { id_format: "sku", seo: true }, ["promotion_id"]);
    const { mappings: effective, feed_columns: columns } = await mappings(made);
    expect(effective).toMatchObject({
      id: "=coalesce([D]sku, [D]id)",
      title: "=coalesce([D]seo_title, [D]title)",
      description: "=coalesce([D]seo_description, strip_html([D]body_html))",
      promotion_id: null,
    });
    expect(columns.at(-1)).toBe("promotion_id");
  });

  test("tell which feed columns a source column reaches, also through expressions and defaults", async () => {
    const made = await shopWith();
    const { propagates_to: before } = await mappings(made);
    expect(before).toMatchObject({ sku: ["mpn", "identifier_exists"], body_html: ["description"], product_id: ["id", "item_group_id"] });
    expect(before).not.toHaveProperty("handle");
    expect(before).toMatchObject({ available: ["availability"], inventory_quantity: ["availability"], inventory_policy: ["availability"] });
    const { propagates_to: after } = await map(made, { title: "=[D]handle & [D]sku", mpn: "barcode" });
    expect(after).toMatchObject({ handle: ["title"], sku: ["title", "identifier_exists"], barcode: ["gtin", "mpn", "identifier_exists"] });
    expect(after).not.toHaveProperty("title");
  });

  test("of another shop's feed are not found, and not changed", async () => {
    const [mine, theirs] = [await shopWith(), await shopWith("metafield-secret")];
    const foreign = { shop: mine.shop, feedId: theirs.feedId };
    await expect(mappings(foreign)).rejects.toMatchObject({ code: "resource_not_found" });
    await expect(map(foreign, { brand: null })).rejects.toMatchObject({ code: "resource_not_found" });
    await expect(map(mine, { brand: "metafield-secret" })).rejects.toMatchObject({ code: "unknown_source_column" });
    expect((await feedOf(theirs)).mappings).toEqual({});
  });
});

describe("a change of mappings", () => {
  test("merges: what it does not name stays, null unmaps, and expressions are kept in their canonical form", async () => {
    const made = await shopWith("metafield-fabric");
    await map(made, { brand: "product_type", gtin: null });
    const { mappings: effective } = await map(made, { material: "metafield-fabric", title: "=  vendor&' '&title " });
    expect(effective).toMatchObject({
      brand: "product_type",
      gtin: null,
      material: "metafield-fabric",
      title: '=[D]vendor & " " & [D]title',
    });
    expect((await mappings(made)).mappings).toEqual(effective);
    expect(await feedOf(made)).toMatchObject({ definition_version: 3, mapping_lookups: [] });
  });

  test("to the default follows the default again, so that an answer sent back changes nothing", async () => {
    const made = await shopWith();
    const { mappings: effective } = await mappings(made);
    await map(made, effective);
    await map(made, { brand: "=[D]vendor", mpn: "SKU" });
    expect(await feedOf(made)).toMatchObject({ mappings: {}, definition_version: 1 });
    await map(made, { brand: "product_type" });
    await map(made, { brand: "vendor" });
    expect(await feedOf(made)).toMatchObject({ mappings: {}, definition_version: 3 });
  });

  test("with reset restores every default, then applies what it names", async () => {
    const made = await shopWith();
    await map(made, { brand: "product_type", gtin: null });
    expect((await change(made, { reset: true, mappings: { mpn: "handle" } })).mappings).toMatchObject({
      brand: "vendor",
      gtin: "barcode",
      mpn: "handle",
    });
    await change(made, { reset: true });
    expect((await feedOf(made)).mappings).toEqual({});
  });

  test("reaches a column whatever it is called", async () => {
    const made = await shopWith();
    await setFeed(made, {}, ["constructor", "toString"]);
    expect((await mappings(made)).mappings).toMatchObject({ constructor: null, toString: null });
    expect((await map(made, { constructor: "vendor" })).mappings).toMatchObject({ constructor: "vendor", toString: null });
  });

  test("starts no run", async () => {
    const made = await shopWith();
    await map(made, { brand: "product_type" });
    expect(await findRunningRun(made.shop, made.feedId)).toBeUndefined();
  });

  test("beside another keeps both", async () => {
    const made = await shopWith();
    const wanted = { brand: "product_type", mpn: "handle", gtin: null, color: "option1_value", size: "option2_value" };
    await Promise.all(Object.entries(wanted).map(([name, value]) => map(made, { [name]: value })));
    expect(await feedOf(made)).toMatchObject({ mappings: wanted, definition_version: 6 });
  });

  test("to names that are not there is refused with all of them and what was meant, and nothing is kept", async () => {
    const made = await shopWith("metafield-fabric");
    const wanted = { brnd: "vendor", brand: "vendr", material: "metafield-fabrik", gtin: null };
    await expect(map(made, wanted)).rejects.toMatchObject({
      code: "unknown_feed_column",
      param: "/mappings/brnd",
      details: [
        { param: "/mappings/brnd", code: "unknown_feed_column", message: expect.stringContaining("Did you mean brand?") },
        { param: "/mappings/brand", code: "unknown_source_column", message: expect.stringContaining("Did you mean vendor?") },
        { param: "/mappings/material", code: "unknown_source_column", message: expect.stringContaining("metafield-fabric?") },
      ],
    });
    await expect(map(made, { brand: "body_text" })).rejects.toMatchObject({ code: "unknown_source_column" });
    expect((await feedOf(made)).mappings).toEqual({});
  });

  test.each([
    ["=[D]vendr", "unknown_source_column", { line: 1, column: 2 }, "[D]vendor"],
    ["=[D]title &\n  [D]vendr", "unknown_source_column", { line: 2, column: 3 }, "[D]vendor"],
    ["=upper(vendr)", "unknown_source_column", { line: 1, column: 8 }, "[D]vendor"],
    ["=[G]nope", "unknown_feed_column", { line: 1, column: 2 }, "feed column nope"],
  ])("to an expression with a name that is not there says which, and where: %j", async (text, code, place, said) => {
    await expect(map(await shopWith(), { title: text })).rejects.toMatchObject({
      code,
      details: [{ param: "/mappings/title", code, ...place, message: expect.stringContaining(said) }],
    });
  });

  test("to an expression with unknown names of both kinds names both; with another fault beside them it is no longer about names", async () => {
    const made = await shopWith();
    await expect(map(made, { title: "=[D]nope & [G]nope" })).rejects.toMatchObject({
      code: "unknown_feed_column",
      details: [
        { code: "unknown_feed_column", column: 12 },
        { code: "unknown_source_column", column: 2 },
      ],
    });
    await expect(map(made, { title: "=[D]nope & nofn(1)" })).rejects.toMatchObject({
      code: "validation_failed",
      details: [{ code: "unknown_column" }, { code: "unknown_function" }],
    });
  });

  test.each([
    ["=upper([D]title", 1, 16],
    ["=[G]title", 1, 2],
    ["=", 1, 2],
    ['=lookup("colours", [D]sku)', 1, 9],
  ])("to an expression that is not one is refused at its place: %j", async (text, line, column) => {
    const made = await shopWith();
    await expect(map(made, { title: text })).rejects.toMatchObject({
      code: "validation_failed",
      details: [{ param: "/mappings/title", line, column, message: expect.stringMatching(/\S/) }],
    });
  });

  test("to a regular expression that is none is refused: no run could be made of it", async () => {
    const made = await shopWith();
    const wanted = {
      title: '=regex_replace([D]title, "(", "")',
      brand: '=if [D]title matches "[z-a]" then "x" else "y"',
      mpn: '=regex_extract([D]sku, "[0-9]+")',
    };
    await expect(map(made, wanted)).rejects.toMatchObject({
      code: "validation_failed",
      details: [{ param: "/mappings/title" }, { param: "/mappings/brand" }],
    });
    expect((await map(made, { mpn: wanted.mpn })).mappings).toMatchObject({ mpn: wanted.mpn });
  });

  test("has at most 20,000 parts with the other mappings and the rules", async () => {
    const home = await shopWith();
    const long = `=${Array.from({ length: 500 }, () => "upper([D]title)").join("&")}`;
    const labels = Array.from({ length: 24 }, (_, at) => `label_${at}`);
    await setFeed(home, {}, labels);
    const wanted = Object.fromEntries(labels.map((label) => [label, long]));
    const message = expect.stringContaining("at most 20000 parts together");
    await expect(map(home, wanted)).rejects.toMatchObject({ code: "validation_failed", message });
    const taken = Object.fromEntries(labels.slice(0, 12).map((label) => [label, long]));
    expect((await map(home, taken)).mappings).toMatchObject({ label_11: expect.stringContaining("upper") });
  });

  test("has at most 16 functions over the whole feed, with those of the rules", async () => {
    const made = await shopWith();
    const ranks = (count: number) => ({ custom_label_0: `=${Array.from({ length: count }, () => "rank([D]price)").join(" & ")}` });
    await expect(map(made, ranks(17))).rejects.toMatchObject({ code: "validation_failed", message: expect.stringContaining("17") });
    await map(made, ranks(16));
    await expect(map(made, { title: "=group_count([D]vendor)" })).rejects.toMatchObject({ code: "validation_failed" });
  });

  test.each([
    [{}, "missing_param"],
    [{ reset: false }, "missing_param"],
    [{ mappings: [] }, "validation_failed"],
    [{ mappings: { brand: 7 } }, "validation_failed"],
    [{ mappings: { brand: `="${"x".repeat(10_000)}"` } }, "validation_failed"],
    [{ mappings: {}, more: 1 }, "validation_failed"],
    [{ mappings: { brand: "" } }, "unknown_source_column"],
  ])("that is none is refused: %j", async (body, code) => {
    await expect(change(await shopWith(), body)).rejects.toMatchObject({
      code,
      param: expect.stringMatching(/^\/m/),
      details: [{ code: expect.any(String) }],
    });
  });
});
