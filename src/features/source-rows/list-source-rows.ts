import { z } from "zod";
import { didYouMean, nearestNames } from "../../engine/expression/column-names.ts";
import { formatId, storedId } from "../../kernel/ids.ts";
import type { Refuse } from "../../kernel/operation.ts";
import { pageMeta } from "../../kernel/page.ts";
import type { WarehouseRow } from "../../kernel/sql.ts";
import type { ShopDb } from "../../platform/postgres/postgres-port.ts";
import { FeedPath, findFeed } from "../feeds/index.ts";
import { readSourceColumns, type SourceColumns } from "../metafields/index.ts";
import { read } from "../operation.ts";
import { findCatalog, listCellsOfRows, listOverrides } from "../products/index.ts";
import { readSourcePage } from "./source-page.ts";
import { SourceRowShape, SourceRowsMeta, SourceRowsQuery } from "./source-row-shapes.ts";

/** Columns that one statement reads; a wider page is no page of a person. */
const COLUMNS_MAX = 100;
/** What one answer may hold of values. */
const PAGE_CHARACTERS_MAX = 10_000_000;

export const listSourceRows = read({
  name: "source.rows",
  title: "List source rows",
  summary: "Lists the rows of the catalog with the platform's values and the feed's cells.",
  description:
    "The rows come from the live snapshot, one per variant, for a language or market feed too. The filter and the order compare a cell in the place of the platform's value; the search looks in both. The search ignores case. Sorting puts blanks last in both directions and keeps the feed's order for ties. A filter that takes more than 5 seconds is refused.",
  scope: "read_products",
  http: { method: "GET", path: "/feeds/{id}/source_rows", status: 200 },
  path: FeedPath,
  query: SourceRowsQuery,
  output: z.strictObject({ data: z.array(SourceRowShape), meta: SourceRowsMeta }),
  errors: ["resource_not_found", "invalid_request"],
  mcp: {
    tool: "source_rows",
    use: "Use it to find rows by a condition such as `[D]price < 20`, and to see the platform's values and the feed's cells. Change them with `set_cells`.",
  },
  target: async (call, { id }) => (await findFeed(call.shop, id)) ?? call.fail("resource_not_found"),
  async run(call, { path, query, target: feed }) {
    const known = await readSourceColumns(call.shop);
    const columns = columnsOf(call, known, query);
    requireColumn(call, known, query.sort);
    await using leases = new AsyncDisposableStack();
    const catalog = await findCatalog(call, path.id, leases);
    const { definition_version: version } = feed;
    if (catalog === undefined) return { data: [], meta: { ...pageMeta(query, 0), snapshot_id: null, version } };
    const { rows, total } = await readSourcePage(call, { feedId: path.id, catalog, known, columns }, query);
    const data = await answers(call.shop, { feedId: path.id, rows, columns, cut: query.cut });
    const meta = { ...pageMeta(query, total), ...catalog.held, snapshot_id: formatId("ext", catalog.extractId), version };
    return { data, meta };
  },
});

type Refusing = Refuse<"invalid_request">;

function columnsOf(call: Refusing, known: SourceColumns, { columns: listed, per_page: rows, cut }: SourceRowsQuery): readonly string[] {
  const named = listed === undefined ? [] : listed.split(",").map((column) => column.trim());
  const asked = [...new Set(named.filter((column) => column !== ""))];
  for (const column of asked) requireColumn(call, known, column, "columns");
  if (asked.length > COLUMNS_MAX) refuse(call, "columns", `You can ask for at most ${COLUMNS_MAX} columns at once.`);
  const columns = asked.length > 0 ? asked : known.visible.slice(0, COLUMNS_MAX).map(({ name }) => name);
  if (columns.length * rows * cut > PAGE_CHARACTERS_MAX)
    refuse(call, "cut", "This page would be too long. Ask for fewer columns, fewer rows or a smaller `cut`.");
  return columns;
}

function requireColumn(call: Refusing, { visible }: SourceColumns, column: string | undefined, param = "sort"): void {
  const names = visible.map(({ name }) => name);
  if (column === undefined || names.includes(column)) return;
  refuse(call, param, `There is no source column ${column === "" ? "without a name" : column}.${didYouMean(nearestNames(column, names))}`);
}

function refuse(call: Refusing, param: string, message: string): never {
  return call.fail("invalid_request", message, [{ param: `/${param}`, code: "invalid_param", message }]);
}

interface Shown {
  readonly feedId: Parameters<typeof listCellsOfRows>[1][number];
  readonly rows: readonly WarehouseRow[];
  readonly columns: readonly string[];
  readonly cut: number;
}

/** The rows as they are answered, with what was edited of them. */
async function answers(shop: ShopDb, { feedId, rows, columns, cut }: Shown): Promise<SourceRowShape[]> {
  const rowIds = rows.map((row) => Number(row["row_id"]));
  const cells = Map.groupBy(await listCellsOfRows(shop, [feedId], rowIds), ({ rowId }) => rowId);
  const overrides = Map.groupBy(await listOverrides(shop, rowIds), ({ rowId }) => rowId);
  return rows.map((row, at) => {
    const rowId = rowIds[at] ?? 0;
    const long: string[] = [];
    const shown = (column: string, value: string): string => {
      // In code points, as the warehouse counts. Most values are short, and needn't be taken apart.
      if (value.length <= cut) return value;
      const points = [...value];
      if (points.length <= cut) return value;
      if (!long.includes(column)) long.push(column);
      return points.slice(0, cut).join("");
    };
    const values: Record<string, string> = {};
    for (const [nth, column] of columns.entries()) values[column] = shown(column, textOf(row[`v${nth + 1}`]));
    const edited: Record<string, string> = {};
    for (const { column, value } of cells.get(rowId) ?? []) edited[column] = shown(column, value);
    const reason = row["reason"];
    return {
      object: "source_row",
      row_id: String(rowId),
      product_id: formatId("prod", storedId("prod", rowId)),
      values,
      edited,
      overridden: (overrides.get(rowId) ?? []).map(({ column }) => column),
      cut: long,
      excluded: typeof reason === "string",
      excluded_reason: typeof reason === "string" ? reason : null,
    };
  });
}

function textOf(value: WarehouseRow[string] | undefined): string {
  return typeof value === "string" ? value : "";
}
