import { setTimeout as sleep } from "node:timers/promises";

/** Wakes whoever waits for a shop's bulk operations. They look again anyway, so a ring that nobody hears does no harm. */
export interface BulkBell {
  /** Shops that somebody waits for. */
  waiting(): readonly string[];
  ring(shop: string): void;
  /** Resolves after so long, or when the shop's bell rings. */
  wait(shop: string, ms: number, signal: AbortSignal): Promise<void>;
}

export function createBulkBell(): BulkBell {
  const waiting = new Map<string, Set<AbortController>>();
  return {
    waiting: () => [...waiting.keys()],
    ring: (shop) => waiting.get(shop)?.forEach((one) => one.abort()),
    async wait(shop, ms, signal) {
      const rung = new AbortController();
      const others = waiting.get(shop) ?? new Set();
      waiting.set(shop, others.add(rung));
      try {
        await sleep(ms, undefined, { signal: AbortSignal.any([signal, rung.signal]) });
      } catch {
        signal.throwIfAborted();
      } finally {
        others.delete(rung);
        if (others.size === 0) waiting.delete(shop);
      }
    },
  };
}
