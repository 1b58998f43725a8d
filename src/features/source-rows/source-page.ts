import { columnsRead, type Expression } from "../../engine/expression/expression.ts";
import { withDecisive } from "../../engine/plan/derived-cells.ts";
import { rowsMeeting } from "../../engine/run/row-filter.ts";
import {
  type CellsTable,
  type ComparedCell,
  type Listed,
  loadCells,
  loadSourceList,
  rowGroups,
  rowsWithCells,
  type SourceListing,
  sourceRows,
} from "../../engine/run/source-list.ts";
import { literal, name, sql } from "../../engine/sql/fragment.ts";
import type { FeedId } from "../../kernel/ids.ts";
import type { Refuse } from "../../kernel/operation.ts";
import type { Sql } from "../../kernel/sql.ts";
import type { ResidentTable, ShopWarehouse } from "../../platform/warehouse/warehouse-port.ts";
import { mappingScope, type SourceColumns } from "../metafields/index.ts";
import type { ShopCall } from "../operation.ts";
import { type Catalog, factsTable, resident, searchedTexts } from "../products/index.ts";
import { listComparedCells, readFilter, withinFilterTime } from "../row-filters/index.ts";
import { listRowsWithCells } from "./source-row-queries.ts";
import type { KeptRows, ListOf } from "./kept-rows.ts";
import { endsOf, inOrder, NO_ROWS } from "./joined-rows.ts";
import type { Places } from "./row-blocks.ts";

type Call = ShopCall & Refuse<"invalid_request">;

interface Opened {
  readonly feedId: FeedId;
  readonly catalog: Catalog;
  readonly known: SourceColumns;
  /** Those to show. */
  readonly columns: readonly string[];
}

/** The rows at some places of the list, each as `kept-rows.ts` keeps it, and how many there are in all. */
export async function readSourceRows(
  call: Call,
  opened: Opened,
  { query, places }: { readonly query: ListOf["query"]; readonly places: Places },
): Promise<Pick<KeptRows, "json" | "ends" | "total">> {
  const { catalog, columns } = opened;
  const warehouse = call.warehouse.of(call.shop.shopId);
  const filter =
    query.filter === undefined || query.filter.trim() === "" ? null : await readFilter(call, query.filter, mappingScope(opened.known));
  const { listed, tables } = await listedRows({ call, warehouse }, opened, { query, filter });
  const facts = factsTable(catalog);
  const values = { source: catalog.source, longest: catalog.longest, facts: name(facts.name), columns, cut: query.cut, opening };
  const statement = sourceRows(listed, places, values);
  const ask = (signal?: AbortSignal) =>
    warehouse.query(statement, { resident: [...tables, facts], ...(signal === undefined ? {} : { signal }) });
  const [found] = filter === null ? await ask() : await withinFilterTime(call, ask);
  const { rows, lengths, places: at } = found ?? {};
  const total = Number(found?.["total"]);
  if (!(rows instanceof Uint8Array && typeof lengths === "string" && typeof at === "string")) return { ...NO_ROWS, total };
  const json = Buffer.from(rows.buffer, rows.byteOffset, rows.byteLength);
  return { ...inOrder({ json, ends: endsOf(numbersOf(lengths)) }, numbersOf(at)), total };
}

/** As `BlocksOf.groups`, in the file's order. */
export async function readRowGroups(
  { shop, warehouse }: Pick<Call, "shop" | "warehouse">,
  { source }: Catalog,
): Promise<readonly number[]> {
  const found = await warehouse.of(shop.shopId).query(rowGroups(source.file));
  return found.map(({ rows }) => Number(rows));
}

const numbersOf = (text: string): readonly number[] => text.split(",").map(Number);

/** A row without edits, up to what `sourceRows` says of it. */
function opening(rowId: Sql): Sql {
  const before = literal(`"object":"source_row","edited":{},"overridden":[],"row_id":"`);
  return sql`${before}, ${rowId}, ${literal(`","product_id":"prod_`)}, ${rowId}, '"'`;
}

interface Asked {
  readonly call: Call;
  readonly warehouse: ShopWarehouse;
}

interface Wanted {
  readonly query: ListOf["query"];
  readonly filter: Expression | null;
}

/** Which rows the list has, in its order: loaded once for as long as neither the snapshot nor the feed's cells change. */
async function listedRows(
  { call, warehouse }: Asked,
  { feedId, catalog, known }: Opened,
  { query, filter }: Wanted,
): Promise<{ readonly listed: Listed; readonly tables: readonly ResidentTable[] }> {
  const { search = "", edited, sort, order: direction } = query;
  if (filter === null && search === "" && edited === undefined && sort === undefined)
    return { listed: { total: catalog.total, direction }, tables: [] };
  const meeting = filter === null ? NO_PART : await meetingPart({ call, feedId, catalog }, filter);
  const searched = search === "" ? NO_PART : await searchPart({ call, warehouse, feedId, catalog }, search);
  const sorted = sort === undefined ? NO_PART : await sortPart({ call, feedId, known }, sort);
  const listing: SourceListing = {
    meeting: meeting.part,
    search: searched.part,
    edited: edited === undefined ? null : { rows: await listRowsWithCells(call.shop, feedId), listed: edited },
    sort: sorted.part,
    direction,
  };
  const table = resident(loadSourceList(catalog.source, listing));
  return { listed: { table: name(table.name) }, tables: [...meeting.tables, ...searched.tables, ...sorted.tables, table] };
}

/** A part of what makes a list, with the tables it reads. */
interface Part<Of> {
  readonly part: Of;
  readonly tables: readonly ResidentTable[];
}

const NO_PART: Part<null> = { part: null, tables: [] };

interface OfFeed extends Pick<Opened, "feedId"> {
  readonly call: Call;
}

async function meetingPart({ call, feedId, catalog }: OfFeed & Pick<Opened, "catalog">, filter: Expression): Promise<Part<Sql>> {
  const cells = await cellsTable(call, feedId, withDecisive(sourceColumnsOf(filter)));
  const { source } = catalog;
  const asked = { rows: rowsWithCells(source, cells), source: source.columns, cells: cells?.columns ?? [] };
  return { part: rowsMeeting(filter, { ...asked, now: minuteOf(call.clock.now()) }), tables: residentOf(cells) };
}

async function searchPart(
  { call, warehouse, feedId, catalog }: OfFeed & Pick<Opened, "catalog"> & { readonly warehouse: ShopWarehouse },
  search: string,
): Promise<Part<SourceListing["search"]>> {
  const { texts, tables } = await searchedTexts(warehouse, catalog);
  return { part: { text: search, texts, alsoRows: await rowsHolding(call, feedId, search) }, tables };
}

async function sortPart({ call, feedId, known }: OfFeed & Pick<Opened, "known">, column: string): Promise<Part<SourceListing["sort"]>> {
  const cells = await cellsTable(call, feedId, [column]);
  const type = known.visible.find((one) => one.name === column)?.type ?? "text";
  return { part: { column, type, cells }, tables: residentOf(cells) };
}

function sourceColumnsOf(filter: Expression): readonly string[] {
  return [...columnsRead(filter)].flatMap((key) => (key.startsWith("D:") ? [key.slice(2)] : []));
}

interface ResidentCells extends CellsTable {
  readonly resident: ResidentTable;
}

function residentOf(cells: ResidentCells | null): readonly ResidentTable[] {
  return cells === null ? [] : [cells.resident];
}

/** Null where the feed has no cell of these columns. */
async function cellsTable({ shop }: Call, feedId: FeedId, columns: readonly string[]): Promise<ResidentCells | null> {
  const cells = columns.length === 0 ? [] : await listComparedCells(shop, feedId, columns);
  if (cells.length === 0) return null;
  const present = columns.filter((column) => cells.some((cell) => cell.column === column));
  const table = resident(loadCells(present, cells));
  return { resident: table, table: name(table.name), columns: present };
}

/** Rows with a cell that holds a text. */
async function rowsHolding({ shop }: Call, feedId: FeedId, search: string): Promise<readonly number[]> {
  const folded = search.normalize("NFC").toLowerCase();
  const holds = ({ value }: ComparedCell): boolean => value.toLowerCase().includes(folded);
  return [...new Set((await listComparedCells(shop, feedId, null)).filter(holds).map(({ rowId }) => rowId))];
}

/** The same for the pages of a scroll. */
function minuteOf(now: Date): Sql {
  return sql`CAST(${literal(`${now.toISOString().slice(0, 16).replace("T", " ")}:00`)} AS TIMESTAMP)`;
}
