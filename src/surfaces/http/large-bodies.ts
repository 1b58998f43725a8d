import type { IncomingMessage } from "node:http";
import { RequestError } from "../../kernel/errors.ts";
import { unavailable } from "./request-error.ts";
import {
  LARGE_BODIES_MAX,
  LARGE_BODIES_WAITING_MAX,
  LARGE_BODY_BYTES,
  LARGE_BODY_PATIENCE_MS,
  RETRY_AFTER_SECONDS,
} from "./server-limits.ts";

/** Places of requests with large bodies. */
export interface LargeBodies {
  /** The owner's place, once those before it are answered; it is given back when it is disposed of. Throws `rate_limited` and `unavailable`. */
  enter(owner: string): Promise<Disposable>;
}

/**
 * Of each owner one large body at a time, taken before any of it is read: so nobody keeps others waiting for the thread that reads
 * them, and what they hold in memory is bounded. Whoever waits has sent no more than what the kernel buffers.
 */
export function openLargeBodies(): LargeBodies {
  /** By owner: the end of the request that entered last, and how many there are. */
  const lanes = new Map<string, { readonly last: Promise<void>; readonly requests: number }>();
  let requests = 0;
  const leave = (owner: string): void => {
    requests -= 1;
    const lane = lanes.get(owner);
    if (lane === undefined || lane.requests === 1) lanes.delete(owner);
    else lanes.set(owner, { ...lane, requests: lane.requests - 1 });
  };
  return {
    async enter(owner) {
      const before = lanes.get(owner) ?? { last: Promise.resolve(), requests: 0 };
      if (before.requests > LARGE_BODIES_WAITING_MAX) throw tooMany();
      if (requests === LARGE_BODIES_MAX) throw unavailable(undefined, "The service is reading many large bodies. Try again shortly.");
      const left = Promise.withResolvers<void>();
      requests += 1;
      // Whoever gives up leaves the line where it was: the next waits for those before.
      lanes.set(owner, { last: Promise.all([before.last, left.promise]).then(() => undefined), requests: before.requests + 1 });
      const end = (): void => {
        leave(owner);
        left.resolve();
      };
      if (before.requests > 0 && !(await isSoon(before.last))) {
        end();
        throw tooMany();
      }
      return { [Symbol.dispose]: end };
    },
  };
}

/** By what is said of it: a body without a length may be of any. */
export function isLarge({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > LARGE_BODY_BYTES;
}

async function isSoon(turn: Promise<void>): Promise<boolean> {
  const soon = Promise.withResolvers<boolean>();
  const late = setTimeout(() => soon.resolve(false), LARGE_BODY_PATIENCE_MS);
  void turn.then(() => soon.resolve(true));
  try {
    return await soon.promise;
  } finally {
    clearTimeout(late);
  }
}

function tooMany(): RequestError {
  return new RequestError("rate_limited", {
    message: `A shop can send one body larger than ${LARGE_BODY_BYTES} bytes at a time, with up to ${LARGE_BODIES_WAITING_MAX} more waiting. Wait for the time in \`Retry-After\`, then try again.`,
    headers: { "retry-after": String(RETRY_AFTER_SECONDS) },
  });
}
