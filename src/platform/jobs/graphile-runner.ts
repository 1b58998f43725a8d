import { setTimeout as sleep } from "node:timers/promises";
import { Logger as GraphileLogger, run, type Runner, type TaskList } from "graphile-worker";
import type { Pool } from "pg";
import type { Logger } from "../telemetry/telemetry-port.ts";
import { type JobHandlers, type JobName, type JobRunner, JOBS } from "./jobs-port.ts";
import { surviveLostCompletions } from "./lost-completion.ts";

export interface RunnerOptions {
  readonly pool: Pool;
  readonly handlers: JobHandlers;
  /** Jobs at a time in this process. */
  readonly concurrency: number;
  readonly log: Logger;
}

/** Between two tries to start the runner again after its database went away. */
const RESTART_AFTER_MS = 1_000;
/**
 * Looks that failed one after another, of all its workers. A connection that breaks while the library starts leaves it a failure that it keeps
 * and repeats at every look, long after the database is back (`getTaskDetails` in its `taskIdentifiers.js`): only another start forgets it.
 */
const FAILED_LOOKS_MAX = 6;
/** How often it looks for jobs when no notification came. */
const POLL_MS = 2_000;

/** Jobs only wake workers up, so a few at a time are plenty. */
const JOB_CONCURRENCY = 2;

export function graphileRunner(pool: Pool, log: Logger): JobRunner {
  return { start: (handlers) => startRunner({ pool, handlers, concurrency: JOB_CONCURRENCY, log }) };
}

/** Takes jobs until disposed. The library may stop for good, or look in vain for ever, when its database goes away; here it is started again. */
export function startRunner(options: RunnerOptions): AsyncDisposable {
  const stopping = new AbortController();
  const running = keepRunning(options, stopping.signal);
  return {
    async [Symbol.asyncDispose]() {
      stopping.abort();
      await running;
    },
  };
}

async function keepRunning(options: RunnerOptions, signal: AbortSignal): Promise<void> {
  using _surviving = surviveLostCompletions(options.log);
  while (!signal.aborted) {
    try {
      await runUntilStopped(options, signal);
    } catch (error) {
      options.log.warn({ error: String(error) }, "the job runner stopped; restarting it");
    }
    if (!signal.aborted) await sleep(RESTART_AFTER_MS, undefined, { signal }).catch(() => undefined);
  }
}

async function runUntilStopped({ pool, handlers, concurrency, log }: RunnerOptions, signal: AbortSignal): Promise<void> {
  const runner: Runner = await run({
    pgPool: pool,
    taskList: taskList(handlers, signal),
    concurrency,
    noHandleSignals: true,
    pollInterval: POLL_MS,
    logger: new GraphileLogger(() => (level, message) => {
      if (level === "error") log.warn({ job_runner: message }, "job runner");
      else log.debug({ job_runner: message }, "job runner");
    }),
  });
  const stop = (): void => void runner.stop().catch(() => undefined);
  signal.addEventListener("abort", stop, { once: true });
  onFailedLooks(runner, () => {
    log.warn({ failed_looks: FAILED_LOOKS_MAX }, "the job runner can't look for jobs; restarting it");
    stop();
  });
  // It may have been stopped while it started, and an event that is over is not heard.
  if (signal.aborted) stop();
  try {
    await runner.promise;
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

function onFailedLooks({ events }: Runner, then: () => void): void {
  let failed = 0;
  const found = (): void => void (failed = 0);
  events.on("worker:getJob:empty", found).on("job:start", found);
  events.on("worker:getJob:error", () => {
    failed += 1;
    if (failed === FAILED_LOOKS_MAX) then();
  });
}

function taskList(handlers: JobHandlers, signal: AbortSignal): TaskList {
  return {
    "extract.look": (payload: unknown) => handlers["extract.look"](JOBS["extract.look"].payload.parse(payload), signal),
    "run.look": (payload: unknown) => handlers["run.look"](JOBS["run.look"].payload.parse(payload), signal),
    "scope.look": (payload: unknown) => handlers["scope.look"](JOBS["scope.look"].payload.parse(payload), signal),
    "shopify.act": (payload: unknown) => handlers["shopify.act"](JOBS["shopify.act"].payload.parse(payload), signal),
    "objects.remove": (payload: unknown) => handlers["objects.remove"](JOBS["objects.remove"].payload.parse(payload), signal),
  } satisfies Record<JobName, unknown>;
}
