/** A request to a platform, and what its answer means. */

import type { Egress } from "../platform/egress/egress-port.ts";
import type { Logger } from "../platform/telemetry/telemetry-port.ts";

/** What the operator configures for a platform. */
export interface PlatformSettings {
  /** Base URLs by the names of `platform-endpoints.ts`, without a slash at the end. */
  readonly endpoints: Readonly<Record<string, string>>;
  /** The application registered with the platform; null: not configured, so shops can't sign in. */
  readonly clientId: string | null;
  readonly clientSecret: string | null;
  /** Microsoft's developer token, Amazon's application id; null where the platform has none or it isn't configured. */
  readonly applicationToken: string | null;
}

/** What a shop's owner granted us. Stored encrypted, never shown, never logged. */
export interface Grant {
  readonly accessToken: string;
  /** ISO 8601; null: the token doesn't expire. */
  readonly expiresAt: string | null;
  readonly refreshToken: string | null;
  /** When the refresh token ends, where the platform says so. */
  readonly refreshExpiresAt: string | null;
  /** Scopes that were granted, which may be fewer than requested; empty where the platform doesn't say. */
  readonly scopes: readonly string[];
  /** Whatever else calls need: a seller id, a region, a user id. */
  readonly parts: Readonly<Record<string, string>>;
}

/** `reauth_required`: the grant has ended. `permission_missing`: a scope, role or registration is missing. `unavailable`: no answer, or the platform's own fault. */
export type PlatformFaultCode =
  | "reauth_required"
  | "permission_missing"
  | "account_required"
  | "throttled"
  | "unavailable"
  | "not_found"
  | "already_exists"
  | "refused"
  | "not_understood"
  | "not_configured";

interface PlatformFaultOptions {
  /** What the platform itself called it. */
  readonly platformCode?: string | null;
  readonly retryAfterMs?: number | null;
  /** Whether the call may have taken effect although it failed. */
  readonly isOutcomeUnknown?: boolean;
  readonly cause?: unknown;
}

/** A call that the platform didn't grant. The message may be shown to the shop's owner: what is wrong, then what to do. It never holds a token. */
export class PlatformFault extends Error {
  override readonly name = "PlatformFault";
  readonly code: PlatformFaultCode;
  readonly platformCode: string | null;
  readonly retryAfterMs: number | null;
  readonly isOutcomeUnknown: boolean;

  constructor(code: PlatformFaultCode, sentence: string, options: PlatformFaultOptions = {}) {
    super(sentence, { cause: options.cause });
    this.code = code;
    this.platformCode = options.platformCode ?? null;
    this.retryAfterMs = options.retryAfterMs ?? null;
    this.isOutcomeUnknown = options.isOutcomeUnknown ?? false;
  }
}

/** A documented rate of the platform, counted over all processes. */
export interface RateLimit {
  /** Within the platform and account: `createFeed`. */
  readonly name: string;
  readonly perSecond: number;
  /** Calls that may come at once. */
  readonly burst: number;
  /** Whose calls it counts together: those of the account, or of the whole application. */
  readonly of: "account" | "application";
}

export interface PlatformRequest {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly url: string;
  /** Undefined ones are left out; lists are repeated. */
  readonly query?: Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: PlatformBody;
  /** Documented rates it counts in. */
  readonly rates: readonly RateLimit[];
  /** Sending it twice has the same effect as once. Only then is it sent again when nobody knows whether it arrived. */
  readonly isRepeatable: boolean;
  /** Adds the grant's token (`manners.sign`), and renews it once when the platform calls it expired. */
  readonly isSigned: boolean;
  /** 16 MiB unless said. */
  readonly answerBytesMax?: number;
}

export type PlatformBody =
  | { readonly json: unknown }
  | { readonly form: Readonly<Record<string, string>> }
  | { readonly bytes: Uint8Array; readonly contentType: string };

export interface PlatformAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** Parsed JSON; null for an empty body, undefined for one that isn't JSON. */
  readonly json: unknown;
}

/**
 * What an answer means. `expired`: worth one new token; `fault` is what's wrong if that isn't taken either. `again`: a moment's fault; a
 * null time leaves the pause to the caller.
 */
export type Verdict =
  | { readonly kind: "granted" }
  | { readonly kind: "expired"; readonly fault?: PlatformFault }
  | { readonly kind: "again"; readonly afterMs: number | null; readonly fault: PlatformFault }
  | { readonly kind: "refused"; readonly fault: PlatformFault };

/** How a platform is spoken to. */
export interface PlatformManners {
  /** Headers and query that show the grant. A platform with several APIs may want it in another header for each. */
  sign(
    grant: Grant,
    settings: PlatformSettings,
    request: Pick<PlatformRequest, "url">,
  ): { readonly headers?: Readonly<Record<string, string>>; readonly query?: Readonly<Record<string, string>> };
  /** Judges every answer, HTTP 200 included: some platforms send errors with it. */
  judge(answer: PlatformAnswer): Verdict;
}

/** What one exchange with a platform needs. */
export interface Sending {
  /** As people call the platform: `Google`. */
  readonly platform: string;
  readonly settings: PlatformSettings;
  readonly manners: PlatformManners;
  readonly egress: Pick<Egress, "fetch">;
  readonly log: Logger;
  readonly signal: AbortSignal;
  /** From the look-up of the name to the end of the answer. */
  readonly timeoutMs: number;
}

/** What asking a platform needs besides what one exchange needs. */
export interface Asking extends Sending {
  /** The grant as it is now. Throws where there is none. */
  readonly grant: () => Grant;
  /** Replaces a grant that the platform calls expired: once, however many calls and processes ask. */
  readonly renew: (expired: Grant) => Promise<void>;
  /** Counts a call in all processes. Answers how many milliseconds to wait before asking again; 0: go on. */
  readonly take: (limit: RateLimit) => Promise<number>;
  /** The platform said to wait: calls of all processes that count in these rates do. */
  readonly hold: (limits: readonly RateLimit[], ms: number) => Promise<void>;
  readonly pause: (ms: number) => Promise<void>;
  /** From 0 to 1. */
  readonly random: () => number;
}
