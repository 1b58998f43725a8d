import type { FakeAnswer } from "../fake-platform.ts";

/** Merchant API's forms of answers. */

export const ok = (body: unknown): FakeAnswer => ({ status: 200, body });

const STATUSES: Readonly<Record<number, string>> = {
  400: "INVALID_ARGUMENT",
  401: "UNAUTHENTICATED",
  403: "PERMISSION_DENIED",
  404: "NOT_FOUND",
  429: "RESOURCE_EXHAUSTED",
  500: "INTERNAL",
  503: "UNAVAILABLE",
};

/** google.rpc.Status; `reason` is Merchant API's own. */
export function googleError(code: number, message: string, details: readonly Readonly<Record<string, unknown>>[] = []): FakeAnswer {
  return { status: code, body: { error: { code, status: STATUSES[code] ?? "UNKNOWN", message, details } } };
}

export function notRegistered(): FakeAnswer {
  const metadata = { REASON: "GCP_NOT_REGISTERED", GCP_NUMBER: "1234567890" };
  return googleError(401, "GCP project with id 1234567890 is not registered with the merchant account.", [
    { "@type": "type.googleapis.com/google.rpc.ErrorInfo", reason: "GCP_NOT_REGISTERED", domain: "merchantapi.googleapis.com", metadata },
  ]);
}

/** `retryAfterS`: null: Google doesn't say when. As RetryInfo, which is how Google says it. */
export function quotaExceeded(retryAfterS: number | null): FakeAnswer {
  const info = { "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay: `${retryAfterS ?? 0}s` };
  return googleError(429, "Quota exceeded.", retryAfterS === null ? [] : [info]);
}

export interface Paging {
  readonly query: URLSearchParams;
  readonly usual: number;
  readonly max: number;
}

/** A page of a list by `pageSize` and `pageToken`; undefined for a token that no page has given. */
export function pageOf<T>(
  items: readonly T[],
  { query, usual, max }: Paging,
): { readonly items: readonly T[]; readonly nextPageToken?: string } | undefined {
  const token = query.get("pageToken");
  const from = token === null ? 0 : Number(/^from-([0-9]+)$/.exec(token)?.[1] ?? Number.NaN);
  if (Number.isNaN(from)) return undefined;
  const to = from + Math.min(Number(query.get("pageSize") ?? usual), max);
  return { items: items.slice(from, to), ...(to < items.length ? { nextPageToken: `from-${to}` } : {}) };
}
