import { z } from "zod";
import { parseId, storedId } from "../../kernel/ids.ts";
import { dataOf } from "../../kernel/page.ts";
import { findFeed } from "../feeds/index.ts";
import { read } from "../operation.ts";
import { ProductDetailShape, ProductPath } from "./product-shapes.ts";
import { findPrimaryFeedId, findProduct, productDetail } from "./read-product.ts";

export const getProduct = read({
  name: "products.get",
  title: "Get a product",
  summary: "Shows a product with its source data, its overrides and a feed's cells.",
  description: "Source data are those of the live snapshot. Cells are those of `feed_id`, without it those of the primary feed.",
  scope: "read_products",
  http: { method: "GET", path: "/products/{id}", status: 200 },
  path: ProductPath,
  query: z.strictObject({
    feed_id: z
      .string()
      .min(1, "must be a feed's id such as feed_12")
      .max(40)
      .optional()
      .meta({ description: "The feed asked about; the primary one when left out.", examples: ["feed_12"] }),
  }),
  output: dataOf(ProductDetailShape),
  errors: ["resource_not_found", "invalid_request"],
  mcp: {
    tool: "get_product",
    use: "To see what the shop says of a product, what was overridden, and its cells. `debug_row` shows what a feed makes of it.",
  },
  async run(call, { path, query }) {
    const named = query.feed_id === undefined ? await findPrimaryFeedId(call.shop) : parseId("feed", query.feed_id);
    const feedId = storedId("feed", named ?? call.fail("resource_not_found"));
    if ((await findFeed(call.shop, feedId)) === undefined) call.fail("resource_not_found");
    const product = (await findProduct(call, { rowId: path.id, feedId })) ?? call.fail("resource_not_found");
    return { data: await productDetail(call.shop, product) };
  },
});
