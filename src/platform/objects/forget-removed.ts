import type { Bucket } from "./bucket-client.ts";
import { headOf } from "./bucket-downloads.ts";
import type { LocalCopies } from "./local-copies.ts";
import { ObjectMissing } from "./objects-port.ts";

export interface Forgetting {
  readonly bucket: Bucket;
  readonly copies: Pick<LocalCopies, "keys" | "forget">;
}

/** A request each; at this pace 1,200 copies are looked at in an hour. */
const COPIES_AT_ONCE = 20;
const EVERY_MS = 60_000;

/** Forgets copies of objects that another process has removed, such as those of a removed shop, until disposed. */
export function startForgetting(forgetting: Forgetting): Disposable {
  const next = removedForgetter(forgetting);
  // What can't be asked now is asked in the next round.
  const timer = setInterval(() => void next().catch(() => undefined), EVERY_MS).unref();
  return { [Symbol.dispose]: () => clearInterval(timer) };
}

/** Looks at some copies at each call, round and round. */
export function removedForgetter({ bucket, copies }: Forgetting): () => Promise<void> {
  let from = 0;
  return async () => {
    const keys = copies.keys();
    const start = from < keys.length ? from : 0;
    from = start + COPIES_AT_ONCE;
    for (const key of keys.slice(start, from))
      await headOf(bucket, key).catch(async (error: unknown) => {
        if (!(error instanceof ObjectMissing)) throw error;
        await copies.forget(key);
      });
  };
}
