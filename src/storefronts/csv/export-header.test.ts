import { describe, expect, test } from "vitest";
import { readHeader } from "./export-header.ts";

const read = (...names: readonly string[]) => readHeader("export.csv", ["Handle", "Title", "Variant Inventory Qty", ...names]);
const columnsOf = (...names: readonly string[]) => {
  const { product, variant } = read(...names).metafields;
  return [...product, ...variant.filter(({ cells }) => cells.length > 0)].map(({ column }) => column);
};

describe("the standard columns", () => {
  const legacy = [
    "Handle", "Title", "Body (HTML)", "Published", "Option1 Name", "Option1 Value", "Variant SKU", "Variant Grams", "Variant Inventory Tracker",
    "Variant Inventory Qty", "Variant Inventory Policy", "Variant Price", "Variant Compare At Price", "Variant Requires Shipping", "Variant Barcode",
    "Image Src", "Image Position", "Image Alt Text", "SEO Title", "Variant Image", "Variant Weight Unit", "Cost per item", "Product Category",
  ]; // prettier-ignore
  const current = [
    "URL handle", "Title", "Description", "Published on online store", "Option1 name", "Option1 value", "SKU", "Weight value (grams)", "Inventory tracker",
    "Inventory quantity", "Continue selling when out of stock", "Price", "Compare-at price", "Requires shipping", "Barcode", "Product image URL",
    "Image position", "Image alt text", "SEO title", "Variant image URL", "Weight unit for display", "Cost per item", "Product category",
  ]; // prettier-ignore

  test("are the same in both families, in any case and with blanks around", () => {
    const expected = [...readHeader("export.csv", legacy).cells];
    expect(expected).toHaveLength(legacy.length);
    expect([...readHeader("export.csv", current).cells]).toEqual(expected);
    expect([
      ...readHeader(
        "export.csv",
        current.map((name) => ` \u00A0${name.toUpperCase()}\u200B `),
      ).cells,
    ]).toEqual(expected);
  });

  test("that an export has and a feed does not need are no reason for a warning", () => {
    expect(read("Variant Taxable", "Charge tax", "Fulfillment service", "Option1 Linked To", "", " ").warnings).toEqual([]);
  });

  test("that nobody knows are named and left out", () => {
    expect(read("Farbe", "Mein Feld").warnings).toEqual([
      { code: "unknown_columns", count: 2, message: 'Columns that are unknown and weren\'t used: "Farbe", "Mein Feld".' },
    ]);
  });

  test("that stand there twice count where they stand first", () => {
    const header = read("SKU", "Variant SKU", "Price / Brasil", "price / Brasil");
    expect(header.cells.get("sku")).toBe(3);
    expect(header.markets[0]?.price).toBe(5);
    expect(header.warnings).toMatchObject([{ code: "repeated_columns", count: 2 }]);
  });

  test("a missing quantity column is one warning", () => {
    expect(readHeader("export.csv", ["Handle", "Title"]).warnings).toMatchObject([{ code: "quantity_missing", count: 1 }]);
  });
});

describe("a file that is no product export is refused", () => {
  test("with the columns it lacks and those it begins with", () => {
    expect(() => readHeader("orders.csv", ["Name", "Email", "Title"])).toThrow(
      'orders.csv isn\'t a Shopify product export: its first line is missing the columns "Handle" (or "URL handle"), "Variant Price" (or "Price"). It starts with "Name", "Email", "Title".',
    );
    expect(() => readHeader("orders.csv", ["Name"])).toThrow(
      'is missing the columns "Handle" (or "URL handle"), "Title", "Variant Price" (or "Price")',
    );
  });

  test("by its name when it is an inventory export", () => {
    expect(() => readHeader("stock.csv", ["Handle", "Title", "SKU", "Location", "On hand"])).toThrow("it's an inventory export");
  });

  test("in few words, whatever its first line holds", () => {
    const names = Array.from({ length: 500 }, () => "x\n".repeat(500));
    expect(() => readHeader("export.csv", names)).toThrow(/^(?=.{1,1200}$)[^\n]*and 490 more/u);
  });
});

describe("metafields", () => {
  test("are known by their brackets in any language, for products and variants", () => {
    expect(
      columnsOf(
        "Grupo de edad (product.metafields.shopify.age-group)",
        "素材 (product.metafields.custom.material)",
        "Care (variant.metafields.custom.care)",
      ),
    ).toEqual(["metafield-age-group", "metafield-material", "variant-metafield-care"]);
  });

  test("a second one of the same name, ignoring case, carries its namespace, and a third a number", () => {
    const columns = columnsOf(
      "A (product.metafields.custom.color)",
      "B (product.metafields.shopify.Color)",
      "C (product.metafields.SHOPIFY.color)",
      "D (variant.metafields.custom.color)",
    );
    expect(columns).toEqual(["metafield-color", "metafield-shopify-Color", "metafield-SHOPIFY-color-2", "variant-metafield-color"]);
  });

  test("Google's columns are metafields, in all three spellings", () => {
    const old = [
      "Google Product Category",
      "Gender",
      "Age Group",
      "MPN",
      "AdWords Grouping",
      "AdWords Labels",
      "Condition",
      "Custom Product",
      "Custom Label 0",
    ];
    const current = [
      "Google product category", "Gender", "Age group", "Manufacturer part number (MPN)", "Ad group name", "Ads labels", "Condition", "Custom product", "Custom label 0",
    ]; // prettier-ignore
    const keys = [
      "google_product_category",
      "gender",
      "age_group",
      "mpn",
      "adwords_grouping",
      "adwords_labels",
      "condition",
      "custom_product",
      "custom_label_0",
    ];
    const own = keys.map((key) => `metafield-${key}`);
    // A part number is a variant's.
    const expected = own.map((column) => (column === "metafield-mpn" ? `variant-${column}` : column));
    expect(new Set(columnsOf(...old.map((name) => `Google Shopping / ${name}`)))).toEqual(new Set(expected));
    expect(new Set(columnsOf(...current.map((name) => `Google Shopping / ${name}`)))).toEqual(new Set(expected));
    expect(columnsOf(...keys.map((key) => `Google: X (product.metafields.mm-google-shopping.${key})`))).toEqual(own);
  });

  test("a Google column and its metafield are one column of two cells", () => {
    const header = read(
      "Google Shopping / Custom Product",
      "Google: Custom Product (product.metafields.mm-google-shopping.custom_product)",
    );
    expect(header.metafields.product).toMatchObject([{ column: "metafield-custom_product", cells: [3, 4] }]);
  });
});

describe("markets", () => {
  test("are read in both spellings, with names as the shop writes them", () => {
    const header = read(
      "Included / Deutschland",
      "Price / Deutschland",
      "Compare At Price / Deutschland",
      "Price / 日本",
      "Compare-at price / 日本",
    );
    expect(header.markets).toEqual([
      { name: "Deutschland", included: 3, price: 4, compareAtPrice: 5 },
      { name: "日本", included: -1, price: 6, compareAtPrice: 7 },
    ]);
    expect(header.warnings).toEqual([]);
  });
});
