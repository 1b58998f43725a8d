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
  description:
    "The source data comes from the live snapshot. The cells are those of `feed_id`, or of the primary feed if you leave it out.",
  scope: "read_products",
  http: { method: "GET", path: "/products/{id}", status: 200 },
  path: ProductPath,
  query: z.strictObject({
    feed_id: z
      .string()
      .min(1, "must be a feed's id such as feed_12")
      .max(40)
      .optional()
      .meta({ description: "Feed whose cells to show. The primary feed if left out.", examples: ["feed_12"] }),
  }),
  output: dataOf(ProductDetailShape),
  errors: ["resource_not_found", "invalid_request"],
  mcp: {
    tool: "get_product",
    use: "Use it to see a product's data in the shop, its overrides and its cells. `debug_row` shows what a feed makes of it.",
  },
  async run(call, { path, query }) {
    const named = query.feed_id === undefined ? await findPrimaryFeedId(call.shop) : parseId("feed", query.feed_id);
    const feedId = storedId("feed", named ?? call.fail("resource_not_found"));
    if ((await findFeed(call.shop, feedId)) === undefined) call.fail("resource_not_found");
    const product = (await findProduct(call, { rowId: path.id, feedId })) ?? call.fail("resource_not_found");
    return { data: await productDetail(call.shop, product) };
  },
});
