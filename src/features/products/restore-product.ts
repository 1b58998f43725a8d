import { dataOf } from "../../kernel/page.ts";
import { write } from "../operation.ts";
import { restoreRows } from "./change-rows.ts";
import { rowOf } from "./found-rows.ts";
import { ProductDetailShape, ProductPath } from "./product-shapes.ts";
import { findProductOfPrimary, productDetail } from "./read-product.ts";

export const restoreProduct = write({
  name: "products.restore",
  title: "Restore a product",
  summary: "Clears all overrides of a product, and its cells in every feed.",
  description: "Feeds use the platform's values again from their next run on.",
  scope: "write_products",
  http: { method: "POST", path: "/products/{id}/restore", status: 200 },
  path: ProductPath,
  output: dataOf(ProductDetailShape),
  errors: ["resource_not_found"],
  audit: "product.restored",
  mcp: { hidden: "restore_overrides takes one product as well as many" },
  undone: "kept",
  find: async (call, { id }) => (await findProductOfPrimary(call, id)) ?? call.fail("resource_not_found"),
  before: (_target, call, { found }) => productDetail(call.shop, found),
  async run(call, { path, found }) {
    await restoreRows(call, rowOf(found), [path.id]);
    return { data: await productDetail(call.shop, found) };
  },
});
