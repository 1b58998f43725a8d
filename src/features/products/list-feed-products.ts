import { z } from "zod";
import { didYouMean, nearestNames } from "../../engine/expression/column-names.ts";
import { loadDescriptions, loadOtherTexts, type RunFile, searchedHeld } from "../../engine/run/held-run.ts";
import { type ListedRow, loadRowOrder, loadSearchTexts, type RowOrder, searchedRows } from "../../engine/run/run-list.ts";
import { name, sql } from "../../engine/sql/fragment.ts";
import type { Sql } from "../../kernel/sql.ts";
import { storedId } from "../../kernel/ids.ts";
import { pageMeta, pageOffset, PageQuery } from "../../kernel/page.ts";
import type { ResidentTable, ShopWarehouse } from "../../platform/warehouse/warehouse-port.ts";
import { FeedPath, findFeed } from "../feeds/index.ts";
import { read, type ShopCall } from "../operation.ts";
import { findListedOutput, type ListedOutput, ListedPageMeta } from "../runs/index.ts";
import { type OrdsOfPage, pageOfAll, pageOfFound } from "./list-pages.ts";
import { FeedProductShape } from "./product-shapes.ts";
import { fetchListedRows, type RunFiles, runTable } from "./run-rows.ts";
import { SearchQuery } from "./search-query.ts";

export const listFeedProducts = read({
  name: "feeds.products",
  title: "List a feed's products",
  summary: "Lists the rows of the feed's live run, including excluded ones with the reason.",
  description:
    "The search ignores case and looks in every feed column. Sorting puts blanks last and keeps the feed's order for ties. If the feed has no live run because its newest run is held, the rows are those of the held run, and `meta` says so.",
  scope: "read_products",
  http: { method: "GET", path: "/feeds/{id}/products", status: 200 },
  path: FeedPath,
  query: PageQuery.extend({
    search: SearchQuery,
    sort: z
      .string()
      .max(100)
      .optional()
      .meta({ description: "Feed column to sort by. Defaults to the feed's own order.", examples: ["price"] }),
    order: z.enum(["asc", "desc"]).default("asc").meta({ description: "Direction." }),
  }),
  output: z.strictObject({ data: z.array(FeedProductShape), meta: ListedPageMeta }),
  errors: ["resource_not_found", "invalid_request", "no_feed"],
  mcp: {
    tool: "feed_products",
    use: "Use it to look at rows as the channel gets them, and at the reasons for excluded rows. Pass `row_id` to `debug_row`.",
  },
  target: async (call, { id }) => (await findFeed(call.shop, id)) ?? call.fail("resource_not_found"),
  async run(call, { path, query }) {
    const output = (await findListedOutput(call.shop, path.id)) ?? call.fail("no_feed");
    const sort = query.sort ?? null;
    if (sort !== null && !output.columns.includes(sort)) {
      const message = `There is no feed column ${sort} to sort by.${didYouMean(nearestNames(sort, output.columns))}`;
      call.fail("invalid_request", message, [{ param: "/sort", code: "invalid_param", message }]);
    }
    const search = query.search === undefined || query.search === "" ? null : query.search;
    const page = { limit: query.per_page, offset: pageOffset(query) };
    const { rows, total } = await readPage(call, output, { sort, search, order: query.order, ...page });
    return { data: rows.map((row) => productAnswer(row, output.columns)), meta: { ...pageMeta(query, total), ...output.held } };
  },
});

interface PageOf {
  readonly sort: string | null;
  readonly search: string | null;
  readonly order: "asc" | "desc";
  readonly limit: number;
  readonly offset: number;
}

async function readPage(
  { objects, ...call }: ShopCall,
  output: ListedOutput,
  page: PageOf,
): Promise<{ rows: readonly ListedRow[]; total: number }> {
  await using leases = new AsyncDisposableStack();
  const index = leases.use(await objects.local(output.indexKey));
  const rows = leases.use(await objects.local(output.rowsKey));
  const warehouse = call.warehouse.of(call.shop.shopId);
  const files = { output, index: index.path, rows: rows.path };
  const { ords, total } = await findPage(warehouse, files, page);
  return { rows: ords.length === 0 ? [] : await fetchListedRows({ objects, warehouse }, files, ords), total };
}

/** Runs up to this size are searched in memory: about half a KB a row. Of larger ones the index is read. */
const RESIDENT_ROWS_MAX = 100_000;

async function findPage(warehouse: ShopWarehouse, files: RunFiles, page: PageOf): Promise<OrdsOfPage> {
  const { output } = files;
  const order = page.sort === null ? null : orderTable(files, { column: page.sort, direction: page.order });
  const bounds = { ...page, descending: page.order === "desc" };
  if (page.search === null) return pageOfAll(warehouse, { total: output.total, order }, bounds);
  return pageOfFound(warehouse, { ...searched(files, page.search), order }, bounds);
}

function searched(files: RunFiles, search: string): { readonly query: Sql; readonly tables: readonly ResidentTable[] } {
  if (files.output.total > RESIDENT_ROWS_MAX) return { query: searchedRows(sql`(${loadSearchTexts(files.index)})`, search), tables: [] };
  const texts = heldTable(files, "texts", loadOtherTexts);
  const descriptions = heldTable(files, "descriptions", loadDescriptions);
  const query = searchedHeld({ texts: name(texts.name), descriptions: name(descriptions.name) }, search);
  return { query, tables: [texts, descriptions] };
}

function heldTable({ output, rows }: RunFiles, what: string, load: (run: RunFile) => Sql): ResidentTable {
  return runTable(output, what, load({ file: rows, columns: output.columns }));
}

function orderTable({ output, rows }: RunFiles, order: RowOrder): ResidentTable {
  const column = output.columns.indexOf(order.column) + 1;
  return runTable(output, `by_f${column}_${order.direction}`, loadRowOrder(rows, output.columns, order));
}

function productAnswer(row: ListedRow, columns: readonly string[]): z.input<typeof FeedProductShape> {
  const rowId = storedId("prod", row.rowId);
  return {
    object: "feed_product",
    row_id: String(rowId),
    product_id: `prod_${rowId}`,
    excluded: row.reason !== null,
    excluded_reason: row.reason,
    fields: Object.fromEntries(columns.map((column, at) => [column, row.values[at] ?? ""])),
  };
}
