import type { FastifyInstance } from "fastify";
import { STOP_GRACE_MS } from "./server-limits.ts";

/**
 * While it is `draining`, every connection ends with its answer, so that clients and balancers come back to another process. Once closing begins, what is being answered is finished, new requests on open connections get 503, every connection ends
 * with its answer, and whatever is left when the grace is over is cut off. Answers whether closing has begun.
 */
export function finishGracefully(app: FastifyInstance, draining: AbortSignal): () => boolean {
  let closing = false;
  let grace: NodeJS.Timeout | undefined;
  app.addHook("preClose", (done) => {
    closing = true;
    grace = setTimeout(() => app.server.closeAllConnections(), STOP_GRACE_MS).unref();
    done();
  });
  app.addHook("onClose", (_instance, done) => {
    clearTimeout(grace);
    done();
  });
  app.addHook("onSend", (_request, reply, _payload, done) => {
    if (closing || draining.aborted) reply.header("connection", "close");
    done();
  });
  app.addHook("onResponse", (_request, _reply, done) => {
    // An answer that began earlier didn't say that its connection ends with it.
    if (closing) setImmediate(() => app.server.closeIdleConnections());
    done();
  });
  return () => closing;
}
