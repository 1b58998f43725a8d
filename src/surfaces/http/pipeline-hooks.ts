import type { Caller } from "../../features/keys/index.ts";
import type { IdempotencyClass } from "../../kernel/operation.ts";
import type { ShopId } from "../../kernel/ids.ts";
import type { Db } from "../../platform/postgres/postgres-port.ts";

/** What the line of stages asks of others. Each has a null object, so that the line has no branch for their absence. */

export interface RateLimit {
  /** Counts a request, of a caller or (without a valid key) of an address. Throws `rate_limited`; answers headers of the response. */
  admit(caller: Caller | null, address: string): Promise<Readonly<Record<string, string>>>;
}

export const noRateLimit: RateLimit = Object.freeze({ admit: async () => ({}) });

/** What an operation answered, ready to be sent or stored. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON; null for an answer without a body. */
  readonly body: string | null;
}

/** Everything that tells one request with an `Idempotency-Key` from another (contract, section 2). */
export interface RepeatableRequest {
  readonly idempotencyKey: string | undefined;
  readonly idempotency: IdempotencyClass;
  readonly keyId: number;
  readonly shopId: ShopId;
  readonly method: string;
  /** Path and query string as they came. */
  readonly url: string;
  readonly body: Buffer;
}

export interface Idempotency {
  /** Answers what is stored for a repeat, or does the work and stores its answer in the same transaction. */
  once(db: Db, request: RepeatableRequest, work: () => Promise<Answer>): Promise<Answer>;
}

export const noIdempotency: Idempotency = Object.freeze({
  once: (_db: Db, _request: RepeatableRequest, work: () => Promise<Answer>) => work(),
});
