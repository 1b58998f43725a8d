import { z } from "zod";
import { didYouMean, nearestNames } from "../../engine/expression/column-names.ts";
import { type FeedId, formatId, storedId } from "../../kernel/ids.ts";
import type { Refuse } from "../../kernel/operation.ts";
import { pageMeta } from "../../kernel/page.ts";
import type { Weighed } from "../../kernel/recent-values.ts";
import { branded, parseJson } from "../../kernel/unsafe.ts";
import { WrittenJson } from "../../kernel/written-json.ts";
import { FeedPath } from "../feeds/index.ts";
import { readSourceColumns, type SourceColumns } from "../metafields/index.ts";
import { read, type ShopCall } from "../operation.ts";
import { findCatalog } from "../products/index.ts";
import { firstCharacters } from "./first-characters.ts";
import { findPage, type FoundPage, type KeptRows, type ListOf, weightOf } from "./kept-rows.ts";
import { NO_ROWS } from "./joined-rows.ts";
import type { Places } from "./row-blocks.ts";
import { readRowGroups, readSourceRows } from "./source-page.ts";
import { findListedState, type ListedState, listRowEdits, type RowEdit } from "./source-row-queries.ts";
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
  target: async (call, { id }) => (await findListedState(call.shop, id)) ?? call.fail("resource_not_found"),
  async run(call, { path, query, target: state }) {
    const { json: page, total, extractId, held } = await findRows(call, { feedId: path.id, state }, query);
    const { version } = state;
    if (extractId === null) return { data: [], meta: { ...pageMeta(query, 0), snapshot_id: null, version } };
    const meta = { ...pageMeta(query, total), ...held, snapshot_id: formatId("ext", storedId("ext", extractId)), version };
    if (!state.edited) return written(page, meta);
    const rows = branded<readonly SourceRowShape[]>(parseJson(`[${page.toString()}]`));
    const rowIds = rows.map(({ row_id: rowId }) => Number(rowId));
    const edits = await listRowEdits(call.shop, path.id, rowIds);
    return edits.length === 0 ? written(page, meta) : { data: withEdits(rows, edits, query.cut), meta };
  },
});

function written(page: Buffer, meta: z.input<typeof SourceRowsMeta>): WrittenJson {
  return new WrittenJson(Buffer.concat([Buffer.from(`{"data":[`), page, Buffer.from(`],"meta":${JSON.stringify(meta)}}`)]));
}

interface Listing {
  readonly feedId: FeedId;
  readonly state: ListedState;
}

/** The page's rows without their edits, kept ones where they are known. */
async function findRows(call: Call, { feedId, state }: Listing, query: SourceRowsQuery): Promise<FoundPage> {
  const list = { shopId: call.shop.shopId, feedId, state, query, minute: call.clock.now().toISOString().slice(0, 16) };
  return findPage(call.objects, list, { load: (places) => readRows(call, list, places), groups: () => readGroups(call, feedId) });
}

async function readGroups(call: Call, feedId: FeedId): Promise<readonly number[]> {
  await using leases = new AsyncDisposableStack();
  const catalog = await findCatalog(call, feedId, leases);
  return catalog === undefined ? [] : await readRowGroups(call, catalog);
}

async function readRows(call: Call, { feedId, state, query }: ListOf, places: Places): Promise<Weighed<KeptRows>> {
  const known = await readSourceColumns(call.shop);
  const columns = columnsOf(call, known, query);
  requireColumn(call, known, query.sort);
  await using leases = new AsyncDisposableStack();
  const catalog = await findCatalog(call, feedId, leases);
  if (catalog === undefined) return { value: { ...NO_ROWS, total: 0, extractId: null, held: null, seen: new Set() }, weight: undefined };
  const rows = await readSourceRows(call, { feedId, catalog, known, columns }, { query, places });
  const value = {
    ...rows,
    extractId: catalog.extractId,
    held: catalog.held,
    seen: new Set<number>(),
  };
  // Where a snapshot or a run has gone live since, these rows are right, but not those of the state that was asked for.
  const isOfState = catalog.prefix === state.snapshot && catalog.runPrefix === state.run;
  return { value, weight: isOfState ? weightOf(value) : undefined };
}

type Refusing = Refuse<"invalid_request">;
type Call = ShopCall & Refusing;

function columnsOf(call: Refusing, known: SourceColumns, { columns: listed, per_page: rows, cut }: ListOf["query"]): readonly string[] {
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

/** `length`: of a value. */
function withEdits(rows: readonly SourceRowShape[], found: readonly RowEdit[], length: number): SourceRowShape[] {
  const edits = Map.groupBy(found, ({ rowId }) => String(rowId));
  return rows.map((row) => {
    const own = edits.get(row.row_id);
    return own === undefined ? row : { ...row, ...editedMembers(row, own, length) };
  });
}

function editedMembers({ cut }: SourceRowShape, own: readonly RowEdit[], length: number): Partial<SourceRowShape> {
  const long = new Set(cut);
  const edited: Record<string, string> = {};
  for (const { kind, column, value } of own) {
    if (kind !== "cell" || value === null) continue;
    edited[column] = firstCharacters(value, length);
    if (edited[column] !== value) long.add(column);
  }
  return { edited, overridden: own.filter(({ kind }) => kind === "override").map(({ column }) => column), cut: [...long] };
}
