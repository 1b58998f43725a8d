import type { ObjectStore } from "../../src/platform/objects/objects-port.ts";

/** A store in which something happens just before an object is stored: the first, or the one after as many as `after` says. */
export interface InterruptedStore {
  readonly objects: ObjectStore;
  /** Keys of all objects that were stored. */
  readonly stored: readonly string[];
  /** Those of them that are still there. */
  kept(): Promise<readonly string[]>;
}

export function interruptedStore(real: ObjectStore, interrupt: () => Promise<unknown>, after = 0): InterruptedStore {
  const stored: string[] = [];
  return {
    stored,
    objects: {
      ...real,
      async put(key, file, options) {
        if (stored.length === after) await interrupt();
        stored.push(key);
        return real.put(key, file, options);
      },
    },
    async kept() {
      const found: string[] = [];
      for (const key of stored) if ((await real.head(key)) !== undefined) found.push(key);
      return found;
    },
  };
}
