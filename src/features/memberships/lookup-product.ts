import { z } from "zod";
import { parseId } from "../../kernel/ids.ts";
import { dataOf } from "../../kernel/page.ts";
import { read } from "../operation.ts";
import { findLiveSnapshot } from "../snapshots/index.ts";
import { findMatches, requireOne } from "./find-product.ts";
import { listFeedRuns } from "./membership-queries.ts";
import { ProductFeedsShape } from "./membership-shapes.ts";
import { productInFeeds } from "./product-in-feeds.ts";

/** Columns that one request may ask for. */
const COLUMNS_MAX = 50;

const text = (description: string, example: string) =>
  z
    .string()
    .max(200)
    .optional()
    .meta({ description, examples: [example] });

export const lookupProduct = read({
  name: "products.lookup",
  title: "Get a product's feeds",
  summary: "Finds a product by id, SKU or a search, and shows for every feed whether the product is in it and, if not, why.",
  description:
    "Send exactly one of `product_id`, `sku` and `search`. A search looks at the platform's title, SKU, barcode, handle, vendor, product type and tags. If several products match, the best match is shown and the others are listed. With `fields`, the first five active feeds, or the feed in `feed_id`, also show each field's source, the value the feed makes of it, and what changed it.",
  scope: "read_products",
  http: { method: "GET", path: "/products/lookup", status: 200 },
  query: z.strictObject({
    product_id: text("Id of the product or of its source row.", "prod_41200000011393"),
    sku: text("Stock-keeping unit, in full. Case doesn't matter.", "LS-NAVY-M"),
    search: text("Search term.", "linen shirt"),
    feed_id: text("Only this feed. Defaults to every feed.", "feed_12"),
    fields: z
      .enum(["true", "false"], 'must be "true" or "false"')
      .default("false")
      .transform((value) => value === "true")
      .meta({ description: "Whether to follow the product's fields through the feeds.", examples: ["true"] }),
    columns: z
      .string()
      .max(2_000)
      .optional()
      .meta({
        description: `Feed columns to show with \`fields\`, separated by commas, at most ${COLUMNS_MAX}. Defaults to the usual ones.`,
        examples: ["title,price,brand"],
      }),
  }),
  output: dataOf(ProductFeedsShape),
  errors: ["resource_not_found", "invalid_request"],
  mcp: {
    tool: "product",
    use: "Use it when someone asks why a product is missing from a feed, or wrong in it. `fields` also shows where each value comes from.",
  },
  async run(call, { query: { fields, columns, feed_id: feedId, ...named } }) {
    requireOne(call, named);
    const asked = columns === undefined ? null : columnsOf(columns);
    if (asked !== null && asked.length > COLUMNS_MAX) {
      const message = `You can request at most ${COLUMNS_MAX} columns at once.`;
      call.fail("invalid_request", message, [{ param: "/columns", code: "invalid_param", message }]);
    }
    const snapshot =
      (await findLiveSnapshot(call.shop)) ?? call.fail("resource_not_found", "The shop has no catalog yet. Run a full extract first.");
    const { best, others, total } = await findMatches(call, named, snapshot);
    const { rowId, productId } = best;
    const feeds = (await listFeedRuns(call.shop)).filter(({ id }) => feedId === undefined || id === parseId("feed", feedId));
    if (feeds.length === 0) call.fail("resource_not_found", "The shop has no such feed. Check its id.");
    return {
      data: {
        object: "product_feeds" as const,
        ...best.answer,
        others: others.map(({ answer }) => answer),
        matches: total,
        feeds: await productInFeeds(call, feeds, { rowId, productId, snapshot, fields: fields ? { columns: asked } : null }),
      },
    };
  },
});

function columnsOf(listed: string): readonly string[] {
  const names = listed.split(",").map((name) => name.trim());
  return [...new Set(names.filter((name) => name !== ""))];
}
