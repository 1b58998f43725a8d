/** What became of one claim of a delivery. */
export interface AttemptResult {
  readonly deliveryId: number;
  readonly webhookId: number;
  /** Which claim it was. */
  readonly claims: number;
  readonly outcome: Outcome;
}

export type Outcome =
  /** An answer of 2xx. */
  | ({ readonly kind: "succeeded" } & Attempt)
  /** Any other, or none. `gone`: it shall not be called again. */
  | ({ readonly kind: "failed"; readonly gone: boolean; readonly retryAfterMs: number | null; readonly errorMessage: string } & Attempt)
  /** Nothing was sent, and nothing will be. */
  | { readonly kind: "dropped"; readonly reason: string }
  /** This process stops; another takes it. */
  | { readonly kind: "released" };

/** What an attempt sent, besides the event's body. */
export interface SentRequest {
  readonly url: string;
  /** By name in lower case, with the signature of this attempt. */
  readonly headers: Readonly<Record<string, string>>;
}

export interface Attempt {
  readonly startedAt: Date;
  /** Null: nothing was sent. */
  readonly request: SentRequest | null;
  readonly responseTimeMs: number;
  /** Null: there was no answer. */
  readonly responseStatus: number | null;
  readonly responseBody: string | null;
}

/** As `attempts[]` of a delivery holds it. */
export interface RecordedAttempt {
  readonly number: number;
  readonly started_at: string;
  readonly request_url: string | null;
  readonly request_headers: Readonly<Record<string, string>> | null;
  readonly response_status: number | null;
  readonly response_time_ms: number;
  readonly error_message: string | null;
  readonly response_body: string | null;
}
