import type { Answer, QueryAnswer, TableLoad } from "./child-calls.ts";
import type { DuckDbChild } from "./duckdb-child.ts";
import { WarehouseLost } from "./warehouse-port.ts";

/** A child of the query pool with what it is doing. */
export interface QuerySeat {
  readonly child: DuckDbChild;
  /** Statements under way. */
  readonly busy: number;
  /** Holds the tables, or is about to. */
  holds(tables: readonly TableLoad[]): boolean;
  /** Rejects with `Displaced` when the child was killed for another question. */
  ask(question: Question, stop: AbortSignal): Promise<Answer>;
}

export interface Question {
  readonly sql: string;
  readonly tables: readonly TableLoad[];
}

/** The child was killed for a statement beside this one; the question itself may be asked again. */
export class Displaced extends WarehouseLost {
  constructor() {
    super("crashed", "killed for another statement that would not stop");
  }
}

/** A statement that can be interrupted stops within milliseconds; one that is being planned does not hear. */
const INTERRUPT_GRACE_MS = 500;

export function openQuerySeat(child: DuckDbChild, idleMs: number): QuerySeat {
  const asked = new Set<Question>();
  /** As of the child's last answer. */
  let held: ReadonlySet<string> = new Set();
  let killedFor: Question | undefined;
  let idle: NodeJS.Timeout | undefined;

  const killFor = (question: Question): void => {
    killedFor = question;
    child.kill("deadline", "killed for a statement that would not stop");
  };

  const call = async (question: Question, stop: AbortSignal): Promise<QueryAnswer> => {
    let grace: NodeJS.Timeout | undefined;
    const interrupted = (): void => {
      grace = setTimeout(killFor, INTERRUPT_GRACE_MS, question);
    };
    stop.addEventListener("abort", interrupted);
    try {
      return await child.call("query", { sql: question.sql, tables: question.tables }, stop);
    } finally {
      stop.removeEventListener("abort", interrupted);
      clearTimeout(grace);
    }
  };

  return {
    child,
    get busy() {
      return asked.size;
    },
    holds: (tables) =>
      tables.every(({ name }) => held.has(name) || [...asked].some((question) => question.tables.some((table) => table.name === name))),
    async ask(question, stop) {
      clearTimeout(idle);
      asked.add(question);
      try {
        const { answer, tables } = await call(question, stop);
        held = new Set(tables);
        return answer;
      } catch (error) {
        throw killedFor === undefined || killedFor === question ? error : new Displaced();
      } finally {
        asked.delete(question);
        if (asked.size === 0) idle = setTimeout(() => child.kill("aborted", "idle"), idleMs).unref();
      }
    },
  };
}
