import { expect, test } from "vitest";
import { listedStorefront } from "../../../test/harness/listed-storefront.ts";
import { rawProduct, rawVariant } from "../../../test/harness/raw-records.ts";
import { productsShop } from "./products-shop.suite.ts";

const GOOGLE = "metafield-mm-google-shopping-condition";

test.each([
  ["an option", { option1_name: "Condition" }, { option1_value: "Used" }, []],
  ["a metafield of Google's columns", { metafields: { [GOOGLE]: "used" } }, {}, [GOOGLE]],
])("a product's condition is what %s says", async (_what, product, variant, metafieldColumns) => {
  const catalog = {
    products: ["lamp", "chair"].map((key, at) => rawProduct(at + 1, { key, id: String(at + 1), ...(key === "lamp" ? product : {}) })),
    variants: ["lamp", "chair"].map((key, at) =>
      rawVariant(at + 1, { product_key: key, id: String(101 + at), price: "9.00", ...(key === "lamp" ? variant : {}) }),
    ),
  };
  const storefront = Object.assign(listedStorefront(catalog), { claims: { metafieldColumns } });
  await using shop = await productsShop("conditions.example", storefront);
  expect((await shop.list()).data.map(({ condition }) => condition)).toEqual(["used", "new"]);
  expect((await shop.get(101)).condition).toBe("used");
  expect(await shop.ids({ condition: "used" })).toEqual([101]);
});
