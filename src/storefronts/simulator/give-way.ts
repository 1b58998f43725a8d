import { setImmediate } from "node:timers/promises";
import { BUSY_MS_MAX } from "./limits.ts";

/** For long loops: call it at every turn, and wait for it when it answers a promise. Then other requests had their turn. */
export function createGiveWay(): () => Promise<void> | undefined {
  let since = performance.now();
  return () => {
    if (performance.now() - since < BUSY_MS_MAX) return undefined;
    return setImmediate().then(() => {
      since = performance.now();
    });
  };
}
