import type { Sql } from "../../kernel/sql.ts";
import type { Logger } from "../telemetry/telemetry-port.ts";
import type { ChildSettings } from "./child-calls.ts";
import { openCensus } from "./child-census.ts";
import type { DuckDbChild } from "./duckdb-child.ts";
import { type Asker, openFairQueue } from "./fair-queue.ts";
import { forkOutsideSessions } from "./fork-outside-sessions.ts";
import type { Patience } from "./patience.ts";
import { type PoolLoad, WarehouseLost } from "./warehouse-port.ts";

/**
 * One child for statements whose planning may take long, which nothing but SIGKILL can stop: reads would lose their tables by that. It judges one
 * statement at a time; one that is past the deadline costs the child, and the next statement starts another.
 */
export interface JudgePool extends AsyncDisposable {
  judge(asker: Asker, statement: Sql): Promise<void>;
  load(): PoolLoad;
}

export interface JudgePoolOptions {
  readonly settings: Omit<ChildSettings, "spillFolder">;
  /** Of one statement, from when a child that runs takes it up. */
  readonly deadlineMs: number;
  /** A child that is asked nothing for so long ends. */
  readonly idleMs: number;
  readonly log: Logger;
}

/** Each takes a few milliseconds, or at most the deadline. */
const PATIENCE: Patience = { what: "checks of regular expressions", waitingOfShopMax: 10, waitingMax: 200, waitMs: 10_000 };

export function openJudgePool(options: JudgePoolOptions): JudgePool {
  const places = openFairQueue(1, PATIENCE);
  const census = openCensus();
  let child: DuckDbChild | undefined;
  let idle: NodeJS.Timeout | undefined;

  const start = async (): Promise<DuckDbChild> => {
    const started = forkOutsideSessions(options.settings, options.log);
    child = started;
    census.add(started);
    // A process takes a while to start, and that is no fault of the statement.
    await started.call("query", { sql: "SELECT 1", tables: [] });
    return started;
  };

  const ask = async (judge: DuckDbChild, sql: string): Promise<void> => {
    const deadline = setTimeout(() => judge.kill("deadline", `not judged within ${options.deadlineMs} ms`), options.deadlineMs);
    try {
      await judge.call("query", { sql, tables: [] });
    } finally {
      clearTimeout(deadline);
    }
  };

  return {
    async judge(asker, { text }) {
      const leave = await places.enter(asker);
      clearTimeout(idle);
      try {
        await ask(child === undefined || child.isLost() ? await start() : child, text);
      } finally {
        leave();
        idle = setTimeout(() => child?.kill("aborted", "idle"), options.idleMs).unref();
      }
    },
    load: () => ({ ...census.read(), waiting: places.waiting() }),
    async [Symbol.asyncDispose]() {
      clearTimeout(idle);
      places.close(new WarehouseLost("aborted", "the warehouse is closed"));
      child?.kill("aborted", "the warehouse is closed");
      await child?.gone;
    },
  };
}
