import { setTimeout as sleep } from "node:timers/promises";

/** URLs remembered; past it the one asked for longest ago is forgotten. A process serves some thousands of feeds. */
const REMEMBERED_MAX = 10_000;

/** A database that hangs must not keep a known file waiting; a look-up takes a few milliseconds. */
const LOOKUP_PATIENCE_MS = 2_000;

/**
 * Remembers the last answer per URL and gives it when the lookup fails or hangs: while the database restarts a feed URL goes
 * on answering the file it answered before, which is complete and immutable.
 *
 * Lookups of one URL may end in another order than the database answered them. `isOlder`: what one found isn't remembered in the place of what was
 * found meanwhile; otherwise a reader could get an older file after a newer one.
 */
export function lastKnown<T>(
  lookup: (token: string, fileName: string) => Promise<T>,
  isOlder: (found: T, known: T) => boolean = () => false,
): (token: string, fileName: string) => Promise<T> {
  const known = new Map<string, T>();
  return async (token, fileName) => {
    const url = `${token}/${fileName}`;
    try {
      const found = await (known.has(url) ? soon(lookup(token, fileName)) : lookup(token, fileName));
      const remembered = known.get(url);
      if (found !== undefined && remembered !== undefined && isOlder(found, remembered)) return found;
      known.delete(url);
      if (found !== undefined) known.set(url, found);
      forgetOldest(known);
      return found;
    } catch (error) {
      const remembered = known.get(url);
      if (remembered === undefined) throw error;
      return remembered;
    }
  };
}

async function soon<T>(found: Promise<T>): Promise<T> {
  const done = new AbortController();
  const tooLate = sleep(LOOKUP_PATIENCE_MS, undefined, { ref: false, signal: done.signal }).then(() => {
    throw new Error("the look-up took too long");
  });
  try {
    return await Promise.race([found, tooLate]);
  } finally {
    done.abort();
    tooLate.catch(() => undefined);
  }
}

function forgetOldest(known: Map<string, unknown>): void {
  if (known.size <= REMEMBERED_MAX) return;
  const [oldest] = known.keys();
  if (oldest !== undefined) known.delete(oldest);
}
