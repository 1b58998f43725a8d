import type { DuckDBConnection, DuckDBInstance } from "@duckdb/node-api";
import { selectRows } from "./answer-rows.ts";
import type { ChildCall, ChildCalls, ChildSettings } from "./child-calls.ts";
import type { ChildPriority } from "./child-priority.ts";
import { giveMemoryBack, openLockedDuckDb } from "./locked-duckdb.ts";
import { packFile } from "./pack-file.ts";
import { residentBytes } from "./resident-bytes.ts";
import { openResidentTables } from "./resident-tables.ts";
import { isWithin, requireSessionStatement, requireWithin } from "./session-statements.ts";
import { spliceParquet } from "./splice-parquet.ts";
import { openTurnstile, type Turnstile } from "./turnstile.ts";

/** What a child does for each call. The signal interrupts the statement; the call then rejects with DuckDB's own error. */
export type AnsweredCalls = {
  readonly [C in ChildCall]: (ask: ChildCalls[C]["ask"], signal: AbortSignal) => Promise<ChildCalls[C]["answer"]>;
};

export interface ChildWork extends AnsweredCalls {
  /** Sets how many threads later statements may use. */
  readonly allowThreads: (threads: number) => void;
  /** Called after a query has been answered. */
  readonly settle: () => Promise<void>;
}

/** Packing takes a whole core each, and the machine this is measured on has two. */
const PACKS_AT_ONCE = 2;

export async function openChildWork(settings: ChildSettings, priority: Pick<ChildPriority, "isLowered">): Promise<ChildWork> {
  const instance = await openLockedDuckDb(settings);
  return { ...queryWork(instance, settings), ...(await sessionWork(instance, settings, priority)) };
}

/** How much of its memory a child may hold before it returns what is free. The rest is left for statements that run before it does. */
const RETAINED_SHARE = 0.7;

/** Statements run side by side, each on a connection of its own; the caller bounds how many. */
function queryWork(instance: DuckDBInstance, settings: ChildSettings): Pick<ChildWork, "query" | "settle"> {
  const resident = openResidentTables(settings.residentTablesBytesMax);
  return {
    async settle() {
      if (residentBytes() > settings.residentSetBytesMax * RETAINED_SHARE) await giveMemoryBack(instance, settings);
    },
    async query({ sql, tables }, signal) {
      const connection = await instance.connect();
      try {
        const holding = () => resident.holding({ connection, signal }, tables, () => selectRows(connection, sql));
        return { answer: await interruptible(connection, signal, holding), tables: resident.names() };
      } finally {
        // Also ends an answer that was given up half-way.
        connection.closeSync();
      }
    },
  };
}

/** Work of one connection, which the signal ends. */
async function interruptible<T>(connection: DuckDBConnection, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  signal.throwIfAborted();
  const interrupt = (): void => connection.interrupt();
  signal.addEventListener("abort", interrupt);
  try {
    return await work();
  } finally {
    signal.removeEventListener("abort", interrupt);
  }
}

async function runApart(instance: DuckDBInstance, text: string): Promise<void> {
  const connection = await instance.connect();
  try {
    await connection.run(text);
  } finally {
    connection.closeSync();
  }
}

interface Together {
  readonly threads: Threads;
  readonly instance: DuckDBInstance;
  readonly lanes: number;
}

/**
 * Each statement has the thread that waits for it, so that many of DuckDB's own make way. What is run together can hardly use more than one thread each, and
 * a waiting thread that finds another one at its only task takes a whole core to look for more.
 */
async function runTogether({ threads, instance, lanes }: Together, texts: readonly string[]): Promise<void> {
  await threads.use(Math.max(1, threads.allowed() - lanes + 1));
  const waiting = [...texts];
  const lane = async (): Promise<void> => {
    for (let text = waiting.shift(); text !== undefined; text = waiting.shift()) await runApart(instance, text);
  };
  const ended = await Promise.allSettled(Array.from({ length: lanes }, lane));
  const refused = ended.find((one) => one.status === "rejected");
  if (refused !== undefined) throw refused.reason;
}

/** How many threads DuckDB has, and how many the service allows it. */
interface Threads {
  /** For one statement. */
  allowed(): number;
  /** How many statements may run at the same time. */
  lanes(): number;
  allow(count: number): void;
  /** Sets the number of threads for the next statement, by default to what is allowed. */
  use(count?: number): Promise<void>;
}

function openThreads(connection: DuckDBConnection, { threads: opened, lanes }: Pick<ChildSettings, "threads" | "lanes">): Threads {
  let free = Math.max(opened, lanes);
  let used = opened;
  const allowed = (): number => Math.min(free, opened);
  return {
    allowed,
    lanes: () => Math.min(free, lanes),
    allow(count) {
      free = count;
    },
    async use(count = allowed()) {
      if (count === used) return;
      await connection.run(`SET threads = ${count}`);
      used = count;
    },
  };
}

/** One connection, because temporary tables belong to a connection; so statements take turns. */
async function sessionWork(
  instance: DuckDBInstance,
  settings: ChildSettings,
  priority: Pick<ChildPriority, "isLowered">,
): Promise<Omit<ChildWork, "query" | "settle">> {
  const connection = await instance.connect();
  const threads = openThreads(connection, settings);
  const statements = openTurnstile(1);
  const packs = openTurnstile(PACKS_AT_ONCE);
  return {
    run: ({ statements: texts }, signal) =>
      inTurn(statements, () =>
        interruptible(connection, signal, async () => {
          for (const text of texts) {
            signal.throwIfAborted();
            requireSessionStatement(text, settings.sessionFolder);
            await threads.use();
            await connection.run(text);
          }
          return null;
        }),
      ),
    sideBySide: ({ statements: texts }) =>
      inTurn(statements, async () => {
        for (const text of texts) requireSessionStatement(text, settings.sessionFolder);
        // With one thread, nothing runs at the same time.
        await runTogether({ threads, instance, lanes: Math.min(threads.lanes(), texts.length) }, texts);
        return null;
      }),
    all: ({ sql }, signal) =>
      inTurn(statements, () =>
        interruptible(connection, signal, async () => {
          await threads.use();
          return selectRows(connection, sql);
        }),
      ),
    pack: (ask) => {
      // DuckDB's lock does not cover what Node reads and writes.
      for (const path of [ask.file, ask.gzipFile, ...ask.rest]) requireWithin(settings.sessionFolder, path);
      return inTurn(packs, () => packFile(ask));
    },
    splice: async (ask) => {
      for (const { file } of [ask, ...ask.groups]) requireWithin(settings.sessionFolder, file);
      if (!settings.allowedFolders.some((folder) => isWithin(folder, ask.base)))
        throw new Error(`${ask.base} is not a file that the session reads`);
      await spliceParquet(ask);
      return null;
    },
    allowThreads: (count) => threads.allow(count),
    async close() {
      connection.closeSync();
      instance.closeSync();
      return { residentBytes: residentBytes(), isLowered: priority.isLowered() };
    },
  };
}

async function inTurn<T>(turnstile: Turnstile, work: () => Promise<T>): Promise<T> {
  const leave = await turnstile.enter();
  try {
    return await work();
  } finally {
    leave();
  }
}
