import type { FastifyInstance } from "fastify";
import type { Metrics } from "../../platform/telemetry/telemetry-port.ts";

const METHODS = ["DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT"] as const;
const STATUSES = ["1xx", "2xx", "3xx", "4xx", "5xx"] as const;

/** One observation a request, when it has been answered. Of its address only the pattern of its route: whatever clients send makes no series. */
export function measureRequests(app: FastifyInstance, metrics: Metrics): void {
  app.addHook("onResponse", (request, reply, done) => {
    const labels = {
      method: METHODS.find((method) => method === request.method) ?? "other",
      route: request.routeOptions.url ?? "none",
      status: STATUSES[Math.trunc(reply.statusCode / 100) - 1] ?? "5xx",
    } as const;
    metrics.observe("http_request_duration_seconds", labels, reply.elapsedTime / 1_000);
    done();
  });
}
