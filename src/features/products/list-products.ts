import { z } from "zod";
import { didYouMean, nearestNames } from "../../engine/expression/column-names.ts";
import type { ProductKey } from "../../engine/run/product-list.ts";
import { snapshotColumns } from "../../engine/source/snapshot-query.ts";
import { type FeedId, parseId } from "../../kernel/ids.ts";
import type { Refuse } from "../../kernel/operation.ts";
import { pageMeta, pageOffset, PageQuery } from "../../kernel/page.ts";
import type { WarehouseRow } from "../../kernel/sql.ts";
import type { ShopDb } from "../../platform/postgres/postgres-port.ts";
import { findFeed } from "../feeds/index.ts";
import { read, type ShopCall } from "../operation.ts";
import { ListedPageMeta } from "../runs/index.ts";
import { type Catalog, findCatalog } from "./open-catalog.ts";
import { Flag } from "./flag-query.ts";
import { CONDITIONS } from "./override-shapes.ts";
import { productAnswer } from "./product-answer.ts";
import { productKey, sortNames } from "./product-keys.ts";
import { listCellsOfRows, listOverrides } from "./product-queries.ts";
import { ProductShape } from "./product-shapes.ts";
import { ReasonQuery } from "./reason-query.ts";
import { readProducts } from "./products-page.ts";
import { SearchQuery } from "./search-query.ts";

const ERRORS = ["resource_not_found", "invalid_request"] as const;
type Call = ShopCall & Refuse<(typeof ERRORS)[number]>;

const ProductsQuery = PageQuery.extend({
  feed_id: z
    .string()
    .min(1, "must be a feed's id such as feed_12")
    .max(40)
    .meta({ description: "Feed to show the products for.", examples: ["feed_12"] }),
  search: SearchQuery,
  sort: z
    .string()
    .max(200)
    .optional()
    .meta({ description: "Field of a product or source column to sort by. Defaults to the feed's own order.", examples: ["price"] }),
  order: z.enum(["asc", "desc"]).default("asc").meta({ description: "Direction." }),
  excluded: z
    .optional(Flag)
    .meta({ description: "`true` lists only products that the run excluded, `false` only those it included.", examples: [false] }),
  excluded_reason: ReasonQuery,
  condition: z.enum(CONDITIONS).optional().meta({ description: "Only products with this `condition`." }),
  has_overrides: z.optional(Flag).meta({
    description: "`true` lists only products with an override or a cell in this feed, `false` only those without.",
    examples: [false],
  }),
});
type ProductsQuery = z.output<typeof ProductsQuery>;

export const listProducts = read({
  name: "products.list",
  title: "List products",
  summary: "Lists the shop's products as a feed has them, one item per variant.",
  description:
    "The products come from the live snapshot, with the current overrides. `excluded` and its reason come from the feed's live run, or from the held run if the feed has no live one; in that case, `meta` says so. The search ignores case and looks in SKU, title, price and every source column. Numbers, money and dates sort by value. Blanks come last in both directions, and ties are sorted by id.",
  scope: "read_products",
  http: { method: "GET", path: "/products", status: 200 },
  query: ProductsQuery,
  output: z.strictObject({ data: z.array(ProductShape), meta: ListedPageMeta }),
  errors: ERRORS,
  mcp: {
    tool: "list_products",
    use: "Use it to see the products' data in the shop, and which are overridden. `products` shows which feeds they are in.",
  },
  async run(call, { query }) {
    const feedId = parseId("feed", query.feed_id) ?? call.fail("resource_not_found");
    if ((await findFeed(call.shop, feedId)) === undefined) call.fail("resource_not_found");
    await using leases = new AsyncDisposableStack();
    const catalog = await findCatalog(call, feedId, leases);
    const key = sortOf(call, catalog, query.sort);
    if (catalog === undefined) return { data: [], meta: pageMeta(query, 0) };
    const { rows, total } = await readProducts({ ...call, warehouse: call.warehouse.of(call.shop.shopId), feedId }, catalog, {
      key,
      filter: filterOf(query),
      limit: query.per_page,
      offset: pageOffset(query),
      descending: query.order === "desc",
    });
    return { data: await answers(call.shop, feedId, { rows, catalog }), meta: { ...pageMeta(query, total), ...catalog.held } };
  },
});

function sortOf(call: Call, catalog: Catalog | undefined, sort: string | undefined): ProductKey | null {
  if (sort === undefined) return null;
  const known = { columns: catalog?.source.columns ?? snapshotColumns([]), hasPlatformIds: catalog?.hasPlatformIds ?? true };
  const near = didYouMean(nearestNames(sort, sortNames(known.columns)));
  const message = `There is no product field or source column ${sort === "" ? "without a name" : sort} to sort by.${near}`;
  return productKey(sort, known) ?? call.fail("invalid_request", message, [{ param: "/sort", code: "invalid_param", message }]);
}

function filterOf({ search, excluded, excluded_reason: reason, condition, has_overrides: edited }: ProductsQuery) {
  return {
    search: search === undefined || search === "" ? null : search,
    excluded: excluded ?? null,
    reason: reason ?? null,
    condition: condition ?? null,
    edited: edited ?? null,
  };
}

/** The rows as they are answered; what was edited of them is asked for by their ids. */
async function answers(
  shop: ShopDb,
  feedId: FeedId,
  { rows, catalog }: { readonly rows: readonly WarehouseRow[]; readonly catalog: Catalog },
): Promise<ProductShape[]> {
  const rowIds = rows.map((row) => Number(row["row_id"]));
  const overrides = Map.groupBy(await listOverrides(shop, rowIds), ({ rowId }) => rowId);
  const withCells = new Set((await listCellsOfRows(shop, [feedId], rowIds)).map(({ rowId }) => rowId));
  return rows.map((row, at) => {
    const rowId = rowIds[at] ?? 0;
    const own = new Map((overrides.get(rowId) ?? []).map(({ column, value }) => [column, value]));
    return productAnswer(row, { overrides: own, hasCells: withCells.has(rowId) }, catalog);
  });
}
