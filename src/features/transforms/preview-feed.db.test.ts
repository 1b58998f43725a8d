import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ListedShop, listedShop } from "../../../test/harness/listed-shop.ts";
import { perform } from "../../../test/harness/perform.ts";
import { testShop } from "../../../test/harness/shop-fixture.ts";
import type { ShopWarehouse } from "../../platform/warehouse/warehouse-port.ts";
import { changeColumnMappings } from "../columns/index.ts";
import { changeExtraColumns } from "../extra-columns/index.ts";
import { findFeed } from "../feeds/index.ts";
import type { AnyOperation } from "../operation.ts";
import { changeSettings } from "../settings/index.ts";
import type { FeedPreviewShape } from "./index.ts";

/** Four rows, 1001 to 1004, which cost 1.00 to 4.00. */
let listed: ListedShop;
beforeAll(async () => {
  listed = await listedShop("previews.example", 4);
});
afterAll(() => listed[Symbol.asyncDispose]());

const change = (operation: AnyOperation, body: object) =>
  perform<FeedPreviewShape>(listed.real.services, listed.shop, operation, { path: { feed_id: `feed_${listed.primaryId}` }, body });

describe("a change with preview: true", () => {
  test("of settings tells what it does to the whole feed", async () => {
    expect(await change(changeSettings, { id_format: "sku", preview: true })).toMatchObject({
      object: "feed_preview",
      summary: { total: 4, changed: 4, newly_excluded: 0, newly_included: 0, unchanged: 0 },
      results: [{ row_id: "1001", changes: [{ field: "id", before: "shopify_US_1_1001", after: "SKU-1" }] }, {}, {}, {}],
      // No channel is assigned.
      findings: [],
    });
  });

  test("of mappings does the same, also where it resets them", async () => {
    expect(await change(changeColumnMappings, { mappings: { brand: '="Acme"', mpn: "sku" }, preview: true })).toMatchObject({
      summary: { changed: 4 },
      results: [
        {
          changes: [
            { field: "brand", before: "", after: "Acme" },
            { field: "identifier_exists", after: "yes" },
          ],
        },
        {},
        {},
        {},
      ],
    });
    expect(await change(changeColumnMappings, { reset: true, preview: true })).toMatchObject({ summary: { changed: 0, unchanged: 4 } });
  });

  test("of mappings warns of blank columns and of values that channels refuse", async () => {
    const mappings = {
      brand: "hs_code",
      link: "handle",
      sale_price: "=[D]price * 2",
      price: '=if([D]handle = "product-1", "5.00 EUR", [D]price)',
      gtin: '="0000000000000"',
    };
    const { warnings } = await change(changeColumnMappings, { mappings, preview: true });
    expect(warnings.map(({ code, column, count }) => [code, column, count])).toEqual([
      ["column_blank", "[D]hs_code", 4],
      ["link_invalid", "link", 4],
      ["price_currency_mismatch", "price", 1],
      ["gtin_invalid", "gtin", 4],
      ["sale_price_not_lower", "sale_price", 3],
    ]);
    expect(warnings[2]?.message).toBe(
      'The change writes values of price in 1 row that aren\'t in USD, the currency of the feed, such as "5.00 EUR".',
    );
    expect((await change(changeColumnMappings, { mappings: { brand: "vendor", mpn: "sku" }, preview: true })).warnings).toEqual([]);
  });

  test("of extra columns does the same", async () => {
    expect(await change(changeExtraColumns, { extra_columns: ["promotion_id"], preview: true })).toMatchObject({
      summary: { changed: 0, unchanged: 4 },
      results: [],
    });
  });

  test("that can't be computed in time says that it is too expensive, not to try it again", async () => {
    const { warehouse } = listed.real.services;
    const hasty = (shop: Parameters<typeof warehouse.of>[0]): ShopWarehouse => {
      const own = warehouse.of(shop);
      return { ...own, session: (options) => own.session({ ...options, deadlineMs: 1 }) };
    };
    const asked = perform({ ...listed.real.services, warehouse: { ...warehouse, of: hasty } }, listed.shop, changeSettings, {
      path: { feed_id: `feed_${listed.primaryId}` },
      body: { seo: true, preview: true },
    });
    await expect(asked).rejects.toMatchObject({ code: "plan_too_expensive", message: expect.stringContaining("wasn't computed within") });
  });

  test("keeps nothing", async () => {
    expect(await findFeed(listed.shop, listed.primaryId)).toMatchObject({
      definition_version: 1,
      settings: {},
      mappings: {},
      extra_columns: [],
    });
    const { rows } = await listed.database.pool.query("select action from audit_log where action like '%.changed'");
    expect(rows).toEqual([]);
  });

  test("of a shop without a catalog is refused, and a fault is a fault", async () => {
    const { shop, feedId } = await testShop(listed.database.db);
    const asked = perform(listed.real.services, shop, changeSettings, {
      path: { feed_id: String(feedId) },
      body: { seo: true, preview: true },
    });
    await expect(asked).rejects.toMatchObject({ code: "no_source_extract" });
    await expect(change(changeColumnMappings, { mappings: { brand: "vendr" }, preview: true })).rejects.toMatchObject({
      code: "unknown_source_column",
    });
  });
});
