import { readFile } from "node:fs/promises";
import { Ajv } from "ajv";
import { describe, expect, test } from "vitest";
import { channelInput, columnsFor } from "../../../test/harness/checked-catalog.ts";
import { testDuckdb } from "../../../test/harness/duckdb.ts";
import { findingsQuery } from "../../engine/channels/findings-query.ts";
import { name, sql } from "../../engine/sql/fragment.ts";
import { members, parseJson } from "../../kernel/unsafe.ts";
import { type ChannelRow, openRows, renderedText } from "../channel-under-test.suite.ts";
import { amazon } from "./pack.ts";

const SHIRT: ChannelRow = {
  values: {
    ...{ id: "shopify_US_1_1", title: "Cotton shirt", description: "Soft.", brand: "Acme", gtin: "4006381333931", condition: "new" },
    ...{
      price: "29.90 USD",
      availability: "in_stock",
      image_link: "https://shop.example/1.jpg",
      shipping_weight: "0.5 kg",
      age_group: "kids",
    },
    additional_image_link: "https://shop.example/2.jpg,https://shop.example/3.jpg",
  },
  sku: "S-1",
  quantity: "7",
};
const SETTINGS = { seller_id: "A1", product_type: "SHIRT" };
const HOSTILE = ['" \\ \u2028 \u{1F600} é </script>', "]]>\\u0000 \\", "x".repeat(20_000), "=1+1", "\u{10FFFF}\uFFFE"];

async function messages(rows: readonly ChannelRow[], settings: object = SETTINGS, issueLocale = "en_US") {
  await using duckdb = await testDuckdb();
  const feed = members(parseJson(await renderedText(duckdb, amazon, rows, settings)));
  const validate = new Ajv({ strict: false, allErrors: true }).compile(
    members(parseJson(await readFile(new URL("listings-feed-v2.schema.json", import.meta.url), "utf8"))),
  );
  expect(validate(feed) ? [] : validate.errors).toEqual([]);
  expect(feed["header"]).toMatchObject({ version: "2.0", issueLocale });
  const list = feed["messages"];
  if (!Array.isArray(list)) throw new Error("messages are a list");
  return list.map((message) => members(message));
}

describe("Amazon's listings feed", () => {
  test("has Amazon's words whatever the case of the feed's", async () => {
    const [message] = await messages([{ ...SHIRT, values: { ...SHIRT.values, condition: "New", age_group: "KIDS" } }]);
    expect(message?.["attributes"]).toMatchObject({ condition_type: [{ value: "new_new" }], age_range_description: [{ value: "Kid" }] });
  });

  test("takes a weight whatever the case of its unit, and leaves out anything else", async () => {
    const all = await messages(["5 LB", "1,5 kg"].map((shipping_weight) => ({ ...SHIRT, values: { ...SHIRT.values, shipping_weight } })));
    const weights = all.map(({ attributes }) => members(attributes)["item_package_weight"]);
    expect(weights).toEqual([[{ unit: "pounds", value: 5, marketplace_id: "ATVPDKIKX0DER" }], undefined]);
  });

  test("has the extra attributes that the settings name, and its own ones once", async () => {
    const values = { ...SHIRT.values, fabric_type: "100% cotton", sleeve_type: "", color: "Navy" };
    const settings = { ...SETTINGS, extra_attributes: ["fabric_type", "sleeve_type", "color", "unknown"] };
    const [message] = await messages([{ ...SHIRT, values }], settings);
    const attributes = members(message?.["attributes"]);
    expect(attributes["fabric_type"]).toEqual([{ value: "100% cotton", marketplace_id: "ATVPDKIKX0DER" }]);
    expect(Object.keys(attributes)).not.toEqual(expect.arrayContaining(["sleeve_type"]));
    expect(attributes["color"]).toMatchObject([{ value: "Navy", language_tag: "en_US" }]);
  });

  test("isn't helped by a part of a code", () => {
    const checks = amazon.checks(channelInput(amazon, { columns: columnsFor(amazon) }));
    const rule = checks.find(({ code, field }) => code === "text_attribute_too_long" && field === "country_of_origin")?.rule;
    expect(rule).toMatchObject({ type: "exclude_field", condition: "length([G]country_of_origin) > 2" });
  });

  test("has one message a row with every attribute as Amazon writes it", async () => {
    const [message] = await messages([SHIRT]);
    const market = { marketplace_id: "ATVPDKIKX0DER" };
    const worded = { ...market, language_tag: "en_US" };
    expect(message).toEqual({
      ...{ messageId: 1, sku: "S-1", operationType: "UPDATE", productType: "SHIRT", requirements: "LISTING" },
      attributes: {
        item_name: [{ value: "Cotton shirt", ...worded }],
        brand: [{ value: "Acme", ...worded }],
        product_description: [{ value: "Soft.", ...worded }],
        externally_assigned_product_identifier: [{ type: "ean", value: "4006381333931", ...market }],
        condition_type: [{ value: "new_new", ...market }],
        purchasable_offer: [{ ...market, currency: "USD", our_price: [{ schedule: [{ value_with_tax: 29.9 }] }] }],
        fulfillment_availability: [{ fulfillment_channel_code: "DEFAULT", quantity: 7 }],
        main_product_image_locator: [{ media_location: "https://shop.example/1.jpg", ...market }],
        age_range_description: [{ value: "Kid", ...worded }],
        item_package_weight: [{ unit: "kilograms", value: 0.5, ...market }],
        other_product_image_locator_1: [{ media_location: "https://shop.example/2.jpg", ...market }],
        other_product_image_locator_2: [{ media_location: "https://shop.example/3.jpg", ...market }],
      },
    });
  });

  test("names a row by its id where the SKU is blank or another row has it, too", async () => {
    const rows = [SHIRT, { ...SHIRT, sku: "" }, { ...SHIRT, sku: "B" }, { ...SHIRT, sku: "B" }];
    expect((await messages(rows)).map(({ sku, messageId }) => [messageId, sku])).toEqual([
      [1, "S-1"],
      [2, "2"],
      [3, "3"],
      [4, "4"],
    ]);
  });

  test("has a sale with dates on a schedule, and one without as the price before and now", async () => {
    const sale = { ...SHIRT.values, sale_price: "19.90 USD" };
    const [plain, dated] = await messages([
      { ...SHIRT, values: sale },
      { ...SHIRT, values: { ...sale, sale_price_effective_date: "2026-11-27T00:00/2026-11-30T00:00:30-0500" } },
    ]);
    const market = { marketplace_id: "ATVPDKIKX0DER" };
    expect(members(plain?.["attributes"])).toMatchObject({
      purchasable_offer: [{ our_price: [{ schedule: [{ value_with_tax: 19.9 }] }] }],
      list_price: [{ currency: "USD", value: 29.9, ...market }],
    });
    expect(members(dated?.["attributes"])).toMatchObject({
      purchasable_offer: [
        {
          our_price: [{ schedule: [{ value_with_tax: 29.9 }] }],
          discounted_price: [
            { schedule: [{ start_at: "2026-11-27T00:00:00Z", end_at: "2026-11-30T00:00:30-05:00", value_with_tax: 19.9 }] },
          ],
        },
      ],
    });
    expect(members(dated?.["attributes"])["list_price"]).toBeUndefined();
  });

  test.each([
    ["0.00 USD", ""],
    ["0 USD", "2026-11-27/2026-11-30"],
    ["19.90 EUR", ""],
    ["19.90 USD", "2026-11-27"],
    ["19.90 USD", "/2026-11-30"],
  ])("offers the regular price if a sale price of %s with the dates %j can't be used", async (price, dates) => {
    const values = { ...SHIRT.values, sale_price: price, sale_price_effective_date: dates };
    const [message] = await messages([{ ...SHIRT, values }]);
    const attributes = members(message?.["attributes"]);
    expect(attributes["purchasable_offer"]).toEqual([
      { marketplace_id: "ATVPDKIKX0DER", currency: "USD", our_price: [{ schedule: [{ value_with_tax: 29.9 }] }] },
    ]);
    expect(attributes["list_price"]).toBeUndefined();
  });

  test.each([
    ["AT", null, 1],
    ["DE", null, 0],
    ["AT", "A1PA6795UKMFR9", 0],
    ["DE", "A1F83G8C2ARO7P", 1],
  ])("has a finding in %s at the marketplace %s if the price isn't in its currency", async (country, marketplace, found) => {
    await using duckdb = await testDuckdb();
    const values = { ...SHIRT.values, price: "29.90 EUR", title: "A cotton shirt in blue" };
    const { input, rows } = await openRows(duckdb, amazon, [{ ...SHIRT, values }], {
      settings: { ...SETTINGS, marketplace_id: marketplace },
      feed: { country, currency: "EUR" },
    });
    const checks = amazon.checks(input);
    const asked = checks.filter(({ code }) => code === "price_currency_mismatch");
    expect(await duckdb.all(findingsQuery(asked, rows, name("ord")))).toHaveLength(found);
  });

  test.each([
    ["en_US", "ATVPDKIKX0DER", { value: 29.9 }],
    ["en_CA", "A2EUQ1WTGCTBG2", { value: 29.9 }],
    ["en_GB", "A1F83G8C2ARO7P", { value_with_tax: 29.9 }],
    ["ja_JP", "A1VC38T7YXB528", { value_with_tax: 29.9 }],
  ])("has a list price in the member that product types of %s have for it", async (locale, id, amount) => {
    const onSale = { ...SHIRT, values: { ...SHIRT.values, sale_price: "19.90 USD" } };
    const [message] = await messages([onSale], { ...SETTINGS, marketplace_id: id }, locale);
    expect(members(message?.["attributes"])["list_price"]).toEqual([{ currency: "USD", ...amount, marketplace_id: id }]);
  });

  test("is valid JSON by Amazon's schema whatever the values are", async () => {
    const odd = HOSTILE.map((text): ChannelRow => ({
      values: Object.fromEntries(Object.keys(SHIRT.values).map((column) => [column, text])),
      sku: text.slice(0, 40),
      quantity: text.slice(0, 3),
    }));
    const prices = ["0.00 USD", "-1.00 USD", "1000000000000000.00 USD", "1500 JPY", "1.234 KWD", "free", "007.50 USD", ""];
    const priced = prices.map((price): ChannelRow => ({ ...SHIRT, values: { ...SHIRT.values, price, sale_price: price } }));
    const found = await messages([...odd, ...priced], { ...SETTINGS, exempt_from_gtin: true });
    expect(found).toHaveLength(odd.length + priced.length);
    expect(members(found[0]?.["attributes"])["item_name"]).toMatchObject([{ value: HOSTILE[0] }]);
  });

  test("has no finding for a good row, and tells what is wrong with others", async () => {
    await using duckdb = await testDuckdb();
    const { input, rows } = await openRows(
      duckdb,
      amazon,
      [
        { ...SHIRT, values: { ...SHIRT.values, title: "A cotton shirt in blue", age_group: "kids" } },
        {
          ...SHIRT,
          sku: "x".repeat(41),
          quantity: "-2",
          values: { ...SHIRT.values, gtin: "", title: "A cotton shirt! in blue", image_link: "http://shop.example/1.jpg" },
        },
      ],
      { settings: SETTINGS },
    );
    const checks = amazon.checks(input);
    const found = await duckdb.all(sql`SELECT * FROM (${findingsQuery(checks, rows, name("ord"))}) ORDER BY nth, ord`);
    const codes = (ord: number) => found.filter((one) => Number(one["ord"]) === ord).map((one) => checks[Number(one["nth"])]?.code);
    expect(codes(0)).toEqual([]);
    expect(new Set(codes(1))).toEqual(
      new Set([
        "amz_missing_product_identifier",
        "amz_sku_too_long",
        "amz_quantity_negative",
        "inventory_availability_conflict",
        "amz_image_not_https",
        "amz_title_forbidden_characters",
      ]),
    );
  });
});
