import type { Sql, WarehouseRow } from "../../kernel/sql.ts";
import type { ShopCall } from "../operation.ts";
import { COLLECTIONS_FILE, type Snapshot, SOURCE_FILE } from "../snapshots/index.ts";
import { collectionOfId, collectionTitles, listedCollections } from "./collection-query.ts";

/** Titles told to somebody who asked for one that is not there. */
const TOLD_MAX = 6;

type Call = Pick<ShopCall, "objects" | "warehouse" | "shop">;

interface Collection {
  /** The platform's own; null where it tells none, and where several collections have the title: then it is any of those. */
  readonly id: string | null;
  /** As the shop writes it. */
  readonly title: string;
}

type FoundCollection =
  | { readonly collection: Collection }
  /** Titles of some of those there are, and how many these are. */
  | { readonly others: readonly string[]; readonly count: number };

/** A collection by its title, in any case: of those the platform lists, else of those that products of the snapshot are in. */
export function findCollection(call: Call, snapshot: Snapshot, title: string): Promise<FoundCollection> {
  const wanted = title.normalize("NFC");
  return snapshot.facts.collections === null ? findByProducts(call, snapshot, wanted) : findListed(call, snapshot, wanted);
}

export async function findCollectionById(call: Call, snapshot: Snapshot, id: string): Promise<Collection | undefined> {
  const [row] = await asked(call, snapshot, COLLECTIONS_FILE, (file) => collectionOfId(file, id));
  return row === undefined ? undefined : { id, title: String(row["title"]) };
}

async function findListed(call: Call, snapshot: Snapshot, wanted: string): Promise<FoundCollection> {
  const rows = await asked(call, snapshot, COLLECTIONS_FILE, (file) => listedCollections(file, { wanted, max: TOLD_MAX }));
  const [first] = rows;
  if (first?.["found"] !== true) return { others: rows.map((row) => String(row["title"])), count: Number(first?.["among"] ?? 0) };
  const id = Number(first["namesakes"]) === 1 ? String(first["id"]) : null;
  return { collection: { id, title: String(first["title"]) } };
}

/** In the snapshot's list a comma parts the titles, and one within a title is U+201A. */
async function findByProducts(call: Call, snapshot: Snapshot, title: string): Promise<FoundCollection> {
  const at = snapshot.facts.columns.indexOf("collections");
  if (at === -1) return { others: [], count: 0 };
  const wanted = title.replaceAll(",", "\u201A");
  const rows = await asked(call, snapshot, SOURCE_FILE, (file) => collectionTitles(file, `s${at + 1}`, { wanted, max: TOLD_MAX }));
  const titleOf = (row: WarehouseRow): string => String(row["title"]).replaceAll("\u201A", ",");
  const [first] = rows;
  if (first?.["found"] !== true) return { others: rows.map(titleOf), count: Number(first?.["among"] ?? 0) };
  return { collection: { id: null, title: titleOf(first) } };
}

async function asked(
  { objects, warehouse, shop }: Call,
  { prefix }: Snapshot,
  name: string,
  query: (file: string) => Sql,
): Promise<readonly WarehouseRow[]> {
  await using file = await objects.local(`${prefix}${name}`);
  return await warehouse.of(shop.shopId).query(query(file.path));
}
