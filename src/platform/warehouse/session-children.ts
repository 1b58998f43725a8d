import type { Logger } from "../telemetry/telemetry-port.ts";
import type { ChildSettings } from "./child-calls.ts";
import { openCensus } from "./child-census.ts";
import { type DuckDbChild, forkDuckDb } from "./duckdb-child.ts";
import { type PoolLoad, WarehouseLost, WarehouseRefused } from "./warehouse-port.ts";

/**
 * The processes of sessions. To start one takes 150 ms of a core, most of it to load Node and DuckDB; to open another DuckDB in it takes ten. So a
 * process whose session has ended rests for the next one. Nothing of a session is left there: its DuckDB is closed, and the next one has settings, a
 * lock and memory of its own.
 */
export interface SessionChildren extends AsyncDisposable {
  /** `ended` is called once: when the session has ended, or its process has. */
  start(settings: ChildSettings, ended: () => void): DuckDbChild;
  /** Once it resolves, nobody writes into the session's folder any more. */
  end(child: DuckDbChild): Promise<void>;
  census(): Omit<PoolLoad, "waiting">;
}

/** What a process may take that has done no work yet. One that holds more was left something, and ends. */
const RESTING_BYTES_MAX = 64 * 1024 * 1024;

/** A child that rests for `idleMs` ends. */
export function openSessionChildren({ idleMs, log }: { readonly idleMs: number; readonly log: Logger }): SessionChildren {
  /** All that live, with whom to tell of the end. */
  const children = new Map<DuckDbChild, () => void>();
  const resting = new Map<DuckDbChild, NodeJS.Timeout>();
  const census = openCensus();

  const fork = (settings: ChildSettings): DuckDbChild => {
    const child = forkDuckDb(settings, log);
    census.add(child);
    void child.gone.then(() => {
      children.get(child)?.();
      children.delete(child);
    });
    return child;
  };

  /** The one that has rested shortest, so that those nobody needs end. */
  const woken = (settings: ChildSettings): DuckDbChild | undefined => {
    const child = [...resting.keys()].findLast((each) => !each.isLost());
    if (child === undefined) return undefined;
    clearTimeout(resting.get(child));
    resting.delete(child);
    child.reopen(settings);
    return child;
  };

  const idle = (child: DuckDbChild): void => {
    resting.delete(child);
    child.kill("aborted", "idle");
  };

  return {
    start(settings, ended) {
      const child = woken(settings) ?? fork(settings);
      children.set(child, ended);
      return child;
    },
    async end(child) {
      if (!(await isCleared(child))) {
        child.kill("aborted", "the session has ended");
        return child.gone;
      }
      resting.set(child, setTimeout(idle, idleMs, child).unref());
      const ended = children.get(child);
      children.set(child, () => undefined);
      ended?.();
    },
    census: () => census.read(),
    async [Symbol.asyncDispose]() {
      const living = [...children.keys()];
      for (const child of living) child.kill("aborted", "the warehouse is closed");
      await Promise.all(living.map(({ gone }) => gone));
    },
  };
}

/** Closes the child's DuckDB. `false`: the process can't serve another session. */
async function isCleared(child: DuckDbChild): Promise<boolean> {
  // What still runs would go on in the closed DuckDB.
  if (child.isLost() || !child.isIdle()) return false;
  try {
    const { residentBytes, isLowered } = await child.call("close", null);
    return residentBytes <= RESTING_BYTES_MAX && !isLowered && !child.isLost();
  } catch (error) {
    if (error instanceof WarehouseLost || error instanceof WarehouseRefused) return false;
    throw error;
  }
}
