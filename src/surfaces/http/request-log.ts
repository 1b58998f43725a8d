import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Logger } from "../../platform/telemetry/telemetry-port.ts";
import { clientRequestId } from "./request-id.ts";

type Facts = Readonly<Record<string, unknown>>;

/** Asked every few seconds by whatever watches the process; only a failure is worth a line. */
const PROBES: ReadonlySet<string | undefined> = new Set(["/healthz", "/readyz"]);
/** Statuses from here on are failures. */
const FAILED_STATUS = 400;

/** One line a request, when it has been answered. Never the query string: a signed link's secret is in it. */
export function logRequests(app: FastifyInstance, log: Logger): (request: FastifyRequest, facts: Facts) => void {
  const noted = new WeakMap<FastifyRequest, Facts>();
  app.addHook("onResponse", (request, reply, done) => {
    const clientId = clientRequestId(request.headers);
    const isQuiet = PROBES.has(request.routeOptions.url) && reply.statusCode < FAILED_STATUS;
    log[isQuiet ? "debug" : "info"](
      {
        request_id: request.id,
        ...(clientId === undefined ? {} : { client_request_id: clientId }),
        method: request.method,
        route: request.routeOptions.url ?? null,
        status: reply.statusCode,
        duration_ms: Math.round(reply.elapsedTime * 10) / 10,
        ...noted.get(request),
      },
      "request answered",
    );
    done();
  });
  return (request, facts) => {
    noted.set(request, facts);
  };
}
