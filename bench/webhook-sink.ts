import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { members, parseJson } from "../src/kernel/unsafe.ts";

/**
 * Receives deliveries in a process of its own: `/good/…` answers 200 and counts every id, `/bad/<how>` answers as badly as its name
 * says. Told `report`, it sends what it has counted since the last time.
 */
export interface SinkReport {
  readonly requests: number;
  readonly ids: readonly string[];
  /** From the event to its arrival, of `/good/`. */
  readonly latenciesMs: readonly number[];
}

const ids: string[] = [];
const latencies: number[] = [];

const BAD: Readonly<Record<string, (request: IncomingMessage, response: ServerResponse) => void>> = {
  hang: () => undefined,
  drip: (_, response) => {
    response.writeHead(200);
    const dripping = setInterval(() => response.write("."), 200);
    response.on("close", () => clearInterval(dripping));
  },
  reset: (request) => void request.socket.resetAndDestroy(),
  close: (request) => void request.socket.end(),
  redirect: (_, response) => void response.writeHead(302, { location: "/good/redirected" }).end(),
  huge: (_, response) => {
    const chunk = Buffer.alloc(64 * 1024, "x");
    const more = (): void => {
      while (response.write(chunk));
    };
    response.writeHead(200).on("drain", more);
    more();
  },
};

const server = createServer((request, response) => {
  const { url = "" } = request;
  const bad = /^\/bad\/(\w+)/.exec(url)?.[1];
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("error", () => undefined);
  request.on("end", () => {
    if (bad !== undefined) return BAD[bad]?.(request, response);
    ids.push(String(request.headers["x-svc-delivery"]));
    const event = members(parseJson(Buffer.concat(chunks).toString("utf8")));
    latencies.push(Date.now() - Date.parse(String(event["created_at"])));
    response.writeHead(200).end();
  });
});
server.keepAliveTimeout = 60_000;
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  process.send?.({ port: typeof address === "object" ? address?.port : 0 });
});

process.on("message", (message) => {
  if (message !== "report") return;
  const report: SinkReport = { requests: ids.length, ids: ids.splice(0), latenciesMs: latencies.splice(0) };
  process.send?.(report);
});
process.on("disconnect", () => process.exit());
