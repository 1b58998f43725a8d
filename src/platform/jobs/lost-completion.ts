import type { Logger } from "../telemetry/telemetry-port.ts";

/**
 * graphile-worker removes a finished job without waiting for the answer (`completeJob` and `failJob` in its `worker.js`). When the
 * connection breaks just then, nobody hears the failure and Node would end the process. Nothing is lost with it: the job stays
 * locked, the next one for the same work gets a row of its own, and the work's row says how far the work is.
 */
export function isLostCompletion(reason: unknown): boolean {
  return reason instanceof Error && /\bbatch(?:Complete|Fail)Jobs\b.*graphile-worker/.test(reason.stack ?? "");
}

/** Logs lost completions until disposed; every other rejection that nobody handles still ends the process. */
export function surviveLostCompletions(log: Logger): Disposable {
  const heard = (reason: unknown): void => {
    if (!isLostCompletion(reason)) throw reason;
    log.warn({ error: String(reason) }, "a finished job could not be removed");
  };
  process.on("unhandledRejection", heard);
  return { [Symbol.dispose]: () => void process.off("unhandledRejection", heard) };
}
