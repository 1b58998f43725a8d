import { PlainError } from "../../kernel/errors.ts";
import type { ObjectStore } from "../../platform/objects/objects-port.ts";
import type { Db } from "../../platform/postgres/postgres-port.ts";
import { deleteHold, deleteRemoval, insertHold, insertRemoval, isHeld, listRemovals, renewHold } from "./hold-queries.ts";

/** Four times before it ends. */
const RENEW_MS = 30_000;

/**
 * The same store, except that nothing is removed while a backup is being made. Code that removes objects first deletes the rows that name
 * them and then calls this store, so a dump taken once a hold exists names no object that is about to be removed.
 */
export function heldObjects(store: ObjectStore, db: Db): ObjectStore {
  return {
    ...store,
    async remove(prefix) {
      if (await isHeld(db)) await insertRemoval(db, prefix);
      else await store.remove(prefix);
    },
  };
}

interface Hold extends AsyncDisposable {
  /** Rejects when the hold has ended meanwhile, because the database couldn't be reached for long. */
  require(): Promise<void>;
}

/** Holds all objects until disposed. */
export async function holdObjects(db: Db, id: string): Promise<Hold> {
  await insertHold(db, id);
  // One that fails now is tried again, and asked for at the end.
  const renewing = setInterval(() => void renewHold(db, id).catch(() => undefined), RENEW_MS);
  renewing.unref();
  return {
    async require() {
      if (await renewHold(db, id)) return;
      throw new PlainError(
        "backup_interrupted",
        "The backup lost its hold on the stored files because the database didn't answer for two minutes. Make the backup again: what was copied isn't copied twice.",
      );
    },
    async [Symbol.asyncDispose]() {
      clearInterval(renewing);
      await deleteHold(db, id);
    },
  };
}

/** A look each minute. */
const REMOVALS_A_LOOK = 1_000;

/** Removes what was to go while a backup was made. One that is done twice does no harm. */
export async function removeHeld(db: Db, { remove }: Pick<ObjectStore, "remove">, signal: AbortSignal): Promise<void> {
  if (await isHeld(db)) return;
  for (const prefix of await listRemovals(db, REMOVALS_A_LOOK)) {
    if (signal.aborted) return;
    await remove(prefix);
    // Where a backup has begun meanwhile, nothing was removed.
    if (await isHeld(db)) return;
    await deleteRemoval(db, prefix);
  }
}
