import { stat } from "node:fs/promises";
import { PlainError } from "../../kernel/errors.ts";
import type { ObjectStore } from "../../platform/objects/objects-port.ts";
import type { Db } from "../../platform/postgres/postgres-port.ts";
import { quotaSentence } from "./quota-sentence.ts";
import { objectPlace, type ObjectPlace } from "./storage-kinds.ts";
import { findRoom, releaseBytes, reserveBytes } from "./storage-queries.ts";

interface Counting {
  readonly db: Db;
  /** Of a shop without a quota of its own; 0: none. */
  readonly quotaBytes: number;
}

/**
 * The same store, where every object of a shop counts. An object that a shop has no room for is refused with `storage_quota_exceeded`, so the run or
 * extract that makes it ends, and what was published before stays. What a process counts that dies before it stores is put right by the next recount.
 */
export function countedObjects(store: ObjectStore, counting: Counting): ObjectStore {
  return {
    ...store,
    async put(key, file, options) {
      const place = objectPlace(key);
      if (place === undefined) return store.put(key, file, options);
      const { size } = await stat(file);
      await requireReserved(counting, place, size);
      try {
        return await store.put(key, file, options);
      } catch (error) {
        await releaseBytes(counting.db, place, size);
        throw error;
      }
    },
    async remove(prefix) {
      const place = objectPlace(prefix);
      const bytes = place === undefined ? 0 : await bytesBelow(store, prefix);
      await store.remove(prefix);
      if (place !== undefined) await releaseBytes(counting.db, place, bytes);
    },
  };
}

async function requireReserved({ db, quotaBytes }: Counting, place: ObjectPlace, bytes: number): Promise<void> {
  if (await reserveBytes(db, place, bytes, quotaBytes)) return;
  const room = await findRoom(db, place.shopId, quotaBytes);
  // Nobody's: the shop is being removed.
  if (room === undefined) return;
  throw new PlainError("storage_quota_exceeded", quotaSentence(room, bytes));
}

async function bytesBelow(store: ObjectStore, prefix: string): Promise<number> {
  let total = 0;
  for await (const { bytes } of store.list(prefix)) total += bytes;
  return total;
}
