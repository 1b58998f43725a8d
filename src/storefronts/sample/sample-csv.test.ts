import { createHash } from "node:crypto";
import { parse } from "csv-parse/sync";
import { describe, expect, test } from "vitest";
import { type SampleCsvOptions, sampleCsv } from "./sample-csv.ts";
import type { SampleImage, SampleProduct, SampleVariant } from "./sample-product.ts";
import { sampleProducts } from "./sample-products.ts";
import { SAMPLE_SHOP } from "./sample-shop.ts";

const { seed, products: count } = SAMPLE_SHOP;
const catalog = () => sampleProducts({ seed, products: count, imageBase: "https://shop.example/images" });
const products = [...catalog()];
const text = (options?: SampleCsvOptions) => [...sampleCsv(products, options)].join("");

interface ParsedRow {
  readonly [column: string]: string;
}
const parsed = (csv: string, delimiter = ","): readonly ParsedRow[] => parse<ParsedRow>(csv, { columns: true, delimiter });

type Cells = Readonly<Record<string, string>>;

/** What rows say, written down again from the products: who has which cell on which row. */
function expectedRows(product: SampleProduct): readonly Cells[] {
  const { variants, images, handle } = product;
  return Array.from({ length: Math.max(variants.length, images.length) }, (_, at) => ({
    ...blank({ ...productCells(product), ...variantCells(variants[0]), ...imageCells(images[0]) }),
    ...(at === 0 ? productCells(product) : {}),
    ...variantCells(variants[at]),
    ...imageCells(images[at]),
    "URL handle": handle,
  }));
}

const blank = (cells: Cells): Cells => Object.fromEntries([...Object.keys(cells), ...IMAGE_COLUMNS].map((column) => [column, ""]));

const productCells = ({ title, bodyHtml, vendor, tags, options, metafields }: SampleProduct): Cells => ({
  Title: title,
  Description: bodyHtml,
  Vendor: vendor,
  Tags: tags.join(", "),
  "Option1 name": options[0]?.name ?? "",
  "Pflegehinweise (product.metafields.custom.care)": String(metafields["custom.care"] ?? ""),
});

const variantCells = (variant: SampleVariant | undefined): Cells =>
  variant === undefined
    ? {}
    : {
        "Option1 value": variant.optionValues[0] ?? "",
        "Option3 value": variant.optionValues[2] ?? "",
        SKU: variant.sku?.replace(/^0/, "'0") ?? "",
        Price: variant.price ?? "",
        "Price / Switzerland": variant.markets.Switzerland.price ?? "",
        "Inventory quantity": String(variant.quantity),
        "Lead time (days) (variant.metafields.custom.lead_time_days)": String(variant.metafields["custom.lead_time_days"] ?? ""),
      };

const IMAGE_COLUMNS = ["Product image URL", "Image alt text"] as const;
const imageCells = (image: SampleImage | undefined): Cells =>
  image === undefined ? {} : { "Product image URL": image.url, "Image alt text": image.alt ?? "" };

describe("the export", () => {
  test("is the same bytes every time", () => {
    const hash = () => [...sampleCsv(catalog())].reduce((digest, chunk) => digest.update(chunk), createHash("sha256")).digest("hex");
    expect(hash()).toBe(hash());
    expect(hash()).toBe(createHash("sha256").update(text()).digest("hex"));
  });

  test("comes in chunks, so that a catalog of any size is never held whole", () => {
    const chunks = [...sampleCsv(products)];
    expect(chunks.length).toBeGreaterThan(5);
    expect(Math.max(...chunks.map((chunk) => chunk.length))).toBeLessThan(256 * 1024);
  });

  test("reads back cell for cell: product cells on the first row, images beside the variants and below them", () => {
    const rows = parsed(text());
    const expected = products.flatMap(expectedRows);
    expect(rows).toHaveLength(expected.length);
    const columns = Object.keys(expected[0] ?? {});
    expect(rows.map((row) => Object.fromEntries(columns.map((column) => [column, row[column]])))).toEqual(expected);
    expect(rows.some((row) => row["Product image URL"] !== "" && row["Price"] === "" && row["Option1 value"] === "")).toBe(true);
  });

  test.each<[SampleCsvOptions["delimiter"], SampleCsvOptions["lineBreak"]]>([[";", "\r\n"], ["\t", "\n"]])(
    "says the same under another delimiter (%j) and line break (%j)",
    (delimiter, lineBreak) => {
      const other = text({ ...(delimiter === undefined ? {} : { delimiter }), ...(lineBreak === undefined ? {} : { lineBreak }) });
      expect(parsed(other, delimiter)).toEqual(parsed(text()));
      expect(other.endsWith(lineBreak ?? "")).toBe(true);
    },
  ); // prettier-ignore

  test("under the legacy header has the old names in the same order, and the same titles and prices", () => {
    const legacy = parsed(text({ header: "legacy" }));
    const current = parsed(text());
    const columns = Object.keys(legacy[0] ?? {});
    expect(columns).toHaveLength(Object.keys(current[0] ?? {}).length);
    expect(columns.slice(0, 4)).toEqual(["Title", "Handle", "Body (HTML)", "Vendor"]);
    expect(legacy.map((row) => [row["Handle"], row["Variant Price"]])).toEqual(current.map((row) => [row["URL handle"], row["Price"]]));
    expect(legacy[0]).toMatchObject({ Published: "true", Status: "active", "Variant Inventory Policy": "deny" });
  });

  test("of a shop with several locations has no stock column and all the others", () => {
    const columns = Object.keys(parsed(text())[0] ?? {});
    const without = Object.keys(parsed(text({ severalLocations: true }))[0] ?? {});
    expect(without).toEqual(columns.filter((column) => column !== "Inventory quantity"));
  });
});
