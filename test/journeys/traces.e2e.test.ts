import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { members, parseJson } from "../../src/kernel/unsafe.ts";
import { SPAN_ATTRIBUTES } from "../../src/platform/telemetry/span-definitions.ts";
import { type ApiClient, apiClient } from "../harness/api-client.ts";
import { clonedService, type ClonedService } from "../harness/service-on-clone.ts";
import { type ApiProcess, freePort } from "../harness/service-process.ts";
import { type CollectedSpan, traceCollector, type TraceCollector } from "../harness/trace-collector.ts";

/** What a collector is told of a request that another process carries out, and what it is never told. */

const EXPORT = ["Handle,Title,Variant SKU,Variant Price", "scarf,Wool scarf,SC-100,12.90", "hat,Felt hat,HA-100,20.00", ""].join("\n");
const GIVEN = { trace: "0af7651916cd43dd8448eb211c80319c", span: "b7ad6b7169203331" };
const TRACEPARENT = `00-${GIVEN.trace}-${GIVEN.span}-01`;

let collector: TraceCollector;
let home: ClonedService;
let api: ApiProcess;
let key: string;
let merchant: ApiClient;
let metricsPort: string;

beforeAll(async () => {
  collector = await traceCollector();
  const traces = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint };
  home = await clonedService(traces);
  await mkdir(home.dataDir, { recursive: true });
  metricsPort = String(await freePort());
  api = await home.startApi({ OTEL_SERVICE_NAME: "feedwright-api", METRICS_PORT: metricsPort });
  home.startWorker({ OTEL_SERVICE_NAME: "feedwright-worker" });
  const file = join(home.dataDir, "export.csv");
  await writeFile(file, EXPORT);
  const installed = await home.command("shop", "add", "--csv", file, "--domain", "hazel.example", "--json").output;
  key = String(members(parseJson(installed))["merchant_key"]);
  merchant = apiClient(api.url, key);
});
afterAll(async () => {
  await home[Symbol.asyncDispose]();
  await collector[Symbol.asyncDispose]();
});

const spanNamed = (name: string, traceId?: string): CollectedSpan | undefined =>
  collector.spans().find((span) => span.name === name && (traceId === undefined || span.traceId === traceId));

/** Names from a span up to where its trace begins. */
function pathOf(span: CollectedSpan | undefined): readonly string[] {
  if (span === undefined) return [];
  return [span.name, ...pathOf(collector.spans().find(({ spanId }) => spanId === span.parentSpanId))];
}

async function runFeed(): Promise<{ readonly feed: string; readonly token: string }> {
  const { list } = await merchant.get("/feeds");
  const feed = String(list[0]?.["id"]);
  await merchant.post(`/feeds/${feed}/regenerate`);
  const token = /\/feeds\/([\w-]{20,})\//.exec(JSON.stringify(list[0]))?.[1] ?? "";
  return { feed, token };
}

describe("traces", () => {
  test("one trace leads from a request over the run in another process to its statements and the stored files", async () => {
    await runFeed();
    await expect.poll(() => spanNamed("POST /v1/feeds/:id/regenerate")?.service).toBe("feedwright-api");
    const request = spanNamed("POST /v1/feeds/:id/regenerate");
    const trace = request?.traceId;
    await expect.poll(() => spanNamed("run", trace)?.service).toBe("feedwright-worker");
    await expect.poll(() => pathOf(spanNamed("objects put", trace))).toEqual(["objects put", "run", request?.name]);
    expect(request?.parentSpanId).toBeNull();
    expect(request?.attributes).toMatchObject({ "http.response.status_code": expect.anything(), "http.route": "/v1/feeds/:id/regenerate" });
    expect(spanNamed("run", trace)?.attributes).toMatchObject({ "feedwright.outcome": "completed" });
    const statements = collector.spans().filter((span) => span.traceId === trace && span.name.startsWith("duckdb "));
    expect(statements.map(({ service }) => service)).toContain("feedwright-worker");
    expect(pathOf(statements[0]).slice(-2)).toEqual(["run", request?.name]);
    expect(pathOf(spanNamed("postgresql INSERT runs", trace)).at(-1)).toBe(request?.name);
    expect(home.logged()).toMatch(new RegExp(`"trace_id":"${String(trace)}".*"request answered"`));
    expect(home.logged()).toMatch(new RegExp(`"trace_id":"${String(trace)}".*"run completed"`));
  });

  test("no attribute is outside the list, and nothing of a tenant is sent: no key, token, text of the catalog or of a request", async () => {
    const { feed, token } = await runFeed();
    expect(token).not.toBe("");
    await merchant.get(`/feeds/${feed}/products?search=wool`);
    await fetch(`${api.url}/feeds/${token}/gmcfeed.txt`);
    const table = await merchant.put("/lookup_tables/seasons", { columns: ["key", "season"], rows: [["HA-100", "midwinter"]] });
    expect(table.status).toBe(200);
    await expect.poll(() => collector.spans().some(({ name }) => name.startsWith("GET /feeds/:token"))).toBe(true);
    const known = Object.keys(SPAN_ATTRIBUTES);
    expect(collector.spans().flatMap(({ attributes }) => Object.keys(attributes).filter((name) => !known.includes(name)))).toEqual([]);
    const sent = collector.received().toLowerCase();
    for (const secret of [
      key,
      token,
      "wool",
      "felt hat",
      "sc-100",
      "midwinter",
      "seasons",
      "hazel.example",
      "postgres://",
      "authorization",
    ])
      expect(sent.includes(secret.toLowerCase()), secret).toBe(false);
  });

  test("a caller's trace is linked to, and continued only behind a trusted proxy", async () => {
    const ask = (url: string, more: Readonly<Record<string, string>> = {}) =>
      fetch(`${url}/v1/shop`, { headers: { authorization: `Bearer ${key}`, traceparent: TRACEPARENT, ...more } });
    await ask(api.url);
    await expect.poll(() => spanNamed("GET /v1/shop")?.links).toEqual([GIVEN.trace]);
    expect(spanNamed("GET /v1/shop")?.traceId).not.toBe(GIVEN.trace);
    const behind = await home.startApi({ TRUST_PROXY: "1" });
    await ask(behind.url);
    await ask(behind.url, { "x-forwarded-for": "192.0.2.7" });
    await expect.poll(() => spanNamed("GET /v1/shop", GIVEN.trace)?.parentSpanId).toBe(GIVEN.span);
    const asked = collector.spans().filter(({ name }) => name === "GET /v1/shop");
    expect(asked.filter(({ traceId }) => traceId === GIVEN.trace)).toHaveLength(1);
  });

  test("durations name a trace to those who ask for OpenMetrics, and to no one else", async () => {
    await merchant.get("/feeds");
    const scrape = async (accept: string) => (await fetch(`http://127.0.0.1:${metricsPort}/metrics`, { headers: { accept } })).text();
    const [openMetrics, plain] = [await scrape("application/openmetrics-text; version=1.0.0"), await scrape("text/plain")];
    const [, traceId = ""] =
      /^feedwright_http_request_duration_seconds_bucket\{.*route="\/v1\/feeds".*\} \d+ # \{trace_id="([0-9a-f]{32})"\}/m.exec(
        openMetrics,
      ) ?? [];
    await expect.poll(() => spanNamed("GET /v1/feeds", traceId)?.traceId).toBe(traceId);
    expect(openMetrics.endsWith("# EOF\n")).toBe(true);
    expect(plain).not.toContain("trace_id");
    expect(plain).toContain("# TYPE feedwright_http_rate_limited_total counter");
  });
});
