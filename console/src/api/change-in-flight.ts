import { ApiError, NetworkError } from "./errors.ts";
import { promised } from "../unsafe.ts";

interface Request {
  readonly path?: unknown;
  readonly query?: unknown;
  readonly body?: unknown;
  /** Tells the change from others with the same request. It isn't sent. */
  readonly of?: unknown;
}

interface Unanswered {
  readonly idempotencyKey: string;
  readonly at: number;
}

/** Who sends the same change later than this wants it to be made once more. */
const REPEAT_MS = 600_000;

const inFlight = new Map<string, Promise<unknown>>();
/** Changes that may have been made, although no answer says so. */
const unanswered = new Map<string, Unanswered>();

/**
 * Sends a change, unless the same change is already on its way: then its answer is this one's too. A button is disabled while its change is sent, but
 * a key that is pressed twice isn't. The version that the caller expects doesn't count: our own change is about to make another. A change whose answer
 * was lost is sent again under the same key, so that it isn't made twice.
 */
export function sendOnce<Answer>(
  operation: string,
  shop: string | null,
  request: Request,
  send: (idempotencyKey: string) => Promise<Answer>,
): Promise<Answer> {
  const { path, query, body, of } = request;
  const key = JSON.stringify([operation, shop, path, { ...queryOf(query), expected_version: undefined }, body, of]);
  const sent = inFlight.get(key);
  if (sent !== undefined) return promised<Promise<Answer>>(sent);
  const answer = repeatable(JSON.stringify([operation, shop, path, query, body, of]), send).finally(() => inFlight.delete(key));
  inFlight.set(key, answer);
  return answer;
}

async function repeatable<Answer>(exactly: string, send: (idempotencyKey: string) => Promise<Answer>): Promise<Answer> {
  const earlier = unanswered.get(exactly);
  unanswered.delete(exactly);
  const isRepeat = earlier !== undefined && Date.now() - earlier.at < REPEAT_MS;
  const idempotencyKey = isRepeat ? earlier.idempotencyKey : newKey();
  try {
    return await send(idempotencyKey);
  } catch (thrown) {
    if (mayBeDone(thrown)) unanswered.set(exactly, { idempotencyKey, at: Date.now() });
    throw thrown;
  }
}

const KEY_BYTES = 16;

/** Where the console is served without TLS, browsers have no `randomUUID`. */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(KEY_BYTES)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** A proxy's 502 or 504 says as little as no answer at all. */
function mayBeDone(thrown: unknown): boolean {
  if (thrown instanceof ApiError) return thrown.status >= 500 || thrown.code === "idempotency_key_in_use";
  return thrown instanceof NetworkError;
}

function queryOf(query: unknown): object {
  return typeof query === "object" && query !== null ? query : {};
}
