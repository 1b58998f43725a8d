import { fastify } from "fastify";
import { type Listener, portUnusable } from "../port-unusable.ts";
import { errorAnswer } from "./error-answer.ts";
import { type ReadinessCheck, serveHealth } from "./health-routes.ts";
import { unavailable } from "./request-error.ts";
import { newRequestId } from "./request-id.ts";

interface WaitingServer extends Listener {
  /** Without a slash at the end. */
  readonly publicUrl: string;
  /** What is waited for. */
  readonly check: () => Promise<ReadinessCheck>;
}

/** This server is never ready, even once the check passes. */
const STARTING: ReadinessCheck = { name: "process", ok: false, detail: "is starting; send requests to another one" };
const TRY_AGAIN = "Feedwright is starting. Try again shortly.";

/** Answers for a process that can't serve yet: `/healthz` says that it's alive, `/readyz` what it's waiting for, and everything else is 503. */
export async function serveWaiting({ check, publicUrl, ...listener }: WaitingServer): Promise<AsyncDisposable> {
  const app = fastify({ forceCloseConnections: true });
  serveHealth(app, async () => [await check(), STARTING]);
  app.setNotFoundHandler((_request, reply) => {
    const { status, headers, body } = errorAnswer(unavailable(undefined, TRY_AGAIN), { requestId: newRequestId(), publicUrl });
    return reply.code(status).headers(headers).send(body);
  });
  try {
    await app.listen({ host: listener.host, port: listener.port });
  } catch (error) {
    throw portUnusable(listener, error);
  }
  return { [Symbol.asyncDispose]: () => app.close() };
}
