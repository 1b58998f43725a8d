import { z } from "zod";
import type { Db } from "../postgres/postgres-port.ts";

/**
 * The jobs there are. A job only says "look at this": the work's own row is the queue and the lease, so a lost, doubled or
 * late job does no harm. Handlers are derived from this object: one for a job that is not here does not compile.
 *
 * Two versions take each other's jobs during an upgrade. A payload may gain members, which an older version ignores; what an older version would
 * misread is another job, which only newer workers take.
 */
export const JOBS = {
  /** An extract may be waiting; payload names the one that was just made, for the log. */
  "extract.look": { payload: z.object({ extract_id: z.int() }), attemptsMax: 5 },
  /** A run may be waiting. */
  "run.look": { payload: z.object({ run_id: z.int() }), attemptsMax: 5 },
  /** A feed's scope may be stale. */
  "scope.look": { payload: z.object({ feed_id: z.int() }), attemptsMax: 5 },
  /** A delivery of Shopify asks for more than a mark. Lost, a shop that has left is found out when its token is used next. */
  "shopify.act": {
    payload: z.object({ webhook_id: z.string(), topic: z.string(), domain: z.string(), reference: z.string().nullable() }),
    attemptsMax: 12,
  },
  /** Nothing names the objects below this prefix any more, once the transaction has committed. Lost, it leaves some behind. */
  "objects.remove": { payload: z.object({ prefix: z.string() }), attemptsMax: 25 },
} as const satisfies Record<string, JobPolicy>;

interface JobPolicy {
  readonly payload: z.ZodType;
  readonly attemptsMax: number;
}

export type JobName = keyof typeof JOBS;
export type JobPayload<N extends JobName> = z.output<(typeof JOBS)[N]["payload"]>;

export interface JobQueue {
  /** Joins the caller's transaction: no commit, no job. */
  enqueue<N extends JobName>(db: Db, name: N, payload: JobPayload<N>): Promise<void>;
  /** What is in the queue, by job. */
  counts(db: Db): Promise<readonly JobCounts[]>;
}

export interface JobCounts {
  readonly job: string;
  readonly waiting: number;
  readonly running: number;
  /** For a later time, as after a failure. */
  readonly delayed: number;
  /** Out of attempts. */
  readonly failed: number;
}

export type JobHandlers = { readonly [N in JobName]: (payload: JobPayload<N>, signal: AbortSignal) => Promise<void> };

/** Hands jobs to their handlers until disposed. */
export interface JobRunner {
  start(handlers: JobHandlers): AsyncDisposable;
}

/** Which workers are alive, by the database's clock. */
export interface WorkerRegistry {
  beat(id: string): Promise<void>;
  forget(id: string): Promise<void>;
  /** Forgets workers silent for so long, and frees the job locks of dead ones. */
  sweep(silentAfterS: number): Promise<void>;
}
