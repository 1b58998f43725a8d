/**
 * The one way out: everything that leaves the service goes through here. An address is judged where the connection is made, on
 * what is really connected to, each time; a redirect is an answer and never followed; no proxy of the environment is used.
 */

export interface EgressRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** From the look-up of the name to the end of the answer. */
  readonly timeoutMs: number;
  /** Of the answer's body that is kept; what comes after it is not read. */
  readonly keptBytesMax: number;
  readonly signal: AbortSignal;
}

export interface EgressAnswer {
  readonly kind: "answered";
  readonly status: number;
  /** The header as it came; null without it. */
  readonly retryAfter: string | null;
  /** UTF-8, bad bytes replaced, NUL left out; the first `keptBytesMax` bytes. */
  readonly body: string;
  readonly durationMs: number;
}

/** `refused_address`: nothing was connected to. `cancelled`: the caller's signal. */
export type EgressFault = "refused_address" | "name_not_found" | "timed_out" | "tls_failed" | "connection_failed" | "cancelled";

export interface EgressFailure {
  readonly kind: "failed";
  readonly fault: EgressFault;
  /** One public sentence: what happened at the other side, without an address of our own network. */
  readonly message: string;
  readonly durationMs: number;
}

export interface Egress extends AsyncDisposable {
  /** Sends one POST; whatever the world does is an outcome, never an exception. */
  post(request: EgressRequest): Promise<EgressAnswer | EgressFailure>;
  /**
   * As the global `fetch`, behind the same guard: for the platforms' own addresses. `loopback` admits one origin on this machine
   * (the simulator of the sample shop). Redirects are refused.
   */
  fetch(url: string, init: EgressFetch): Promise<Response>;
  /** Why an address may not be called, told from its text alone, as one clause (`has an address that isn't public`); null when only connecting can tell. */
  refusal(url: string): string | null;
}

export interface EgressFetch {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  readonly signal: AbortSignal;
  readonly loopback?: boolean;
  /** 2,048 unless said. */
  readonly urlCharactersMax?: number;
}
