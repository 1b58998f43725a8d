import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import { members, parseJson } from "../../src/kernel/unsafe.ts";

/** A collector of OpenTelemetry's, as far as it takes traces by OTLP as JSON over HTTP. */
export interface TraceCollector extends AsyncDisposable {
  /** For OTEL_EXPORTER_OTLP_ENDPOINT. */
  readonly endpoint: string;
  spans(): readonly CollectedSpan[];
  /** Everything that was sent, byte for byte. */
  received(): string;
}

export interface CollectedSpan {
  readonly service: string;
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | null;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly links: readonly string[];
}

export async function traceCollector(): Promise<TraceCollector> {
  const spans: CollectedSpan[] = [];
  let received = "";
  const server = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      received += body;
      if (request.url === "/v1/traces") spans.push(...spansOf(body));
      response.writeHead(request.url === "/v1/traces" ? 200 : 404, { "content-type": "application/json" }).end("{}");
    });
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return {
    endpoint: `http://127.0.0.1:${String(members(server.address())["port"])}`,
    spans: () => spans,
    received: () => received,
    async [Symbol.asyncDispose]() {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = "";
  request.setEncoding("utf8");
  for await (const text of request) body += String(text);
  return body;
}

const listOf = (value: unknown): readonly Readonly<Record<string, unknown>>[] => (Array.isArray(value) ? value.map(members) : []);

function attributesOf(value: unknown): Readonly<Record<string, unknown>> {
  return Object.fromEntries(listOf(value).map(({ key, value: of }) => [String(key), Object.values(members(of))[0]]));
}

function spansOf(body: string): readonly CollectedSpan[] {
  return listOf(members(parseJson(body))["resourceSpans"]).flatMap(({ resource, scopeSpans }) => {
    const service = String(attributesOf(members(resource)["attributes"])["service.name"]);
    return listOf(scopeSpans).flatMap(({ spans }) =>
      listOf(spans).map((span) => ({
        service,
        name: String(span["name"]),
        traceId: String(span["traceId"]),
        spanId: String(span["spanId"]),
        parentSpanId: typeof span["parentSpanId"] === "string" && span["parentSpanId"] !== "" ? span["parentSpanId"] : null,
        attributes: attributesOf(span["attributes"]),
        links: listOf(span["links"]).map(({ traceId }) => String(traceId)),
      })),
    );
  });
}
