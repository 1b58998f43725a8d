import { setTimeout as sleep } from "node:timers/promises";
import { fastify } from "fastify";
import { describe, expect, test } from "vitest";
import { currentPlace, type SpanStart, type TracePlace, type Traces, withinPlace } from "../../platform/telemetry/telemetry-port.ts";
import type { TrustProxy } from "./connection-bounds.ts";
import { traceRequests } from "./request-traces.ts";

interface Recorded {
  readonly name: string;
  readonly start: SpanStart;
  readonly place: TracePlace;
  readonly noted: object[];
  ended: boolean;
}

function recorder() {
  const spans: Recorded[] = [];
  const begin: Traces["begin"] = (name, start) => {
    const spanId = String(spans.length + 1).padStart(16, "0");
    const span: Recorded = { name, start, place: { traceId: "c".repeat(32), spanId, sampled: true }, noted: [], ended: false };
    spans.push(span);
    return {
      note: (attributes) => void span.noted.push(attributes),
      within: (work) => withinPlace(span.place, work, () => !span.ended),
      end: () => void (span.ended = true),
    };
  };
  const traces: Traces = { enabled: true, begin, during: (_name, _start, work) => work({ note() {} }) };
  return { spans, traces };
}

function served(trustProxy: TrustProxy = false) {
  const { spans, traces } = recorder();
  const seen: (TracePlace | undefined)[] = [];
  const app = fastify({ trustProxy: trustProxy === false ? false : (_address, hop) => hop < Number(trustProxy) });
  traceRequests(app, traces, trustProxy);
  app.addHook("onResponse", (_request, _reply, done) => {
    seen.push(currentPlace());
    done();
  });
  app.get("/v1/feeds/:id", async () => {
    await sleep(1);
    seen.push(currentPlace());
    return { ok: true };
  });
  app.get("/healthz", () => ({ status: "ok" }));
  return { app, spans, seen };
}

const GIVEN = { traceId: "0af7651916cd43dd8448eb211c80319c", spanId: "b7ad6b7169203331", sampled: true };
const HEADERS = { traceparent: `00-${GIVEN.traceId}-${GIVEN.spanId}-01` };

describe("traceRequests", () => {
  test("a request is one span, named by its route, and its handler and the hooks after its answer are within it", async () => {
    const { app, spans, seen } = served();
    await app.inject({ url: "/v1/feeds/feed_7?search=wool" });
    const [span] = spans;
    expect(spans).toHaveLength(1);
    expect([span?.name, span?.ended, span?.noted]).toEqual(["GET /v1/feeds/:id", true, [{ "http.response.status_code": 200 }]]);
    expect(span?.start.attributes).toMatchObject({ "http.request.method": "GET", "http.route": "/v1/feeds/:id" });
    expect(seen).toEqual([span?.place, span?.place]);
    expect(JSON.stringify(span?.start)).not.toMatch(/wool|feed_7/);
  });

  test("probes make no span", async () => {
    const { app, spans } = served();
    await app.inject({ url: "/healthz" });
    expect(spans).toEqual([]);
  });

  test("a caller's trace is linked to, unless a trusted proxy passed the request on", async () => {
    const strange = served();
    await strange.app.inject({ url: "/v1/feeds/1", headers: { ...HEADERS, "x-forwarded-for": "192.0.2.1" } });
    expect(strange.spans[0]?.start).toMatchObject({ parent: null, link: GIVEN });
    const trusted = served(1);
    await trusted.app.inject({ url: "/v1/feeds/1", headers: HEADERS });
    await trusted.app.inject({ url: "/v1/feeds/1", headers: { ...HEADERS, "x-forwarded-for": "192.0.2.1" } });
    await trusted.app.inject({ url: "/v1/feeds/1", headers: { traceparent: "00-zz", "x-forwarded-for": "192.0.2.1" } });
    expect(trusted.spans.map(({ start }) => [start.parent, start.link])).toEqual([
      [null, GIVEN],
      [GIVEN, undefined],
      [null, undefined],
    ]);
  });
});
