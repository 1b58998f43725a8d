import { dataOf } from "../../kernel/page.ts";
import { write } from "../operation.ts";
import { changesOf, writeOverrides } from "./change-rows.ts";
import { ProductOverrideInput } from "./override-shapes.ts";
import { rowOf } from "./found-rows.ts";
import { ProductDetailShape, ProductPath } from "./product-shapes.ts";
import { findProductOfPrimary, productDetail } from "./read-product.ts";

export const setOverrides = write({
  name: "products.update",
  title: "Update a product",
  summary: "Overrides values of a product in every feed, or clears overrides.",
  description:
    "An override replaces the value that a feed's mapping makes. Rules run later and win. Only the fields you name change. Each feed's next run reads them.",
  scope: "write_products",
  http: { method: "PATCH", path: "/products/{id}", status: 200 },
  path: ProductPath,
  body: ProductOverrideInput,
  output: dataOf(ProductDetailShape),
  example: { answer: { data: { has_overrides: true, overrides: { brand: "Harbour & Hazel" } } } },
  errors: ["resource_not_found", "validation_failed"],
  audit: "product.updated",
  mcp: { hidden: "set_overrides takes one product as well as many" },
  undone: "kept",
  find: async (call, { id }) => (await findProductOfPrimary(call, id)) ?? call.fail("resource_not_found"),
  before: (_target, call, { found }) => productDetail(call.shop, found),
  async run(call, { path, body, found }) {
    await writeOverrides(call, rowOf(found), changesOf(path.id, body));
    return { data: await productDetail(call.shop, found) };
  },
});
