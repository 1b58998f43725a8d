import { inject } from "vitest";
import { PLANNING_THREAD } from "../../src/features/transforms/index.ts";
import { type ShopId, storedId } from "../../src/kernel/ids.ts";
import { makeLogger } from "../../src/platform/telemetry/make-logger.ts";
import { openSideThread } from "../../src/platform/threads/open-side-thread.ts";
import type { SideThread } from "../../src/platform/threads/threads-port.ts";
import { openWarehouse } from "../../src/platform/warehouse/open-warehouse.ts";
import type { ShopWarehouse, Warehouse } from "../../src/platform/warehouse/warehouse-port.ts";
import { READING_THREAD } from "../../src/surfaces/http/reading-thread.ts";

/** Two readers of records take 300 MB for themselves. */
const MEMORY_LIMIT_BYTES = 512 * 1024 * 1024;
/** One thread keeps every order by itself. Two find statements that don't ask for theirs, with few rows too. */
const MORE_THREADS = { threads: 2, oneThreadRows: 0 };
export const TEST_DUCKDB = { memoryLimitBytes: MEMORY_LIMIT_BYTES, ...MORE_THREADS };

/** What starts slowly and remembers nothing about a shop: all files of a worker process share it, and it ends with the process. */
export interface StartedEngines {
  readonly planner: SideThread;
  readonly reader: SideThread;
  /** The sessions of one folder's shop. Shops of several databases have the same number, but each reads only its own folder. */
  session(readable: string, ...asked: Parameters<ShopWarehouse["session"]>): ReturnType<ShopWarehouse["session"]>;
  load: Warehouse["load"];
}

let started: Promise<StartedEngines> | undefined;

export const startedEngines = (): Promise<StartedEngines> => (started ??= startEngines());

async function startEngines(): Promise<StartedEngines> {
  const folders: string[] = [];
  const warehouse = await openWarehouse({
    ...TEST_DUCKDB,
    readable: [inject("postgresServer").folder],
    readableOf: (shop) => folders.slice(shop - 1, shop),
    log: makeLogger({ level: "error" }),
  });
  const numberOf = (folder: string): ShopId => {
    const at = folders.indexOf(folder);
    return storedId("shop", at === -1 ? folders.push(folder) : at + 1);
  };
  return {
    planner: openSideThread(PLANNING_THREAD),
    reader: openSideThread(READING_THREAD),
    session: (readable, asked) => warehouse.of(numberOf(readable)).session(asked),
    load: () => warehouse.load(),
  };
}
