import { inject } from "vitest";
import { PLANNING_THREAD } from "../../src/features/transforms/index.ts";
import { storedId } from "../../src/kernel/ids.ts";
import type { Sql } from "../../src/kernel/sql.ts";
import { makeLogger } from "../../src/platform/telemetry/make-logger.ts";
import { openSideThread } from "../../src/platform/threads/open-side-thread.ts";
import type { SideThread } from "../../src/platform/threads/threads-port.ts";
import { openWarehouse } from "../../src/platform/warehouse/open-warehouse.ts";
import type { QueryOptions, ShopWarehouse, Warehouse } from "../../src/platform/warehouse/warehouse-port.ts";
import { READING_THREAD } from "../../src/surfaces/http/reading-thread.ts";
import { BUSY_MACHINE } from "./slow-machine.ts";

/** Two readers of records take 300 MB for themselves. */
const MEMORY_LIMIT_BYTES = 512 * 1024 * 1024;
/** One thread keeps every order by itself. Two find statements that don't ask for theirs, with few rows too. */
const MORE_THREADS = { threads: 2, oneThreadRows: 0 };
export const TEST_DUCKDB = { memoryLimitBytes: MEMORY_LIMIT_BYTES, ...MORE_THREADS };

/** A pattern takes up to a fifth of a second to compile, and many times that on a busy machine. */
const JUDGE_DEADLINE_MS = 1_000 * BUSY_MACHINE;

/** What starts slowly and remembers nothing about a shop: all files of a worker process share it, and it ends with the process. */
export interface StartedEngines {
  readonly planner: SideThread;
  readonly reader: SideThread;
  /** For the shop whose objects are in the folder. */
  warehouseOf(folder: string): ShopWarehouse;
  load: Warehouse["load"];
}

let started: Promise<StartedEngines> | undefined;

export const startedEngines = (): Promise<StartedEngines> => (started ??= startEngines());

async function startEngines(): Promise<StartedEngines> {
  /** Shops of several databases have the same number. Here each has its own, by which it reads its own folder alone. */
  const folders: string[] = [];
  const warehouse = await openWarehouse({
    ...TEST_DUCKDB,
    readable: [inject("postgresServer").folder],
    readableOf: (shop) => folders.slice(shop - 1, shop),
    judgeDeadlineMs: JUDGE_DEADLINE_MS,
    log: makeLogger({ level: "error" }),
  });
  const numberOf = (folder: string): number => {
    const at = folders.indexOf(folder);
    return at === -1 ? folders.push(folder) : at + 1;
  };
  return {
    planner: openSideThread(PLANNING_THREAD),
    reader: openSideThread(READING_THREAD),
    warehouseOf(folder) {
      const number = numberOf(folder);
      const own = warehouse.of(storedId("shop", number));
      return { ...own, query: (statement, asked = {}) => own.query(...withOwnTables(number, statement, asked)) };
    },
    load: () => warehouse.load(),
  };
}

/** A process keeps tables by the number of their run or extract, which is another database's too. What loads a table may read another one. */
function withOwnTables(number: number, statement: Sql, { resident = [], ...asked }: QueryOptions): [Sql, QueryOptions] {
  const own = (called: string): string => `${called}_of_${number}`;
  const renamed = ({ text, ...more }: Sql): Sql => ({
    ...more,
    text: resident.reduce((sql, { name }) => sql.replaceAll(new RegExp(`\\b${name}\\b`, "g"), own(name)), text),
  });
  return [
    renamed(statement),
    { ...asked, resident: resident.map((table) => ({ ...table, name: own(table.name), load: renamed(table.load) })) },
  ];
}
