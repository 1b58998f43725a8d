import { promised } from "../unsafe.ts";

const inFlight = new Map<string, Promise<unknown>>();

/**
 * Sends a change, unless the same change is already on its way: then its answer is this one's too. A button is disabled while its change is sent, but
 * a key that is pressed twice isn't. The version that the caller expects doesn't count: our own change is about to make another.
 */
export function sendOnce<Answer>(
  operation: string,
  shop: string | null,
  request: { readonly path?: unknown; readonly query?: unknown; readonly body?: unknown },
  send: () => Promise<Answer>,
): Promise<Answer> {
  const { path, query, body } = request;
  const key = JSON.stringify([operation, shop, path, { ...queryOf(query), expected_version: undefined }, body]);
  const sent = inFlight.get(key);
  if (sent !== undefined) return promised<Promise<Answer>>(sent);
  const answer = send().finally(() => inFlight.delete(key));
  inFlight.set(key, answer);
  return answer;
}

function queryOf(query: unknown): object {
  return typeof query === "object" && query !== null ? query : {};
}
