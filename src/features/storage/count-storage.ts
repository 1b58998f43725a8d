import type { ObjectStore } from "../../platform/objects/objects-port.ts";
import { type Db, transact } from "../../platform/postgres/postgres-port.ts";
import { objectPlace, type StorageKind } from "./storage-kinds.ts";
import { claimRecounts, countObjectChanges, findTime, foldChanges, listExports, recountRows, storeObjectBytes } from "./storage-queries.ts";

/** A transaction of milliseconds. */
const BATCH_ROWS = 5_000;
/** At a look each minute, 28,000 shops a day. */
const SHOPS_A_LOOK = 20;

type Listing = Pick<ObjectStore, "list" | "head" | "remove">;

/** An upload is stored a moment before the extract that names it; one that is older belongs to a process that died in between. */
const UNNAMED_AGE_MS = 24 * 3_600_000;

/** Adds up what has changed, then counts everything again of some shops whose last count is a day old: what a process that died left uncounted is right again. */
export async function countStorage(db: Db, objects: Listing, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && (await foldChanges(db, BATCH_ROWS)) === BATCH_ROWS);
  for (const shopId of await claimRecounts(db, SHOPS_A_LOOK)) {
    if (signal.aborted) return;
    await recountShop(db, objects, shopId);
  }
}

export async function recountShop(db: Db, objects: Listing, shopId: number): Promise<void> {
  await transact(db, (transaction) => recountRows(transaction, shopId));
  await removeUnnamedExports(db, objects, shopId);
  const changes = await countObjectChanges(db, shopId);
  const found = await bytesFound(objects, shopId, await listExports(db, shopId));
  await transact(db, (transaction) => storeObjectBytes(transaction, shopId, { changes, found }));
}

async function removeUnnamedExports(db: Db, objects: Listing, shopId: number): Promise<void> {
  const old: string[] = [];
  const before = (await findTime(db)).getTime() - UNNAMED_AGE_MS;
  for await (const { key, storedAt } of objects.list(`shops/${shopId}/exports/`)) if (storedAt.getTime() < before) old.push(key);
  if (old.length === 0) return;
  const named = await listExports(db, shopId);
  for (const key of old) if (!named.includes(key)) await objects.remove(key.replace(/[^/]*$/, ""));
}

async function bytesFound(objects: Listing, shopId: number, exports: readonly string[]): Promise<ReadonlyMap<StorageKind, number>> {
  const found = new Map<StorageKind, number>();
  const add = (kind: StorageKind, bytes: number) => found.set(kind, (found.get(kind) ?? 0) + bytes);
  for await (const { key, bytes } of objects.list(`shops/${shopId}/`)) {
    const place = objectPlace(key);
    if (place !== undefined) add(place.kind, bytes);
  }
  // The others are in the shop's own folder.
  for (const key of exports.filter((name) => objectPlace(name) === undefined)) add("exports", (await objects.head(key))?.bytes ?? 0);
  return found;
}
