import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { perform } from "../../../test/harness/perform.ts";
import { testShop } from "../../../test/harness/shop-fixture.ts";
import { feedNumber, type FurnishedShop, furnishedShop, refusal } from "../additional-feeds/additional-feeds.suite.ts";
import { setCells } from "../cells/index.ts";
import { findFeed } from "../feeds/index.ts";
import { claimScope, workScope } from "../scopes/index.ts";
import { changeSettings } from "../settings/index.ts";
import { getSelection, setSelection } from "./index.ts";
import { debugRows, findSelection } from "../transforms/index.ts";
import { storeSelection } from "./selection-queries.ts";

/** Products 1 to 4, rows 1001 to 1005; 1005 is of product 2. */
let furnished: FurnishedShop;
beforeAll(async () => {
  furnished = await furnishedShop("selection.example");
});
afterAll(() => furnished[Symbol.asyncDispose]());

interface Selection {
  readonly mode: string;
  readonly product_ids: readonly string[];
}
let feeds = 0;
let id: string;
beforeEach(async () => {
  feeds += 1;
  // Of the shop's own market, whose prices every row has.
  const feed = { feed_type: "market", display_name: `By hand ${feeds}`, target_market: "US", product_selection_mode: "manual" };
  ({ id } = await furnished.create(feed));
});

const get = (feed = id) => furnished.ask<Selection>(getSelection, feed);
const put = (productIds: unknown, more: object = {}, query: Readonly<Record<string, string>> = {}) =>
  furnished.ask<Selection>(setSelection, id, { body: { product_ids: productIds, ...more }, query });
const version = async () => (await findFeed(furnished.shop, feedNumber(id)))?.definition_version;
const NOT_SELECTED = "Not selected for this feed";

describe("a selection", () => {
  test("of a new manual feed is empty, is replaced as a whole, and can be sent back as it was answered", async () => {
    expect(await get()).toEqual({ object: "feed_selection", mode: "manual", collection_id: null, collection_title: null, product_ids: [] });
    expect(await put(["3", "1", "3"])).toMatchObject({ mode: "manual", product_ids: ["3", "1"] });
    const answered = await get();
    expect(await put(["2"], { ...answered, product_ids: ["2", ...answered.product_ids] })).toMatchObject({ product_ids: ["2", "3", "1"] });
    expect(await put([])).toMatchObject({ product_ids: [] });
  });

  test("makes a version of the feed where it changes, and is written in view of one", async () => {
    await put(["1"]);
    expect(await version()).toBe(2);
    await put(["1"], {}, { expected_version: "2" });
    expect(await version()).toBe(2);
    await put(["1", "2"]);
    const { rows } = await furnished.database.pool.query("select summary from feed_versions where feed_id = $1 order by version", [
      feedNumber(id),
    ]);
    expect(rows.map(({ summary }) => summary)).toEqual(["Created the feed.", "Selected 1 product.", "Selected 2 products."]);
    expect(await refusal(put(["3"], {}, { expected_version: "2" }))).toMatchObject({ code: "version_conflict" });
  });

  test("tells the collection of a feed that takes one, and is not written there", async () => {
    const sale = await furnished.create({
      ...{ feed_type: "market", display_name: `Sale ${id}`, product_selection_mode: "collection" },
      selected_collection_title: "sale",
    });
    expect(await get(sale.id)).toMatchObject({ mode: "collection", collection_id: null, collection_title: "Sale", product_ids: [] });
    const asked = furnished.ask(setSelection, sale.id, { body: { product_ids: ["nonsense"], colour: 1 } });
    expect(await refusal(asked)).toMatchObject({ code: "invalid_param", param: "/product_ids", details: [{ param: "/product_ids" }] });
    const primary = furnished.ask(setSelection, String(furnished.primaryId), { body: { product_ids: [] } });
    expect(await refusal(primary)).toMatchObject({ code: "invalid_param" });
  });

  test.each([
    [["/product_ids"], undefined],
    [["/product_ids"], "1"],
    [["/product_ids/1"], ["1", "prod_2"]],
    [["/product_ids/0"], ["99999999999999999"]],
    [["/product_ids/0"], [1]],
    [["/product_ids"], Array.from({ length: 100_001 }, () => "1")],
    [
      ["/product_ids/1", "/product_ids/3"],
      ["1", "77", "2", "1001"],
    ],
  ])("is refused at %j", async (params, productIds) => {
    const error = await refusal(put(productIds));
    expect([error.code, error.details.map(({ param }) => param)]).toEqual(["validation_failed", params]);
    expect(await get()).toMatchObject({ product_ids: [] });
  });

  test("names the first twenty products there are not, and keeps those that have left the shop", async () => {
    const error = await refusal(put(Array.from({ length: 50 }, (_, at) => String(5_000 + at))));
    expect(error.details).toHaveLength(20);
    await storeSelection(furnished.shop, feedNumber(id), [1, 88]);
    expect(await put(["88", "1", "2"])).toMatchObject({ product_ids: ["88", "1", "2"] });
  });

  test("of another shop's feed is not found, and a shop without a catalog has no products", async () => {
    const stranger = await testShop(furnished.database.db);
    for (const operation of [getSelection, setSelection]) {
      const asked = perform(furnished.real.services, stranger.shop, operation, {
        path: { id },
        ...(operation === getSelection ? {} : { body: {} }),
      });
      expect(await refusal(asked)).toMatchObject({ code: "resource_not_found" });
    }
    await stranger.shop.db.updateTable("feeds").set({ product_selection_mode: "manual" }).where("id", "=", stranger.feed.id).execute();
    const asked = perform(furnished.real.services, stranger.shop, setSelection, {
      path: { id: String(stranger.feedId) },
      body: { product_ids: ["1"] },
    });
    expect(await refusal(asked)).toMatchObject({ code: "no_source_extract" });
  });

  test("has room for 100,000 products, as a body of a request and in a run", async () => {
    const many = Array.from({ length: 99_999 }, (_, at) => 8_000_000_000_000 + at);
    await storeSelection(furnished.shop, feedNumber(id), many);
    expect((await refusal(put(many.map((product) => String(product + 1_000_000))))).details).toHaveLength(20);
    expect((await put([...many, 2].map(String))).product_ids).toHaveLength(100_000);
    expect(await findSelection(furnished.shop, feedNumber(id))).toEqual([...many, 2]);
    await furnished.run(id);
    expect(await furnished.latestRun(id)).toMatchObject({ included_count: 2 });
    const traced = await furnished.ask<Traced>(debugRows, id, { body: { row_ids: ["1005", "1001"] } });
    expect(traced.rows.map(({ excluded }) => excluded)).toEqual([false, true]);
  });
});

interface Traced {
  readonly rows: readonly { readonly row_id: string; readonly excluded: boolean; readonly exclude_reason: string | null }[];
}

describe("a manual feed", () => {
  test("holds exactly the rows of its products, and run, scope, debug rows and previews agree on it", async () => {
    await put(["2", "4"]);
    await furnished.run(id);
    const expected = { "1001": NOT_SELECTED, "1002": null, "1003": NOT_SELECTED, "1004": null, "1005": null };
    expect(await furnished.rows(id)).toEqual(expected);
    expect(await furnished.latestRun(id)).toMatchObject({ publication: "live", included_count: 3 });

    await put(["4"]);
    // Nobody else's scope is taken.
    await furnished.database.db.updateTable("feeds").set({ active: false }).where("id", "<>", feedNumber(id)).execute();
    const claim = await claimScope(furnished.database.db, "test", 20);
    if (claim === undefined) throw new Error("no scope is stale");
    await workScope(furnished.real.services, furnished.shop, claim, new AbortController().signal);
    expect(await furnished.reasons(id)).toEqual({ [NOT_SELECTED]: 4 });

    const traced = await furnished.ask<Traced>(debugRows, id, { body: { row_ids: ["1001", "1004", "1005"] } });
    expect(traced.rows.map((row) => [row.row_id, row.excluded, row.exclude_reason])).toEqual([
      ["1001", true, NOT_SELECTED],
      ["1004", false, null],
      ["1005", true, NOT_SELECTED],
    ]);

    const preview = await perform<{ readonly results: readonly { readonly row_id: string; readonly excluded: boolean }[] }>(
      furnished.real.services,
      furnished.shop,
      changeSettings,
      { path: { feed_id: id }, body: { id_format: "variant", preview: true } },
    );
    expect(Object.fromEntries(preview.results.map((row) => [row.row_id, row.excluded]))).toMatchObject({ "1004": false });
    expect(preview.results.filter(({ excluded }) => !excluded).map((row) => row.row_id)).toEqual(["1004"]);

    const cell = (row: string) =>
      perform(furnished.real.services, furnished.shop, setCells, {
        path: { id, product_id: row },
        body: { cells: { title: "x" }, preview: true },
      });
    expect(await cell("1004")).toMatchObject({ excluded: { before: false, after: false } });
    expect(await cell("1005")).toMatchObject({ excluded: { before: true, after: true } });
  });

  test("that selects nothing yet excludes every row, and is held", async () => {
    await furnished.run(id);
    expect(await furnished.reasons(id)).toEqual({ [NOT_SELECTED]: 5 });
    expect(await furnished.latestRun(id)).toMatchObject({ publication: "held" });
  });

  test("of a market has the market's prices of its products, in the run and for a few rows", async () => {
    const made = await furnished.create({
      feed_type: "market",
      display_name: `Market ${id}`,
      target_market: "CA",
      product_selection_mode: "manual",
    });
    ({ id } = made);
    await put(["2", "3"]);
    await furnished.run(id);
    expect(await furnished.rows(id)).toEqual({
      "1001": NOT_SELECTED,
      "1002": null,
      "1003": "Not sold in CA",
      "1004": NOT_SELECTED,
      "1005": "No price for CA",
    });
    const traced = await furnished.ask<Traced>(debugRows, id, { body: { row_ids: ["1002", "1001"] } });
    expect(traced.rows).toMatchObject([
      { row_id: "1002", excluded: false, output: { price: "12.00 CAD" } },
      { row_id: "1001", exclude_reason: NOT_SELECTED },
    ]);
  });
});
