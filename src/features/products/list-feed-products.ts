import { z } from "zod";
import { didYouMean, nearestNames } from "../../engine/expression/column-names.ts";
import { loadDescriptions, loadOtherTexts, type RunFile, searchedHeld } from "../../engine/run/held-run.ts";
import { type ListedRow, loadRowOrder, loadSearchTexts, type RowOrder, searchedRows } from "../../engine/run/run-list.ts";
import { join, name, sql } from "../../engine/sql/fragment.ts";
import type { Sql } from "../../kernel/sql.ts";
import { storedId } from "../../kernel/ids.ts";
import type { Refuse } from "../../kernel/operation.ts";
import { pageMeta, pageOffset } from "../../kernel/page.ts";
import type { ResidentTable, ShopWarehouse } from "../../platform/warehouse/warehouse-port.ts";
import { causeOf } from "../causes/index.ts";
import { FeedPath, type FeedRow, findFeed } from "../feeds/index.ts";
import { read, type ShopCall } from "../operation.ts";
import { findListedOutput, type ListedOutput, ListedPageMeta } from "../runs/index.ts";
import { filterPart } from "./feed-product-filter.ts";
import { COLUMNS_MAX, FeedProductsQuery } from "./feed-product-query.ts";
import { type OrdsOfPage, pageOfAll, pageOfFound } from "./list-pages.ts";
import { FeedProductShape } from "./product-shapes.ts";
import { fetchListedRows, type RunFiles, runTable } from "./run-rows.ts";

export const listFeedProducts = read({
  name: "feeds.products",
  title: "List a feed's products",
  summary: "Lists the rows of the feed's live run, including excluded ones with the reason.",
  description:
    "The search ignores case and looks in every feed column. The filter can use feed columns (`[G]price`) and source columns (`[D]vendor`), and is refused if it takes more than 5 seconds. Sorting puts blanks last and keeps the feed's order for ties. If the feed has no live run because its newest run is held, the rows are those of the held run, and `meta` says so.",
  scope: "read_products",
  http: { method: "GET", path: "/feeds/{id}/products", status: 200 },
  path: FeedPath,
  query: FeedProductsQuery,
  output: z.strictObject({ data: z.array(FeedProductShape), meta: ListedPageMeta }),
  errors: ["resource_not_found", "invalid_request", "no_feed"],
  mcp: {
    tool: "feed_products",
    use: "Use it to look at rows as the channel gets them, and at the reasons for excluded rows. Pass `row_id` to `debug_row`.",
  },
  target: async (call, { id }) => (await findFeed(call.shop, id)) ?? call.fail("resource_not_found"),
  async run(call, { path, query, target: feed }) {
    const output = (await findListedOutput(call.shop, path.id)) ?? call.fail("no_feed");
    if (query.sort !== undefined) requireColumn(call, output, { column: query.sort, param: "sort" });
    const shown = columnsOf(call, output, query.columns);
    const { rows, total } = await readPage(call, { feed, output }, query);
    return { data: rows.map((row) => productAnswer(row, output.columns, shown)), meta: { ...pageMeta(query, total), ...output.held } };
  },
});

type Refusing = Refuse<"invalid_request">;

function requireColumn(
  call: Refusing,
  { columns }: ListedOutput,
  { column, param }: { readonly column: string; readonly param: string },
): void {
  if (columns.includes(column)) return;
  const what = `There is no feed column ${column}${param === "sort" ? " to sort by" : ""}.`;
  refuse(call, param, `${what}${didYouMean(nearestNames(column, columns))}`);
}

function columnsOf(call: Refusing, output: ListedOutput, written: string | undefined): ReadonlySet<string> {
  const asked = (written ?? "").split(",").flatMap((part) => (part.trim() === "" ? [] : [part.trim()]));
  for (const column of asked) requireColumn(call, output, { column, param: "columns" });
  if (asked.length > COLUMNS_MAX) refuse(call, "columns", `You can ask for at most ${COLUMNS_MAX} columns at once.`);
  return new Set(asked.length === 0 ? output.columns : asked);
}

function refuse(call: Refusing, param: string, message: string): never {
  return call.fail("invalid_request", message, [{ param: `/${param}`, code: "invalid_param", message }]);
}

async function readPage(
  call: ShopCall & Refuse<"invalid_request" | "resource_not_found">,
  { feed, output }: { readonly feed: FeedRow; readonly output: ListedOutput },
  query: FeedProductsQuery,
): Promise<{ readonly rows: readonly ListedRow[]; readonly total: number }> {
  const { objects } = call;
  await using leases = new AsyncDisposableStack();
  const index = leases.use(await objects.local(output.indexKey));
  const rows = leases.use(await objects.local(output.rowsKey));
  const warehouse = call.warehouse.of(call.shop.shopId);
  const files = { output, index: index.path, rows: rows.path };
  const parts = [
    ...(query.search === undefined || query.search === "" ? [] : [searched(files, query.search)]),
    ...[await filterPart(call, { feed, files, leases }, query)].filter((part) => part !== undefined),
  ];
  const { ords, total } = await findPage(warehouse, { files, parts }, query);
  return { rows: ords.length === 0 ? [] : await fetchListedRows({ objects, warehouse }, files, ords), total };
}

/** Runs up to this size are searched in memory: about half a KB a row. Of larger ones the index is read. */
const RESIDENT_ROWS_MAX = 100_000;

/** What the rows have to pass, each in a query for their `ord`. */
type Part = ReturnType<typeof searched>;

async function findPage(
  warehouse: ShopWarehouse,
  { files, parts }: { readonly files: RunFiles; readonly parts: readonly Part[] },
  { sort, order: direction, ...page }: FeedProductsQuery,
): Promise<OrdsOfPage> {
  const order = sort === undefined ? null : orderTable(files, { column: sort, direction });
  const bounds = { limit: page.per_page, offset: pageOffset(page), descending: direction === "desc" };
  const [first, ...others] = parts;
  if (first === undefined) return pageOfAll(warehouse, { total: files.output.total, order }, bounds);
  const among = others.map(({ query }) => sql` WHERE ord IN (${query})`);
  const query = among.length === 0 ? first.query : sql`SELECT ord FROM (${first.query})${join(among, sql``)}`;
  return pageOfFound(warehouse, { query, tables: parts.flatMap(({ tables }) => tables), order }, bounds);
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

function productAnswer(row: ListedRow, columns: readonly string[], shown: ReadonlySet<string>): z.input<typeof FeedProductShape> {
  const rowId = storedId("prod", row.rowId);
  const fields = columns.flatMap((column, at) => (shown.has(column) ? [[column, row.values[at] ?? ""] as const] : []));
  return {
    object: "feed_product",
    row_id: String(rowId),
    product_id: `prod_${rowId}`,
    excluded: row.reason !== null,
    excluded_reason: row.reason,
    cause: row.reason === null ? null : causeOf(row.reason, row.rule),
    fields: Object.fromEntries(fields),
  };
}
