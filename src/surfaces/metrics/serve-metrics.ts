import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { Exposition, ExpositionFormat, Logger } from "../../platform/telemetry/telemetry-port.ts";

export interface MetricsServer {
  readonly host: string;
  readonly port: number;
  readonly expose: (format: ExpositionFormat) => Promise<Exposition>;
  readonly log: Logger;
}

/** A few who scrape, and a person with a browser; more is a mistake. */
const CONNECTIONS_MAX = 32;
/** A request is a line and some headers. */
const REQUEST_TIMEOUT_MS = 5_000;
const HEADER_BYTES_MAX = 8_192;

/**
 * Answers `GET /metrics` on a port of its own, so that who may read it is decided by who reaches the port. It asks for no key and counts
 * nothing. `/healthz` is here too, for workers, which have no other port. Rejects when the port cannot be listened on.
 */
export async function serveMetrics({ host, port, expose, log }: MetricsServer): Promise<AsyncDisposable> {
  const server = createServer(
    { requestTimeout: REQUEST_TIMEOUT_MS, headersTimeout: REQUEST_TIMEOUT_MS, maxHeaderSize: HEADER_BYTES_MAX },
    (request, response) => {
      void answer(request, response, expose).catch((error: unknown) => {
        log.warn({ error: String(error) }, "could not report metrics");
        end(response, 500, "The metrics couldn't be read. See the log.\n");
      });
    },
  );
  server.maxConnections = CONNECTIONS_MAX;
  server.listen({ host, port });
  await once(server, "listening");
  return {
    async [Symbol.asyncDispose]() {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Prometheus names the versions of the format it takes; ours is in all of them. */
const OPENMETRICS = /\bapplication\/openmetrics-text\b/;

async function answer(
  { method, url = "", headers }: IncomingMessage,
  response: ServerResponse,
  expose: MetricsServer["expose"],
): Promise<void> {
  const [path] = url.split("?", 1);
  if (path !== "/metrics" && path !== "/healthz") return end(response, 404, "Metrics are at /metrics.\n");
  if (method !== "GET" && method !== "HEAD") return end(response.setHeader("allow", "GET, HEAD"), 405, "Metrics are read-only.\n");
  if (path === "/healthz") return end(response, 200, `{"status":"ok"}`, "application/json; charset=utf-8");
  const { contentType, text } = await expose({ openMetrics: OPENMETRICS.test(headers.accept ?? "") });
  end(response, 200, text, contentType);
}

function end(response: ServerResponse, status: number, text: string, contentType = "text/plain; charset=utf-8"): void {
  response.writeHead(status, {
    "content-type": contentType,
    "content-length": Buffer.byteLength(text),
    "x-content-type-options": "nosniff",
  });
  response.end(text);
}
