import type { Logger } from "../telemetry/telemetry-port.ts";
import type { ChildSettings } from "./child-calls.ts";
import { outsideTransactions } from "../postgres/postgres-port.ts";
import { openJudgePool } from "./judge-pool.ts";
import type { Patience } from "./patience.ts";
import { openQueryPool } from "./query-pool.ts";
import { openSessionPool } from "./session-pool.ts";
import { memoryText } from "./warehouse-exhausted.ts";
import type { Warehouse } from "./warehouse-port.ts";

export interface WarehouseOptions {
  /** Folders whose Parquet statements may read: the objects, the cache of the bucket. */
  readonly readable: readonly string[];
  /** Of one job; a query child takes a quarter. */
  readonly memoryLimitBytes: number;
  readonly threads: number;
  readonly queryChildren?: number;
  readonly jobChildren?: number;
  readonly previewChildren?: number;
  readonly judgeDeadlineMs?: number;
  readonly log: Logger;
}

const MIB = 1024 * 1024;

/** An API read; what takes longer belongs into a job. */
const QUERY_DEADLINE_MS = 10_000;
/** A shop: several pages of a console at once. All: some ten seconds of work for two children at 100 ms a question. */
const QUERY_PATIENCE: Patience = { what: "reads of product data", waitingOfShopMax: 32, waitingMax: 256, waitMs: QUERY_DEADLINE_MS / 2 };
/** Longer than the pauses of somebody who pages through a list, whose tables would have to be loaded again. */
const QUERY_IDLE_MS = 60_000;
/** A million rows of an index are about 200 MB; below it they would be read from the spill folder. */
const QUERY_MEMORY_BYTES_MIN = 192 * MIB;
/** The rest is for the statements that read the tables: a sorted page or a search takes some ten megabytes. */
const RESIDENT_TABLES_SHARE = 0.75;
const QUERY_SPILL_BYTES_MAX = 1024 * MIB;
/** Five million variants of 1 KB, sorted, four times over. */
const JOB_SPILL_BYTES_MAX = 20 * 1024 * MIB;
/** A preview reads the snapshot and writes the columns that change. */
const PREVIEW_SPILL_BYTES_MAX = 4 * 1024 * MIB;
/** Most previews take a second; a shop that asks for more of them at once than these has something that asks by itself. */
const PREVIEW_PATIENCE: Patience = { what: "previews", waitingOfShopMax: 8, waitingMax: 64, waitMs: 30_000 };
/** The dearest regular expression that may be written compiles in a fifth of it. */
const JUDGE_DEADLINE_MS = 1_000;
const JUDGE_MEMORY_BYTES = 128 * MIB;
/** HTTP and PostgreSQL run before jobs on the same cores. */
const JOB_NICENESS = 10;
/** A child with a limit of 256 MB was measured at up to 510 MB: 115 for the process, the rest in allocators' hands. */
const RESIDENT_SET_OVER_LIMIT = 2;
const RESIDENT_SET_BASE_BYTES = 512 * MIB;

export async function openWarehouse(options: WarehouseOptions): Promise<Warehouse> {
  const { log } = options;
  const queryMemoryBytes = Math.max(QUERY_MEMORY_BYTES_MIN, Math.floor(options.memoryLimitBytes / 4));
  const queries = openQueryPool({
    children: options.queryChildren ?? 2,
    settings: { ...childSettings(options, queryMemoryBytes), spillBytesMax: QUERY_SPILL_BYTES_MAX, niceness: 0 },
    deadlineMs: QUERY_DEADLINE_MS,
    patience: QUERY_PATIENCE,
    idleMs: QUERY_IDLE_MS,
    log,
  });
  const sessions = openSessionPool({
    children: options.jobChildren ?? 2,
    settings: { ...childSettings(options, options.memoryLimitBytes), spillBytesMax: JOB_SPILL_BYTES_MAX, niceness: JOB_NICENESS },
    log,
  });
  const previews = openSessionPool({
    children: options.previewChildren ?? 2,
    settings: { ...childSettings(options, Math.floor(options.memoryLimitBytes / 2)), spillBytesMax: PREVIEW_SPILL_BYTES_MAX, niceness: 0 },
    patience: PREVIEW_PATIENCE,
    log,
  });
  const patterns = openJudgePool({
    settings: { ...childSettings({ ...options, readable: [], threads: 1 }, JUDGE_MEMORY_BYTES), spillBytesMax: 0, niceness: 0 },
    deadlineMs: options.judgeDeadlineMs ?? JUDGE_DEADLINE_MS,
    idleMs: QUERY_IDLE_MS,
    log,
  });
  return {
    of: (shop) => ({
      query: outsideTransactions("the warehouse", (statement, asked) => queries.query(shop, statement, asked)),
      judge: outsideTransactions("the warehouse", (statement) => patterns.judge(shop, statement)),
      session: outsideTransactions("the warehouse", (asked) => (asked.interactive === true ? previews : sessions).session(shop, asked)),
    }),
    load: () => ({ query: queries.load(), job: sessions.load(), preview: previews.load(), pattern: patterns.load() }),
    async [Symbol.asyncDispose]() {
      await Promise.all([queries, sessions, previews, patterns].map((pool) => pool[Symbol.asyncDispose]()));
    },
  };
}

function childSettings(
  { readable, threads, memoryLimitBytes: setBytes }: WarehouseOptions,
  memoryLimitBytes: number,
): Omit<ChildSettings, "spillFolder" | "spillBytesMax" | "niceness"> {
  return {
    threads,
    memoryLimitBytes,
    memorySetting: memoryText(setBytes),
    residentSetBytesMax: memoryLimitBytes * RESIDENT_SET_OVER_LIMIT + RESIDENT_SET_BASE_BYTES,
    residentTablesBytesMax: memoryLimitBytes * RESIDENT_TABLES_SHARE,
    allowedFolders: readable,
    sessionFolder: null,
  };
}
