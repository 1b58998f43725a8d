import type { FeedId, ShopId } from "../../kernel/ids.ts";
import { pageOffset } from "../../kernel/page.ts";
import { openRecentValues, type RecentValues, type Weighed } from "../../kernel/recent-values.ts";
import type { ObjectStore } from "../../platform/objects/objects-port.ts";
import { WarehouseLost, WarehouseRefused } from "../../platform/warehouse/warehouse-port.ts";
import type { ListedOutput } from "../runs/index.ts";
import { joined, type JoinedRows, sliceOf } from "./joined-rows.ts";
import { blockAround, type Places } from "./row-blocks.ts";
import type { ListedState } from "./source-row-queries.ts";
import type { SourceRowsQuery } from "./source-row-shapes.ts";

/**
 * Caches rows of lists between the pages of a scroll. Snapshots and runs never change, and each change of a cell makes a new version of the feed, so the
 * rows for a shop, feed, version, snapshot, run and query never change either. Edits are read again for each page.
 */

/** The rows without their edits, ready to send. */
export interface KeptRows extends JoinedRows {
  /** Rows of the whole list. */
  readonly total: number;
  readonly extractId: number | null;
  readonly held: ListedOutput["held"];
  /** Pages that were asked for and begin in these rows. */
  readonly seen: Set<number>;
}

export interface FoundPage extends Pick<KeptRows, "total" | "extractId" | "held"> {
  /** Its rows as UTF-8 JSON, with commas between; empty past the end of the list. */
  readonly json: Buffer;
}

/** Where the rows of a list come from. */
export interface RowSource {
  readonly load: (places: Places) => Promise<Weighed<KeptRows>>;
  /** As `BlocksOf.groups`. */
  readonly groups: () => Promise<readonly number[]>;
}

/** A thousand pages of a dozen columns. */
const KEPT_BYTES = 64_000_000;
/** Row groups, of some thousand snapshots. */
const KEPT_GROUPS = 100_000;

/** `too long`: the rows can't be read at once, for example because they are far longer than the snapshot's average. */
type Found = KeptRows | "too long";

interface Kept {
  readonly rows: RecentValues<Found>;
  readonly groups: RecentValues<readonly number[]>;
}

/** For each store, as there's one in a process. */
const keptOf = new WeakMap<ObjectStore, Kept>();

function keptFor(objects: ObjectStore): Kept {
  const kept = keptOf.get(objects) ?? { rows: openRecentValues(KEPT_BYTES), groups: openRecentValues(KEPT_GROUPS) };
  keptOf.set(objects, kept);
  return kept;
}

/** A page of a list. More rows are read with it, and for someone who scrolls, those that come later too. */
export async function findPage(objects: ObjectStore, list: ListOf, source: RowSource): Promise<FoundPage> {
  const page = placesOfPage(list.query);
  const blocks = await openBlocks(keptFor(objects), list, source);
  const found = await blocksOfPage(blocks, page);
  if (found === "too long") return pageOf([{ ...(await source.load(page)).value, places: page }], page);
  // Nobody waits for these.
  void readAhead(blocks, found, list.query);
  return pageOf(found, page);
}

/** Blocks of a list, kept or read. */
interface Blocks {
  readonly around: (place: number) => Places;
  readonly read: (places: Places) => Promise<Found>;
}

async function openBlocks({ rows, groups: keptGroups }: Kept, list: ListOf, source: RowSource): Promise<Blocks> {
  const { query, state, shopId } = list;
  const isInFileOrder = [query.search, query.filter, query.edited, query.sort].every((asked) => asked === undefined);
  const ofFile = async () => {
    const value = await source.groups();
    return { value, weight: value.length };
  };
  const groups = isInFileOrder ? await readOnce(keptGroups, JSON.stringify([shopId, state.snapshot]), ofFile) : [];
  const key = keyOf(list);
  const of = { query, state, groups: query.order === "desc" ? groups.toReversed() : groups };
  return {
    around: (place) => blockAround(place, of),
    read: (places) => readOnce(rows, `${places.from}-${places.to} ${key}`, () => loadUnlessTooLong(source, places, query)),
  };
}

interface Block extends KeptRows {
  readonly places: Places;
}

/** Those that hold the page's rows, one at least. */
async function blocksOfPage({ around, read }: Blocks, page: Places): Promise<readonly Block[] | "too long"> {
  const blocks: Block[] = [];
  let end = page.to;
  for (let place = page.from; place < end;) {
    const places = around(place);
    const found = await read(places);
    if (found === "too long") return found;
    blocks.push({ ...found, places });
    end = Math.min(end, found.total);
    place = places.to;
  }
  return blocks;
}

function pageOf(blocks: readonly Block[], page: Places): FoundPage {
  const [first] = blocks;
  const json = joined(blocks.map((block) => sliceOf(block, Math.max(page.from - block.places.from, 0), page.to - block.places.from)));
  return { json, total: first?.total ?? 0, extractId: first?.extractId ?? null, held: first?.held ?? null };
}

/** How many blocks are read ahead: while someone scrolls through the next one, the one after it is read. */
const AHEAD = 2;

/** The blocks that follow, if someone scrolls, as the pages seen so far tell. */
async function readAhead({ around, read }: Blocks, blocks: readonly Block[], { page, sort }: SourceRowsQuery): Promise<void> {
  const [first, last] = [blocks[0], blocks.at(-1)];
  if (first === undefined || last === undefined) return;
  const isScroll = first.seen.has(page - 1);
  first.seen.add(page);
  if (!isScroll) return;
  const ahead: Places[] = [];
  for (let place = last.places.to; ahead.length < AHEAD && place < last.total; place = ahead.at(-1)?.to ?? Infinity)
    ahead.push(around(place));
  try {
    // A row group is decoded by one thread. Sorted rows are in all of them, so each block keeps all threads busy by itself.
    if (sort === undefined) await Promise.all(ahead.map(read));
    else for (const block of ahead) await read(block);
  } catch {
    // The page that needs these rows says why they can't be read.
  }
}

/** Remembers a refused block, so that its other pages don't try again, unless there may soon be room for it. If a single page is refused, the caller gets the error. */
async function loadUnlessTooLong({ load }: RowSource, places: Places, { per_page: perPage }: SourceRowsQuery): Promise<Weighed<Found>> {
  try {
    return await load(places);
  } catch (error) {
    if (!(error instanceof WarehouseRefused) || places.to - places.from <= perPage) throw error;
    return { value: "too long", weight: error.exhausted?.passes === true ? undefined : 1 };
  }
}

/** Someone who began to read may leave, which ends the reading for everyone. Then one of the others begins again, as often as that happens. */
async function readOnce<T>(values: RecentValues<T>, key: string, load: () => Promise<Weighed<T>>): Promise<T> {
  for (;;) {
    let isOwn = false;
    try {
      return await values.get(key, () => {
        isOwn = true;
        return load();
      });
    } catch (error) {
      if (isOwn || !(error instanceof WarehouseLost) || error.reason !== "aborted") throw error;
    }
  }
}

/** The size of a number in `ends`. */
const NUMBER_BYTES = 8;

export function weightOf({ json, ends }: KeptRows): number {
  return json.length + ends.length * NUMBER_BYTES;
}

function placesOfPage(query: SourceRowsQuery): Places {
  const from = pageOffset(query);
  return { from, to: from + query.per_page };
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
