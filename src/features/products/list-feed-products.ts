import { z } from "zod";
import { countRows, fetchRows, loadRunIndex, pageOrder, type RowList } from "../../engine/run/run-list.ts";
import { name } from "../../engine/sql/fragment.ts";
import type { WarehouseRow } from "../../kernel/sql.ts";
import { storedId } from "../../kernel/ids.ts";
import { pageMeta, pageOf, pageOffset, PageQuery } from "../../kernel/page.ts";
import { FeedPath, findFeed } from "../feeds/index.ts";
import { read, type ShopCall } from "../operation.ts";
import { findLiveOutput, type LiveOutput } from "../runs/index.ts";
import { FeedProductShape } from "./product-shapes.ts";

/** A search past this is no search of a person. */
const SEARCH_LENGTH_MAX = 200;

export const listFeedProducts = read({
  name: "feeds.products",
  summary: "Lists the rows of the feed's live run, excluded ones with their reason.",
  description: "Search is case-insensitive and looks for the text in every feed column. Sorting puts blanks last; ties keep the feed's order.",
  scope: "read_products",
  http: { method: "GET", path: "/feeds/{id}/products", status: 200 },
  path: FeedPath,
  query: PageQuery.extend({
    search: z.string().max(SEARCH_LENGTH_MAX).optional().meta({ description: "Text to look for." }),
    sort: z.string().max(100).optional().meta({ description: "Feed column to sort by; without it the feed's own order." }),
    order: z.enum(["asc", "desc"]).default("asc").meta({ description: "Direction." }),
  }),
  output: pageOf(FeedProductShape),
  errors: ["resource_not_found", "invalid_request", "no_feed"],
  mcp: { tool: "feed_products" },
  target: async (call, { id }) => (await findFeed(call.shop, id)) ?? call.fail("resource_not_found"),
  async run(call, { path, query }) {
    const output = (await findLiveOutput(call.shop, path.id)) ?? call.fail("no_feed");
    const sort = query.sort ?? null;
    if (sort !== null && !output.columns.includes(sort)) call.fail("invalid_request", `There is no feed column ${sort} to sort by.`);
    const search = query.search === undefined || query.search === "" ? null : query.search;
    const page = { limit: query.per_page, offset: pageOffset(query) };
    const { rows, total } = await readPage(call, output, { sort, search, order: query.order, ...page });
    return { data: rows.map((row) => productAnswer(row, output.columns)), meta: pageMeta(query, total) };
  },
});

type PageOf = Pick<RowList, "sort" | "search" | "order"> & { readonly limit: number; readonly offset: number };

async function readPage({ objects, warehouse }: ShopCall, output: LiveOutput, page: PageOf): Promise<{ rows: readonly WarehouseRow[]; total: number }> {
  await using leases = new AsyncDisposableStack();
  const index = leases.use(await objects.local(output.indexKey));
  const rows = leases.use(await objects.local(output.rowsKey));
  const table = `run_${output.runId}_${output.attempt}`;
  const list: RowList = { index: name(table), rows: rows.path, columns: output.columns, search: page.search, sort: page.sort, order: page.order };
  const resident = [{ name: table, load: loadRunIndex(index.path) }];
  const total = page.search === null ? output.total : Number((await warehouse.query(countRows(list), { resident }))[0]?.["total"]);
  const order = await warehouse.query(pageOrder(list, page), { resident });
  const ords = order.map((row) => Number(row["ord"]));
  if (ords.length === 0) return { rows: [], total };
  const found = await warehouse.query(fetchRows(rows.path, output.columns, ords));
  const byOrd = new Map(found.map((row) => [Number(row["ord"]), row]));
  return { rows: ords.map((ord) => byOrd.get(ord)).filter((row) => row !== undefined), total };
}

function productAnswer(row: WarehouseRow, columns: readonly string[]): z.input<typeof FeedProductShape> {
  const reason = row["reason"];
  const rowId = storedId("prod", Number(row["row_id"]));
  return {
    object: "feed_product",
    row_id: String(rowId),
    product_id: `prod_${rowId}`,
    excluded: reason !== null,
    excluded_reason: typeof reason === "string" ? reason : null,
    fields: Object.fromEntries(columns.map((column, at) => [column, String(row[`f${at + 1}`] ?? "")])),
  };
}
