import { join } from "node:path";
import { RequestError } from "../../kernel/errors.ts";
import type { Logger } from "../telemetry/telemetry-port.ts";
import { type ChildSettings, rowsOf } from "./child-calls.ts";
import type { DuckDbChild } from "./duckdb-child.ts";
import { type Asker, openFairQueue } from "./fair-queue.ts";
import type { Patience } from "./patience.ts";
import { openSessionChildren } from "./session-children.ts";
import { type CoresOfSession, openCores } from "./session-cores.ts";
import { type PoolLoad, type SessionOptions, WarehouseLost, type WarehouseSession } from "./warehouse-port.ts";

/**
 * A child for each session, and in it a DuckDB that ends with the session: what a run took from the system goes back, and a killed
 * run leaves nothing behind but its folder. As many sessions as there are places; shops take turns at them. A process that has given
 * everything back rests for the next session, so there are never more processes than places.
 */
export interface SessionPool extends AsyncDisposable {
  session(asker: Asker, options: SessionOptions): Promise<WarehouseSession>;
  load(): PoolLoad;
}

export interface SessionPoolOptions {
  readonly children: number;
  readonly settings: Omit<ChildSettings, "lanes" | "spillFolder" | "sessionFolder" | "allowedFolders">;
  /** A statement of a session of up to this many rows gets one thread. */
  readonly oneThreadRows: number;
  /** What a shop's session may read beside its own folder. */
  readonly readableOf: (asker: Asker) => readonly string[];
  /** A child that no session comes to for so long ends. */
  readonly idleMs: number;
  readonly log: Logger;
  /** For what somebody waits for. Of jobs no more are claimed than there are places. */
  readonly patience?: Patience;
}

/** A statement that can be interrupted ends within milliseconds; one that is being planned doesn't hear of it. */
const INTERRUPT_GRACE_MS = 500;
/** Node turns a longer timer into one of 1 ms. */
const TIMER_MS_MAX = 2 ** 31 - 1;

export function openSessionPool(pool: SessionPoolOptions): SessionPool {
  const places = openFairQueue(pool.children, pool.patience);
  const children = openSessionChildren(pool);
  const cores = openCores();

  const start = (settings: ChildSettings, options: SessionOptions, leave: () => void): DuckDbChild => {
    const child = children.start(settings, () => {
      clearTimeout(deadline);
      clearTimeout(grace);
      options.signal?.removeEventListener("abort", stop);
      leave();
    });
    let grace: NodeJS.Timeout | undefined;
    const kill = (): void => child.kill("aborted", "the job was stopped");
    // What somebody waited for is asked again soon, as when a person types on: the process that ends its statement is there for the next one.
    const stop = (): void => {
      if (options.interactive !== true) return kill();
      grace = setTimeout(kill, INTERRUPT_GRACE_MS);
    };
    const deadline = setTimeout(
      () => child.kill("deadline", `not done within ${options.deadlineMs} ms`),
      Math.min(options.deadlineMs, TIMER_MS_MAX),
    );
    options.signal?.addEventListener("abort", stop);
    return child;
  };

  return {
    async session(asker, options) {
      const leave = await places.enter(asker, options.signal).catch((reason: unknown) => {
        if (reason instanceof WarehouseLost || reason instanceof RequestError) throw reason;
        throw new WarehouseLost("aborted", "the job was stopped while it waited for a place");
      });
      const settings = sessionSettings(pool, pool.readableOf(asker), options);
      const child = start(settings, options, leave);
      if (options.signal?.aborted === true) child.kill("aborted", "the job was stopped");
      const signal = options.interactive === true ? options.signal : undefined;
      const own = cores.ofSession(settings.lanes, (threads) => child.allowThreads(threads));
      const end = async (): Promise<void> => {
        own[Symbol.dispose]();
        await children.end(child);
      };
      return sessionOf({ child, signal, cores: own, end });
    },
    load: () => ({ ...children.census(), waiting: places.waiting() }),
    async [Symbol.asyncDispose]() {
      places.close(new WarehouseLost("aborted", "the warehouse is closed"));
      await children[Symbol.asyncDispose]();
    },
  };
}

/** What a column takes in each thread while it is read, made and written. Measured with 1,000 of them. */
const COLUMN_BYTES_PER_THREAD = 160 * 1024;

/** As many as leave two thirds of the memory to the rows. */
export function threadsFor(columns: number, { threads, memoryLimitBytes }: Pick<ChildSettings, "threads" | "memoryLimitBytes">): number {
  return Math.max(1, Math.min(threads, Math.floor(memoryLimitBytes / 3 / COLUMN_BYTES_PER_THREAD / Math.max(columns, 1))));
}

function sessionSettings(
  { settings, oneThreadRows }: SessionPoolOptions,
  readable: readonly string[],
  { folder, columns = 0, rows = Infinity }: SessionOptions,
): ChildSettings {
  const allowedFolders = [...readable, folder];
  const lanes = threadsFor(columns, settings);
  return {
    ...settings,
    threads: rows <= oneThreadRows ? 1 : lanes,
    lanes,
    allowedFolders,
    sessionFolder: folder,
    spillFolder: join(folder, ".spill"),
  };
}

interface OpenSession {
  readonly child: DuckDbChild;
  /** Interrupts the statement under way, and refuses later ones. */
  readonly signal: AbortSignal | undefined;
  readonly cores: CoresOfSession;
  readonly end: () => Promise<void>;
}

function sessionOf({ child, signal, cores, end }: OpenSession): WarehouseSession {
  let ended: Promise<void> | undefined;
  /** The process may be another session's by now. */
  const ask: DuckDbChild["call"] = async (call, what) => {
    if (ended !== undefined) throw new WarehouseLost("aborted", "the session has ended");
    try {
      signal?.throwIfAborted();
      return await child.call(call, what, signal);
    } catch (error) {
      if (signal?.aborted !== true || error instanceof WarehouseLost) throw error;
      throw new WarehouseLost("aborted", "no one waits for the answer");
    }
  };
  return {
    async run(...statements) {
      await cores.statements(() => ask("run", { statements: statements.map(({ text }) => text) }));
    },
    async sideBySide(...statements) {
      await cores.statements(() => ask("sideBySide", { statements: statements.map(({ text }) => text) }));
    },
    async all(statement) {
      return rowsOf(await cores.statements(() => ask("all", { sql: statement.text })));
    },
    async splice(spliced) {
      await ask("splice", spliced);
    },
    pack: (file, gzipFile, rest = []) => cores.beside(() => ask("pack", { file, gzipFile, rest })),
    [Symbol.asyncDispose]: () => (ended ??= end()),
  };
}
