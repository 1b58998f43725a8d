import type { FeedId, ShopId } from "../../kernel/ids.ts";
import { pageOffset } from "../../kernel/page.ts";
import { openRecentValues, type RecentValues, type Weighed } from "../../kernel/recent-values.ts";
import type { ObjectStore } from "../../platform/objects/objects-port.ts";
import { WarehouseLost, WarehouseRefused } from "../../platform/warehouse/warehouse-port.ts";
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

export interface KeptRows {
  /** The rows of each page without their edits: UTF-8 JSON, separated by commas and ready to send. */
  readonly pages: readonly Buffer[];
  /** Rows of the whole list. */
  readonly total: number;
  readonly extractId: number | null;
  readonly held: ListedOutput["held"];
  /** Pages of these rows that were asked for. */
  readonly seen: Set<number>;
}

/** A thousand pages of a dozen columns. */
const KEPT_BYTES = 64_000_000;

/** For each store, as there's one in a process. */
const kept = new WeakMap<ObjectStore, RecentValues<Found>>();

type Load = (places: Places) => Promise<Weighed<KeptRows>>;

/** `too long`: the rows can't be read at once, for example because they are far longer than the snapshot's average. */
type Found = KeptRows | "too long";

/** The rows around a page of a list, and for someone who scrolls, those that come later too. */
export async function findKeptRows(objects: ObjectStore, list: ListOf, load: Load): Promise<KeptRows & { readonly places: Places }> {
  const rows = kept.get(objects) ?? openRecentValues<Found>(KEPT_BYTES);
  kept.set(objects, rows);
  const key = keyOf(list);
  const at = (places: Places): Promise<Found> =>
    readOnce(rows, `${places.from}-${places.to} ${key}`, () => loadUnlessTooLong(load, places, list.query));
  const places = placesAround(list);
  const found = await at(places);
  if (found === "too long") {
    const page = placesOfPage(list.query);
    return { ...(await load(page)).value, places: page };
  }
  // Nobody waits for these.
  void readAhead(placesAhead(places, list.query, found), at);
  return { ...found, places };
}

/** Side by side: rows of one group of the file are decoded by one thread. */
async function readAhead(blocks: readonly Places[], at: (places: Places) => Promise<Found>): Promise<void> {
  try {
    await Promise.all(blocks.map(at));
  } catch {
    // The page that needs these rows says why they can't be read.
  }
}

/** Remembers a refused block, so that its other pages don't try again, unless there may soon be room for it. If a single page is refused, the caller gets the error. */
async function loadUnlessTooLong(load: Load, places: Places, { per_page: perPage }: SourceRowsQuery): Promise<Weighed<Found>> {
  try {
    return await load(places);
  } catch (error) {
    if (!(error instanceof WarehouseRefused) || places.to - places.from <= perPage) throw error;
    return { value: "too long", weight: error.exhausted?.passes === true ? undefined : 1 };
  }
}

/** Someone who began to read the rows may leave, which ends the reading for everyone. Then one of the others begins again, as often as that happens. */
async function readOnce(rows: RecentValues<Found>, key: string, load: () => Promise<Weighed<Found>>): Promise<Found> {
  for (;;) {
    let isOwn = false;
    try {
      return await rows.get(key, () => {
        isOwn = true;
        return load();
      });
    } catch (error) {
      if (isOwn || !(error instanceof WarehouseLost) || error.reason !== "aborted") throw error;
    }
  }
}

export function weightOf({ pages }: KeptRows): number {
  return pages.reduce((sum, page) => sum + page.length, 0);
}

/** Rows that are asked for at once: pages of a scroll. The file is decoded in groups of about as many, so fewer would take almost as long. */
const ROWS_AT_ONCE = 4_000;
/** Of a wide list, half as many: everyone who scrolls through it waits for them. */
const VALUES_AT_ONCE = 100_000;
/** Who asks for a row or two at a time doesn't scroll through thousands. */
const PAGES_AT_ONCE = 40;
/** Characters that such rows may hold, as estimated before they are read. */
const CHARACTERS_AT_ONCE = 10_000_000;
/** How many columns a list that names none has, as far as it matters here. */
const USUAL_COLUMNS = 50;
/** Quotes, a comma and the column's name. */
const AROUND_VALUE_CHARACTERS = 20;

/** The places that are read at once around a page's: the same for all pages in them. */
function placesAround({ query, state }: Pick<ListOf, "query" | "state">): Places {
  const from = pageOffset(query);
  const columns = query.columns?.split(",").length ?? USUAL_COLUMNS;
  // No value is shown longer than `cut`, and all of them together are as long as an average row is.
  const characters = columns * AROUND_VALUE_CHARACTERS + Math.min(columns * query.cut, state.rowBytes ?? Infinity);
  const fitting = Math.min(
    ROWS_AT_ONCE,
    PAGES_AT_ONCE * query.per_page,
    Math.floor(VALUES_AT_ONCE / columns),
    Math.floor(CHARACTERS_AT_ONCE / characters),
  );
  const size = Math.max(1, Math.floor(fitting / query.per_page)) * query.per_page;
  const start = Math.floor(from / size) * size;
  return { from: start, to: start + size };
}

function placesOfPage(query: SourceRowsQuery): Places {
  const from = pageOffset(query);
  return { from, to: from + query.per_page };
}

/** So many times the places that are read at once: the rows after next are read while someone scrolls through the next. */
const AHEAD = 2;

/** The places that follow, if someone scrolls, as the pages seen so far tell. */
function placesAhead({ from, to }: Places, query: SourceRowsQuery, { seen, total }: KeptRows): readonly Places[] {
  const isScroll = seen.has(query.page - 1);
  seen.add(query.page);
  if (!isScroll) return [];
  const size = to - from;
  return Array.from({ length: AHEAD }, (_, at) => ({ from: to + at * size, to: to + (at + 1) * size })).filter((next) => next.from < total);
}

/** The page that was asked for; empty past the end of the list. */
export function keptPage({ pages, places }: KeptRows & { readonly places: Places }, query: SourceRowsQuery): Buffer {
  return pages[(pageOffset(query) - places.from) / query.per_page] ?? EMPTY;
}

const EMPTY = Buffer.alloc(0);

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
  const { columns, search, filter, sort, order, edited, cut, per_page: perPage } = query;
  return JSON.stringify([
    [shopId, feedId, state.version, state.snapshot, state.run, state.metafields],
    [columns, search, filter, filter === undefined ? null : minute, sort, order, edited, cut, perPage],
  ]);
}
