import { sourceRowExists } from "../../engine/source/find-row.ts";
import { formatId, type RowId, storedId } from "../../kernel/ids.ts";
import { effectiveMappings } from "../columns/index.ts";
import { readSourceColumns } from "../metafields/index.ts";
import { currencyWith, definitionOf, type FeedRow, findFeedCurrency } from "../feeds/index.ts";
import type { ShopCall, ShopChange } from "../operation.ts";
import { findLiveSnapshot, type Snapshot, SOURCE_INDEX_FILE } from "../snapshots/index.ts";
import { findRowCells } from "./cell-queries.ts";
import { readCells, type ReadCells } from "./read-cells.ts";

/** The live snapshot, if the row is in it. */
export async function findSnapshotOfRow({ shop, objects, warehouse }: ShopCall, rowId: RowId): Promise<Snapshot | undefined> {
  const snapshot = await findLiveSnapshot(shop);
  if (snapshot === undefined) return undefined;
  await using index = await objects.local(`${snapshot.prefix}${SOURCE_INDEX_FILE}`);
  const found = await warehouse.of(shop.shopId).query(sourceRowExists(index.path, rowId));
  return found.length > 0 ? snapshot : undefined;
}

/** What was wanted of a row's cells, and the cells as they are. */
export interface WantedCells extends ReadCells {
  readonly present: ReadonlyMap<string, string>;
  /** As they would be. */
  readonly after: ReadonlyMap<string, string>;
}

interface Wished {
  readonly cells: Readonly<Record<string, string | null>>;
  readonly sources: ReadonlyMap<string, string>;
}

export async function readWantedCells(
  { shop }: Pick<ShopChange, "shop">,
  feed: FeedRow,
  rowId: RowId,
  { cells, sources }: Wished,
): Promise<WantedCells> {
  const columns = await readSourceColumns(shop);
  const effective = effectiveMappings(definitionOf(feed), columns);
  const currency = currencyWith(await findFeedCurrency(shop, feed), feed);
  const present = await findRowCells(shop, storedId("feed", feed.id), rowId);
  const read = readCells(cells, { columns, effective, currency, present, sources });
  const after = new Map([...present, ...read.updated].filter(([column]) => !read.cleared.includes(column)));
  return { ...read, present, after };
}

/** The members with which every answer about a row's cells begins. */
export function rowMembers(feed: FeedRow, rowId: RowId) {
  return { feed_id: formatId("feed", storedId("feed", feed.id)), product_id: formatId("prod", rowId), row_id: String(rowId) };
}
