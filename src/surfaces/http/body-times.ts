import type { IncomingMessage } from "node:http";
import type { FastifyInstance } from "fastify";
import { REQUEST_TIMEOUT_MS, STEADY_BYTES } from "./server-limits.ts";

/**
 * How long a body may take. Node's own `requestTimeout` is the same for every request, and a file may take longer than a small body, as
 * long as it keeps coming.
 */
export interface BodyTimes {
  /** For a request with a file. */
  allowSteady(request: IncomingMessage): void;
}

interface Pace {
  readonly everyMs: number;
  /** What a steady client sends in that time. */
  readonly bytes: number;
}

export function boundBodyTimes(
  { server }: Pick<FastifyInstance, "server">,
  { everyMs, bytes }: Pace = { everyMs: REQUEST_TIMEOUT_MS, bytes: STEADY_BYTES },
): BodyTimes {
  const steady = new WeakSet<IncomingMessage>();
  server.on("request", (request: IncomingMessage) => {
    const { socket, headers } = request;
    if (headers["content-length"] === undefined && headers["transfer-encoding"] === undefined) return;
    let seen = socket.bytesRead;
    const timer = setInterval(() => {
      if (request.complete) return clearInterval(timer);
      const received = socket.bytesRead - seen;
      seen = socket.bytesRead;
      if (steady.has(request) && received >= bytes) return;
      clearInterval(timer);
      server.emit("clientError", tooSlow(), socket);
    }, everyMs);
    timer.unref();
    request.once("close", () => clearInterval(timer));
  });
  return {
    allowSteady(request) {
      steady.add(request);
    },
  };
}

/** As Node says it. */
function tooSlow(): Error {
  return Object.assign(new Error("the body took too long"), { code: "ERR_HTTP_REQUEST_TIMEOUT" });
}
