import { expect, test } from "vitest";
import { fieldsOf } from "../../../test/harness/default-fields.ts";

const brand = { vendor: "Acme" };
const GOOGLE = "metafield-mm-google-shopping-mpn";

test("a part number that says nothing gives way to the next one, and last to the SKU", async () => {
  const fields = await fieldsOf([
    { product: { ...brand, metafields: { [GOOGLE]: "N/A" } }, variant: { sku: "S1" } },
    { product: { ...brand, metafields: { [GOOGLE]: "\u200B" } }, variant: { sku: "S2" } },
    { product: { ...brand, metafields: { [GOOGLE]: "\u200B" } }, variant: { sku: "-" } },
    { product: { ...brand, metafields: { [GOOGLE]: "M4" } }, variant: { sku: "S4", metafields: { "variant-metafield-mpn": "none" } } },
    { product: { ...brand, metafields: { "metafield-custom_product": "TRUE", [GOOGLE]: "?" } }, variant: { sku: "S5" } },
  ]);
  expect(fields.map(({ mpn, identifier_exists: exists }) => [mpn, exists])).toEqual([
    ["S1", "yes"],
    ["S2", "yes"],
    ["", "no"],
    ["M4", "yes"],
    ["", "no"],
  ]);
});
