import { join } from "node:path";
import { RequestError } from "../../kernel/errors.ts";
import type { Logger } from "../telemetry/telemetry-port.ts";
import { type ChildSettings, rowsOf } from "./child-calls.ts";
import { openCensus } from "./child-census.ts";
import { type DuckDbChild, forkDuckDb } from "./duckdb-child.ts";
import { type Asker, openFairQueue } from "./fair-queue.ts";
import type { Patience } from "./patience.ts";
import { type PoolLoad, type SessionOptions, WarehouseLost, type WarehouseSession } from "./warehouse-port.ts";

/**
 * A child for each job, which ends with the job: what a run took from the system goes back with the process, and a killed
 * run leaves nothing behind but its folder. As many sessions as there are places; shops take turns at them.
 */
export interface SessionPool extends AsyncDisposable {
  session(asker: Asker, options: SessionOptions): Promise<WarehouseSession>;
  load(): PoolLoad;
}

export interface SessionPoolOptions {
  readonly children: number;
  readonly settings: Omit<ChildSettings, "spillFolder" | "sessionFolder" | "allowedFolders">;
  /** What a shop's session may read beside its own folder. */
  readonly readableOf: (asker: Asker) => readonly string[];
  readonly log: Logger;
  /** For what somebody waits for. Of jobs no more are claimed than there are places. */
  readonly patience?: Patience;
}

/** Node turns a longer timer into one of 1 ms. */
const TIMER_MS_MAX = 2 ** 31 - 1;

export function openSessionPool(pool: SessionPoolOptions): SessionPool {
  const places = openFairQueue(pool.children, pool.patience);
  const children = new Set<DuckDbChild>();
  const census = openCensus();

  const start = (asker: Asker, options: SessionOptions, leave: () => void): DuckDbChild => {
    const child = forkSession(pool, pool.readableOf(asker), options);
    children.add(child);
    census.add(child);
    const stop = (): void => child.kill("aborted", "the job was stopped");
    const deadline = setTimeout(
      () => child.kill("deadline", `not done within ${options.deadlineMs} ms`),
      Math.min(options.deadlineMs, TIMER_MS_MAX),
    );
    options.signal?.addEventListener("abort", stop);
    void child.gone.then(() => {
      clearTimeout(deadline);
      options.signal?.removeEventListener("abort", stop);
      children.delete(child);
      leave();
    });
    return child;
  };

  return {
    async session(asker, options) {
      const leave = await places.enter(asker, options.signal).catch((reason: unknown) => {
        if (reason instanceof WarehouseLost || reason instanceof RequestError) throw reason;
        throw new WarehouseLost("aborted", "the job was stopped while it waited for a place");
      });
      const child = start(asker, options, leave);
      if (options.signal?.aborted === true) child.kill("aborted", "the job was stopped");
      return sessionOf(child);
    },
    load: () => ({ ...census.read(), waiting: places.waiting() }),
    async [Symbol.asyncDispose]() {
      const closed = new WarehouseLost("aborted", "the warehouse is closed");
      places.close(closed);
      for (const child of children) child.kill("aborted", "the warehouse is closed");
      await Promise.all([...children].map(({ gone }) => gone));
    },
  };
}

/** What a column takes in each thread while it is read, made and written. Measured with 1,000 of them. */
const COLUMN_BYTES_PER_THREAD = 160 * 1024;

/** As many as leave two thirds of the memory to the rows. */
export function threadsFor(columns: number, { threads, memoryLimitBytes }: Pick<ChildSettings, "threads" | "memoryLimitBytes">): number {
  return Math.max(1, Math.min(threads, Math.floor(memoryLimitBytes / 3 / COLUMN_BYTES_PER_THREAD / Math.max(columns, 1))));
}

function forkSession(
  { settings, log }: SessionPoolOptions,
  readable: readonly string[],
  { folder, columns = 0 }: SessionOptions,
): DuckDbChild {
  const allowedFolders = [...readable, folder];
  const threads = threadsFor(columns, settings);
  return forkDuckDb({ ...settings, threads, allowedFolders, sessionFolder: folder, spillFolder: join(folder, ".spill") }, log);
}

function sessionOf(child: DuckDbChild): WarehouseSession {
  return {
    async run(...statements) {
      await child.call("run", { statements: statements.map(({ text }) => text) });
    },
    async all(statement) {
      return rowsOf(await child.call("all", { sql: statement.text }));
    },
    pack: (file, gzipFile) => child.call("pack", { file, gzipFile }),
    async [Symbol.asyncDispose]() {
      child.kill("aborted", "the session has ended");
      // The folder may be removed once this resolves: nobody writes there any more.
      await child.gone;
    },
  };
}
