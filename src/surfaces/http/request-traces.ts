import type { FastifyInstance, FastifyRequest } from "fastify";
import { type BegunSpan, parseTraceparent, type Traces } from "../../platform/telemetry/telemetry-port.ts";
import type { TrustProxy } from "./connection-bounds.ts";

/** Asked every few seconds by whatever watches the process; and a stream, which lasts for hours. */
const UNTRACED: ReadonlySet<string | undefined> = new Set(["/healthz", "/readyz", "/v1/events/stream"]);

/**
 * A span for each request, which everything that happens for it belongs to. Has to be the first hook, so that the others' lines and
 * observations belong to it too.
 *
 * A `traceparent` is continued only if a trusted proxy passed the request on, since whoever sends one decides what is recorded, and under which
 * trace. Any other is linked to.
 */
export function traceRequests(app: FastifyInstance, traces: Traces, trustProxy: TrustProxy): void {
  if (!traces.enabled) return;
  const open = new WeakMap<FastifyRequest, BegunSpan>();
  app.addHook("onRequest", (request, _reply, done) => {
    const route = request.routeOptions.url ?? "none";
    if (UNTRACED.has(route)) return done();
    const given = parseTraceparent(single(request.headers["traceparent"]));
    const span = traces.begin(`${request.method} ${route}`, {
      kind: "server",
      ...(isPassedOn(request, trustProxy) ? { parent: given ?? null } : { parent: null, link: given }),
      attributes: { "http.request.method": request.method, "http.route": route, "feedwright.request_id": request.id },
    });
    open.set(request, span);
    span.within(done);
  });
  app.addHook("onResponse", (request, reply, done) => {
    const span = open.get(request);
    if (span === undefined) return done();
    span.note({ "http.response.status_code": reply.statusCode });
    // An answer's end may be told in any context.
    span.within(done);
    span.end();
  });
}

/** A header that came twice says nothing. */
function single(header: string | readonly string[] | undefined): string | undefined {
  return typeof header === "string" ? header : undefined;
}

/** The framework lists addresses beyond the peer's only where the peer is trusted. */
function isPassedOn({ ips = [] }: FastifyRequest, trustProxy: TrustProxy): boolean {
  return trustProxy !== false && ips.length > 1;
}
