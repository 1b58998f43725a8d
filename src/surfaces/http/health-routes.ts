import { setTimeout as wait } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { READINESS_TIMEOUT_MS, RETRY_AFTER_SECONDS } from "./server-limits.ts";

export interface ReadinessCheck {
  readonly name: string;
  readonly ok: boolean;
  /** For whoever runs the service: no password, no path. */
  readonly detail: string;
}

export type Readiness = () => Promise<readonly ReadinessCheck[]>;

const STOPPING: readonly ReadinessCheck[] = [{ name: "process", ok: false, detail: "is stopping; send requests to another one" }];

/** `/healthz`: the process answers. `/readyz`: it can also do its work, and isn't about to stop. */
export function serveHealth(app: FastifyInstance, readiness: Readiness, draining: AbortSignal): void {
  app.get("/healthz", (_request, reply) => reply.send({ status: "ok" }));
  app.get("/readyz", async (_request, reply) => {
    const checks = draining.aborted ? STOPPING : await checked(readiness);
    const ready = checks.every(({ ok }) => ok);
    if (!ready) reply.code(503).header("retry-after", String(RETRY_AFTER_SECONDS));
    return reply.send({ status: ready ? "ready" : "unavailable", checks });
  });
}

async function checked(readiness: Readiness): Promise<readonly ReadinessCheck[]> {
  const late = new AbortController();
  const tooLate = wait(READINESS_TIMEOUT_MS, [failed(`no answer within ${READINESS_TIMEOUT_MS / 1000} s`)], {
    signal: late.signal,
    ref: false,
  });
  tooLate.catch(() => undefined);
  try {
    return await Promise.race([readiness(), tooLate]);
  } catch {
    return [failed("the checks themselves failed; see the log")];
  } finally {
    late.abort();
  }
}

function failed(detail: string): ReadinessCheck {
  return { name: "checks", ok: false, detail };
}
