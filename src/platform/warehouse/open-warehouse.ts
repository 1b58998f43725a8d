import { memoryText } from "../../kernel/memory-text.ts";
import type { ShopId } from "../../kernel/ids.ts";
import type { Logger } from "../telemetry/telemetry-port.ts";
import type { ChildSettings } from "./child-calls.ts";
import { outsideTransactions } from "../postgres/postgres-port.ts";
import { type ChildShare, type ChildShares, childShares, ONE_THREAD_ROWS, TWO_OF_EACH } from "./child-shares.ts";
import type { Asker } from "./fair-queue.ts";
import { openJudgePool } from "./judge-pool.ts";
import type { Patience } from "./patience.ts";
import { openQueryPool } from "./query-pool.ts";
import { openSessionPool } from "./session-pool.ts";
import type { Warehouse } from "./warehouse-port.ts";

export interface WarehouseOptions {
  /** Folders whose Parquet statements may read: the objects, the cache of the bucket. */
  readonly readable: readonly string[];
  /** The part of them that a shop's sessions read; without it they read all. */
  readonly readableOf?: (shop: ShopId) => readonly string[];
  /** What DuckDB may take in a job; every child's share follows from it. */
  readonly memoryLimitBytes: number;
  readonly threads: number;
  /** How many of each run at once; two if not said. */
  readonly queryChildren?: number;
  readonly jobChildren?: number;
  readonly previewChildren?: number;
  readonly judgeDeadlineMs?: number;
  /** A session of up to this many rows gets one thread; defaults to `ONE_THREAD_ROWS`. */
  readonly oneThreadRows?: number;
  readonly log: Logger;
}

const MIB = 1024 * 1024;

/** An API read; what takes longer belongs into a job. */
const QUERY_DEADLINE_MS = 10_000;
/** A shop: several pages of a console at once. All: some ten seconds of work for two children at 100 ms a question. */
const QUERY_PATIENCE: Patience = { what: "reads of product data", waitingOfShopMax: 32, waitingMax: 256, waitMs: QUERY_DEADLINE_MS / 2 };
/** Longer than the pauses of somebody who pages through a list, whose tables would have to be loaded again. */
const QUERY_IDLE_MS = 60_000;
/** Longer than the pauses between somebody's previews, or between the runs of a shop's feeds. */
const SESSION_IDLE_MS = 10_000;
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
/** HTTP and PostgreSQL run before jobs on the same cores. */
const JOB_NICENESS = 10;
/** A run of some 30,000 rows. */
const LONG_MS = 1_500;
/** Each thread holds what it works on: more of them would fill the memory of a small child by themselves. */
const THREAD_BYTES = 32 * MIB;

export async function openWarehouse(options: WarehouseOptions): Promise<Warehouse> {
  const { log } = options;
  const shares = sharesOf(options);
  const { oneThreadRows = ONE_THREAD_ROWS } = options;
  const readableOf = (asker: Asker): readonly string[] => (asker === null ? undefined : options.readableOf?.(asker)) ?? options.readable;
  const queries = openQueryPool({
    children: shares.query.children,
    settings: { ...childSettings(options, shares.query), spillBytesMax: QUERY_SPILL_BYTES_MAX, niceness: 0 },
    deadlineMs: QUERY_DEADLINE_MS,
    patience: QUERY_PATIENCE,
    idleMs: QUERY_IDLE_MS,
    log,
  });
  const sessions = openSessionPool({
    children: shares.job.children,
    settings: { ...childSettings(options, shares.job), spillBytesMax: JOB_SPILL_BYTES_MAX, niceness: JOB_NICENESS },
    readableOf,
    oneThreadRows,
    idleMs: SESSION_IDLE_MS,
    log,
  });
  const previews = openSessionPool({
    children: shares.preview.children,
    settings: { ...childSettings(options, shares.preview), spillBytesMax: PREVIEW_SPILL_BYTES_MAX, niceness: 0 },
    readableOf,
    oneThreadRows,
    idleMs: SESSION_IDLE_MS,
    patience: PREVIEW_PATIENCE,
    log,
  });
  const patterns = openJudgePool({
    settings: { ...childSettings({ ...options, readable: [], threads: 1 }, shares.pattern), spillBytesMax: 0, niceness: 0 },
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

function sharesOf({ memoryLimitBytes, jobChildren, previewChildren, queryChildren }: WarehouseOptions): ChildShares {
  const { job, preview, query } = TWO_OF_EACH;
  return childShares(memoryLimitBytes, { job: jobChildren ?? job, preview: previewChildren ?? preview, query: queryChildren ?? query });
}

function childSettings(
  { readable, threads, memoryLimitBytes: setBytes }: WarehouseOptions,
  { duckdbBytes, endBytes }: ChildShare,
): Omit<ChildSettings, "spillFolder" | "spillBytesMax" | "niceness"> {
  return {
    threads: Math.max(1, Math.min(threads, Math.floor(duckdbBytes / THREAD_BYTES))),
    memoryLimitBytes: duckdbBytes,
    memorySetting: memoryText(setBytes),
    residentSetBytesMax: endBytes,
    residentTablesBytesMax: duckdbBytes * RESIDENT_TABLES_SHARE,
    longMs: LONG_MS,
    allowedFolders: readable,
    lanes: 1,
    sessionFolder: null,
  };
}
