import type { Sql, WarehouseRow } from "../../kernel/sql.ts";
import type { Logger } from "../telemetry/telemetry-port.ts";
import { type Answer, type ChildSettings, rowsOf } from "./child-calls.ts";
import { openCensus } from "./child-census.ts";
import { forkOutsideSessions } from "./fork-outside-sessions.ts";
import { type Asker, openFairQueue } from "./fair-queue.ts";
import { Displaced, openQuerySeat, type Question, type QuerySeat } from "./query-seat.ts";
import type { Patience } from "./patience.ts";
import { type PoolLoad, type QueryOptions, type ResidentTable, WarehouseLost } from "./warehouse-port.ts";

/**
 * Long-lived children for API reads. A question waits for its shop's turn, then goes to a child that holds its tables, else to an idle
 * one, else to a new one. Who asks is answered at the deadline, whatever the child does: the statement is then interrupted, which keeps
 * the child and its tables, and only if it does not stop is the child killed. What ran beside it is asked again, once: these are reads.
 */
export interface QueryPool extends AsyncDisposable {
  query(asker: Asker, statement: Sql, options?: QueryOptions): Promise<readonly WarehouseRow[]>;
  load(): PoolLoad;
}

export interface QueryPoolOptions {
  readonly children: number;
  readonly settings: Omit<ChildSettings, "spillFolder">;
  /** From asking to answer, waiting and loading included. */
  readonly deadlineMs: number;
  readonly patience: Patience;
  /** A child that is asked nothing for so long ends, and its memory goes back. */
  readonly idleMs: number;
  readonly log: Logger;
}

/** Two, so that a short question need not stand behind a long one; more would share the same cores. */
const STATEMENTS_PER_CHILD = 2;
/** DuckDB's identifiers ignore case, so a name of a table or column has one case only. */
const TABLE_NAME = /^[a-z][a-z0-9_]{0,99}$/;

interface OpenQuestion extends Question {
  readonly answered: PromiseWithResolvers<Answer>;
  readonly stop: AbortController;
}

export function openQueryPool(options: QueryPoolOptions): QueryPool {
  const seats = openSeats(options);
  const places = openFairQueue(options.children * STATEMENTS_PER_CHILD, options.patience);
  let closed = false;

  /** As often as its child is killed for another question. On a busy machine that may be twice in a row, and the deadline ends it. */
  const ask = async (question: OpenQuestion): Promise<Answer> => {
    for (;;) {
      try {
        return await seats.seatFor(question).ask(question, question.stop.signal);
      } catch (error) {
        if (!(error instanceof Displaced) || closed || question.stop.signal.aborted) throw error;
      }
    }
  };

  const work = async (asker: Asker, question: OpenQuestion): Promise<void> => {
    const leave = await places.enter(asker, question.stop.signal);
    try {
      question.answered.resolve(await ask(question));
    } finally {
      leave();
    }
  };

  /** Answers who asks; what the child does about it is the seat's matter. */
  const end = (question: OpenQuestion, error: Error): void => {
    question.answered.reject(error);
    question.stop.abort();
  };

  return {
    async query(asker, statement, { signal, resident = [] } = {}) {
      if (closed) throw poolClosed();
      if (signal?.aborted === true) throw nobodyWaits();
      const question = openQuestion(statement.text, resident);
      const deadline = setTimeout(() => end(question, tooLate(options.deadlineMs)), options.deadlineMs);
      const giveUp = (): void => end(question, nobodyWaits());
      signal?.addEventListener("abort", giveUp);
      work(asker, question).catch(question.answered.reject);
      try {
        return rowsOf(await question.answered.promise);
      } finally {
        clearTimeout(deadline);
        signal?.removeEventListener("abort", giveUp);
      }
    },
    load: () => ({ ...seats.census(), waiting: places.waiting() }),
    async [Symbol.asyncDispose]() {
      closed = true;
      places.close(poolClosed());
      await seats.close();
    },
  };
}

interface Seats {
  /** The child to ask, forked if need be. Whoever has a place finds one that has room. */
  seatFor(question: Question): QuerySeat;
  close(): Promise<void>;
  census(): Omit<PoolLoad, "waiting">;
}

function openSeats(options: QueryPoolOptions): Seats {
  const census = openCensus();
  const seats = new Set<QuerySeat>();

  const openSeat = (): QuerySeat => {
    const seat = openQuerySeat(forkOutsideSessions(options.settings, options.log), options.idleMs);
    seats.add(seat);
    census.add(seat.child);
    void seat.child.gone.then(() => seats.delete(seat));
    return seat;
  };

  return {
    seatFor({ tables }) {
      const live = [...seats].filter((seat) => !seat.child.isLost());
      const free = live.filter((seat) => seat.busy < STATEMENTS_PER_CHILD).toSorted((a, b) => a.busy - b.busy);
      const best = free.find((seat) => seat.holds(tables)) ?? free.find((seat) => seat.busy === 0);
      return best ?? (live.length < options.children ? openSeat() : (free[0] ?? openSeat()));
    },
    census: () => census.read(),
    async close() {
      for (const { child } of seats) child.kill("aborted", "the warehouse is closed");
      await Promise.all([...seats].map(({ child }) => child.gone));
    },
  };
}

function openQuestion(sql: string, resident: readonly ResidentTable[]): OpenQuestion {
  for (const name of resident.flatMap((table) => (table.key === undefined ? [table.name] : [table.name, table.key]))) {
    if (!TABLE_NAME.test(name)) throw new RangeError(`not a table name: ${JSON.stringify(name)}`);
  }
  const tables = resident.map(({ name, load, key = null }) => ({ name, sql: load.text, key }));
  return { sql, tables, answered: Promise.withResolvers(), stop: new AbortController() };
}

const poolClosed = (): WarehouseLost => new WarehouseLost("aborted", "the warehouse is closed");
const nobodyWaits = (): WarehouseLost => new WarehouseLost("aborted", "no one waits for the answer");
const tooLate = (deadlineMs: number): WarehouseLost => new WarehouseLost("deadline", `no answer within ${deadlineMs} ms`);
