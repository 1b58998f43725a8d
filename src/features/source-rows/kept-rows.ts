import type { FeedId, ShopId } from "../../kernel/ids.ts";
import { pageOffset } from "../../kernel/page.ts";
import { openRecentValues, type RecentValues, type Weighed } from "../../kernel/recent-values.ts";
import type { WarehouseRow } from "../../kernel/sql.ts";
import type { ObjectStore } from "../../platform/objects/objects-port.ts";
import { WarehouseLost } from "../../platform/warehouse/warehouse-port.ts";
import type { ListedOutput } from "../runs/index.ts";
import type { ListedState } from "./source-row-queries.ts";
import type { SourceRowsQuery } from "./source-row-shapes.ts";

/**
 * Caches rows of lists between the pages of a scroll. Snapshots and runs never change, and each change of a cell makes a new version of the feed, so the
 * rows for a shop, feed, version, snapshot, run and query never change either. Edits are read again for each page.
 */

/** Positions in a list; `to` is exclusive. */
export interface Places {
  readonly from: number;
  readonly to: number;
}

/** A row without its edits. */
export interface KeptRow {
  readonly rowId: number;
  /** A JSON object. */
  readonly shown: string;
  /** Columns whose value is longer than it's shown. */
  readonly cut: readonly string[];
  readonly reason: string | null;
}

export interface KeptRows {
  readonly rows: readonly KeptRow[];
  /** Rows of the whole list. */
  readonly total: number;
  readonly extractId: number | null;
  readonly held: ListedOutput["held"];
  /** Pages of these rows that were asked for. */
  readonly seen: Set<number>;
}

/** Characters: hundreds of pages of a dozen columns. */
const KEPT_CHARACTERS = 16_000_000;
/** What a row takes beside its text. */
const ROW_CHARACTERS = 200;

interface Kept {
  readonly rows: RecentValues<KeptRows>;
  /** Lists that are being read ahead of a scroll. One read at a time, so that the next finds what the warehouse has loaded for it. */
  readonly aheadIn: Set<string>;
}

/** For each store, as there's one in a process. */
const kept = new WeakMap<ObjectStore, Kept>();

type Load = (places: Places) => Promise<Weighed<KeptRows>>;

/** The rows around a page of a list, and for someone who scrolls, those that come later too. */
export async function findKeptRows(objects: ObjectStore, list: ListOf, load: Load): Promise<KeptRows & { readonly places: Places }> {
  const { rows, aheadIn } = kept.get(objects) ?? { rows: openRecentValues<KeptRows>(KEPT_CHARACTERS), aheadIn: new Set() };
  kept.set(objects, { rows, aheadIn });
  const key = keyOf(list);
  const at = (places: Places): Promise<KeptRows> => readOnce(rows, `${places.from}-${places.to} ${key}`, () => load(places));
  const places = placesAround(list.query);
  const found = await at(places);
  const ahead = placesAhead(places, list.query, found);
  if (ahead !== undefined && !aheadIn.has(key)) {
    aheadIn.add(key);
    // Nobody waits for these. If they can't be read, the page that needs them says why.
    at(ahead)
      .catch(() => undefined)
      .finally(() => aheadIn.delete(key));
  }
  return { ...found, places };
}

/** Who began to read the rows may leave, which ends the reading for everyone; then it's begun once more. */
async function readOnce(rows: RecentValues<KeptRows>, key: string, load: () => Promise<Weighed<KeptRows>>): Promise<KeptRows> {
  let isOwn = false;
  try {
    return await rows.get(key, () => {
      isOwn = true;
      return load();
    });
  } catch (error) {
    if (isOwn || !(error instanceof WarehouseLost) || error.reason !== "aborted") throw error;
    return rows.get(key, load);
  }
}

export function weightOf({ rows }: KeptRows): number {
  return rows.reduce((sum, { shown }) => sum + shown.length + ROW_CHARACTERS, 0);
}

/** Rows that are asked for at once: some pages of a scroll, where each by itself would be a question to the warehouse. */
const ROWS_AT_ONCE = 500;
/** Characters that such rows may hold, were each value as long as it's shown. */
const CHARACTERS_AT_ONCE = 10_000_000;
/** How many a list has that names none, as far as it matters here. */
const USUAL_COLUMNS = 50;

/** The places that are read at once around a page's: the same for all pages in them. */
function placesAround(query: SourceRowsQuery): Places {
  const from = pageOffset(query);
  const columns = query.columns?.split(",").length ?? USUAL_COLUMNS;
  const fitting = Math.min(ROWS_AT_ONCE, Math.floor(CHARACTERS_AT_ONCE / (columns * query.cut)));
  const size = Math.max(1, Math.floor(fitting / query.per_page)) * query.per_page;
  const start = Math.floor(from / size) * size;
  return { from: start, to: start + size };
}

/** So many times the rows that are asked for at once: far enough that the warehouse has read on before a scroll arrives there. */
const AHEAD = 4;

/** Places further on that will be asked for if someone scrolls, as the pages seen so far tell. */
function placesAhead({ from, to }: Places, query: SourceRowsQuery, { seen, total }: KeptRows): Places | undefined {
  const isScroll = seen.has(query.page - 1);
  seen.add(query.page);
  const further = AHEAD * (to - from);
  return isScroll && from + further < total ? { from: from + further, to: to + further } : undefined;
}

export function toKeptRow(row: WarehouseRow, columns: readonly string[]): KeptRow {
  const { row_id: rowId, shown, cut, reason } = row;
  const places = typeof cut === "string" && cut !== "" ? cut.split(",") : [];
  return {
    rowId: Number(rowId),
    shown: String(shown),
    cut: places.flatMap((place) => columns[Number(place)] ?? []),
    reason: typeof reason === "string" ? reason : null,
  };
}

/** What a list's rows depend on. */
export interface ListOf {
  readonly shopId: ShopId;
  readonly feedId: FeedId;
  readonly state: ListedState;
  readonly query: SourceRowsQuery;
  /** Filters may read it; it's the same for the pages of a scroll. */
  readonly minute: string;
}

function keyOf({ shopId, feedId, state, query, minute }: ListOf): string {
  const { columns, search, filter, sort, order, edited, cut } = query;
  return JSON.stringify([
    [shopId, feedId, state.version, state.snapshot, state.run, state.metafields],
    [columns, search, filter, filter === undefined ? null : minute, sort, order, edited, cut],
  ]);
}
