import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { RequestError } from "../../kernel/errors.ts";
import type { Logger } from "../telemetry/telemetry-port.ts";
import { type Answer, type ChildSettings, rowsOf } from "./child-calls.ts";
import { openCensus } from "./child-census.ts";
import { forkDuckDb } from "./duckdb-child.ts";
import { Displaced, openQuerySeat, type Question, type QuerySeat } from "./query-seat.ts";
import { type PoolLoad, type ResidentTable, type Warehouse, WarehouseLost } from "./warehouse-port.ts";

/**
 * Long-lived children for API reads. A question goes to a child that holds its tables, else to an idle one, else to a new
 * one; when all are full it waits. Who asks is answered at the deadline, whatever the child does: the statement is then
 * interrupted, which keeps the child and its tables, and only if it does not stop is the child killed. What ran beside it
 * is asked again, once: these are reads.
 */
export type QueryPool = Pick<Warehouse, "query"> & AsyncDisposable & { load(): PoolLoad };

export interface QueryPoolOptions {
  readonly children: number;
  readonly settings: Omit<ChildSettings, "spillFolder">;
  /** From asking to answer, waiting and loading included. */
  readonly deadlineMs: number;
  /** A child that is asked nothing for so long ends, and its memory goes back. */
  readonly idleMs: number;
  readonly log: Logger;
}

/** Two, so that a short question need not stand behind a long one; more would share the same cores. */
const STATEMENTS_PER_CHILD = 2;
/** About two seconds of work for two children at 100 ms a question; who comes after is told to come again. */
const QUESTIONS_WAITING_MAX = 64;
/** DuckDB's identifiers ignore case, so a name of a table or column has one case only. */
const TABLE_NAME = /^[a-z][a-z0-9_]{0,99}$/;

interface OpenQuestion extends Question {
  readonly answered: PromiseWithResolvers<Answer>;
  readonly stop: AbortController;
  askedAgain: boolean;
}

export function openQueryPool(options: QueryPoolOptions): QueryPool {
  const seats = openSeats(options);
  const waiting: OpenQuestion[] = [];
  let closed = false;

  const seatNext = (): void => {
    for (let question = waiting[0]; question !== undefined; question = waiting[0]) {
      const seat = seats.seatFor(question);
      if (seat === undefined) return;
      waiting.shift();
      void answer(seat, question);
    }
  };

  const answer = async (seat: QuerySeat, question: OpenQuestion): Promise<void> => {
    try {
      question.answered.resolve(await seat.ask(question, question.stop.signal));
    } catch (error) {
      const again = error instanceof Displaced && !question.askedAgain && !closed;
      question.askedAgain ||= again;
      if (again) waiting.unshift(question);
      else question.answered.reject(error);
    }
    seatNext();
  };

  /** Answers who asks; what the child does about it is the seat's matter. */
  const end = (question: OpenQuestion, error: WarehouseLost): void => {
    question.answered.reject(error);
    const position = waiting.indexOf(question);
    if (position >= 0) waiting.splice(position, 1);
    question.stop.abort();
  };

  return {
    async query(statement, { signal, resident = [] } = {}) {
      if (closed) throw poolClosed();
      if (signal?.aborted === true) throw nobodyWaits();
      if (waiting.length >= QUESTIONS_WAITING_MAX) throw tooManyQuestions();
      const question = openQuestion(statement.text, resident);
      const deadline = setTimeout(() => end(question, tooLate(options.deadlineMs)), options.deadlineMs);
      const giveUp = (): void => end(question, nobodyWaits());
      signal?.addEventListener("abort", giveUp);
      waiting.push(question);
      seatNext();
      try {
        return rowsOf(await question.answered.promise);
      } finally {
        clearTimeout(deadline);
        signal?.removeEventListener("abort", giveUp);
      }
    },
    load: () => ({ ...seats.census(), waiting: waiting.length }),
    async [Symbol.asyncDispose]() {
      closed = true;
      for (const question of [...waiting]) end(question, poolClosed());
      await seats.close();
    },
  };
}

interface Seats {
  /** The child to ask, forked if need be; `undefined` while all are full. */
  seatFor(question: Question): QuerySeat | undefined;
  close(): Promise<void>;
  census(): Omit<PoolLoad, "waiting">;
}

function openSeats(options: QueryPoolOptions): Seats {
  const census = openCensus();
  const seats = new Set<QuerySeat>();

  const openSeat = (): QuerySeat => {
    const seat = forkSeat(options);
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
      return best ?? (live.length < options.children ? openSeat() : free[0]);
    },
    census: () => census.read(),
    async close() {
      for (const { child } of seats) child.kill("aborted", "the warehouse is closed");
      await Promise.all([...seats].map(({ child }) => child.gone));
    },
  };
}

/** The spill folder goes with the child. */
function forkSeat({ settings, idleMs, log }: QueryPoolOptions): QuerySeat {
  const spillFolder = join(tmpdir(), `feedwright-query-${randomUUID()}`);
  const child = forkDuckDb({ ...settings, spillFolder }, log);
  const gone = child.gone
    .then(() => rm(spillFolder, { recursive: true, force: true }))
    .catch((error: unknown) => log.warn({ spillFolder, error: String(error) }, "a spill folder could not be removed"));
  return openQuerySeat({ ...child, gone }, idleMs);
}

function openQuestion(sql: string, resident: readonly ResidentTable[]): OpenQuestion {
  for (const name of resident.flatMap((table) => (table.key === undefined ? [table.name] : [table.name, table.key]))) {
    if (!TABLE_NAME.test(name)) throw new RangeError(`not a table name: ${JSON.stringify(name)}`);
  }
  const tables = resident.map(({ name, load, key = null }) => ({ name, sql: load.text, key }));
  return { sql, tables, answered: Promise.withResolvers(), stop: new AbortController(), askedAgain: false };
}

const poolClosed = (): WarehouseLost => new WarehouseLost("aborted", "the warehouse is closed");
const nobodyWaits = (): WarehouseLost => new WarehouseLost("aborted", "nobody waits for the answer");
const tooLate = (deadlineMs: number): WarehouseLost => new WarehouseLost("deadline", `no answer within ${deadlineMs} ms`);

function tooManyQuestions(): RequestError {
  return new RequestError("unavailable", {
    message: "Too many reads of product data are waiting. Try again in a few seconds.",
    headers: { "retry-after": "2" },
  });
}
