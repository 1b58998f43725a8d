import { PlatformFault, type PlatformFaultCode } from "../../channels/platform-request.ts";
import { type ErrorCode, RequestError } from "../../kernel/errors.ts";

/** Codes an operation that calls a platform may answer. */
export const PLATFORM_ERRORS = [
  "channel_not_configured",
  "channel_not_connected",
  "channel_not_supported",
  "channel_refused",
  "channel_unavailable",
  "rate_limited",
] as const;

const ANSWERED: Readonly<Record<PlatformFaultCode, (typeof PLATFORM_ERRORS)[number]>> = {
  not_configured: "channel_not_configured",
  reauth_required: "channel_not_connected",
  account_required: "channel_not_connected",
  permission_missing: "channel_refused",
  not_found: "channel_refused",
  already_exists: "channel_refused",
  refused: "channel_refused",
  throttled: "rate_limited",
  unavailable: "channel_unavailable",
  not_understood: "channel_unavailable",
};

/** Wait where a platform throttles without saying for how long. */
const RETRY_AFTER_S = 60;

/** A platform's fault as the answer to a request. Any other error is thrown again. */
export function refuseFault(error: unknown): RequestError {
  if (!(error instanceof PlatformFault)) throw error;
  const code: ErrorCode = ANSWERED[error.code];
  const seconds = error.retryAfterMs === null ? RETRY_AFTER_S : Math.max(1, Math.ceil(error.retryAfterMs / 1_000));
  return new RequestError(code, {
    message: error.message,
    cause: error,
    ...(code === "rate_limited" ? { headers: { "retry-after": String(seconds) } } : {}),
  });
}
