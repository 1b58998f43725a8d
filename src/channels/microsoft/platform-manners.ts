import { z } from "zod";
import { endpointOf } from "../platform-endpoints.ts";
import { oauthVerdict } from "../platform-oauth.ts";
import { type PlatformAnswer, PlatformFault, type PlatformManners, type RateLimit, type Verdict } from "../platform-request.ts";
import { type Complaint, refused, throttled, verdictByStatus } from "../platform-verdict.ts";

/** "Request and method limits" of the Content API: 40 requests a second. */
export const CONTENT_CALLS: RateLimit = Object.freeze({ name: "contentCalls", perSecond: 40, burst: 40, of: "account" });
/** 60,000 method calls a minute, of which a batch has up to 300. */
export const BATCHES: RateLimit = Object.freeze({ name: "productBatches", perSecond: 3, burst: 10, of: "account" });
/** The services of version 13 publish no rate; they answer CallRateExceeded. */
export const ACCOUNT_CALLS: RateLimit = Object.freeze({ name: "accountCalls", perSecond: 5, burst: 10, of: "account" });

/** One error as version 13, the Content API and its status resources spell it. */
const OneError = z.union([
  z
    .object({ ErrorCode: z.string(), Message: z.string().nullish() })
    .transform((error) => ({ code: error.ErrorCode, message: error.Message })),
  z.object({ reason: z.string(), message: z.string().nullish() }).transform((error) => ({ code: error.reason, message: error.message })),
  z.object({ code: z.coerce.string(), message: z.string().nullish() }),
]);
const SomeErrors = z.array(OneError).nullish().catch(null);

/** The Content API nests, the others list. */
const Errors = z.object({
  error: z.object({ code: z.coerce.string(), message: z.string().nullish(), errors: SomeErrors }).optional(),
  errors: SomeErrors,
  Errors: SomeErrors,
  OperationErrors: SomeErrors,
  BatchErrors: SomeErrors,
});

export const microsoftManners: PlatformManners = Object.freeze({
  sign({ accessToken }, settings, { url }) {
    if (settings.applicationToken === null) {
      const sentence = "This installation has no developer token of Microsoft Advertising. Set MICROSOFT_DEVELOPER_TOKEN.";
      throw new PlatformFault("not_configured", sentence);
    }
    const isContent = ["content", "statuses"].some((name) => url.startsWith(`${endpointOf(settings, name)}/`));
    const token: Record<string, string> = isContent ? { AuthenticationToken: accessToken } : { Authorization: `Bearer ${accessToken}` };
    return { headers: { ...token, DeveloperToken: settings.applicationToken } };
  },
  judge(answer): Verdict {
    return oauthVerdict("Microsoft", "microsoft", answer) ?? verdictOf(answer, complaintOf(answer));
  },
} satisfies PlatformManners);

function complaintOf({ json }: PlatformAnswer): Complaint {
  const { data } = Errors.safeParse(json);
  if (data === undefined) return { code: null, message: "" };
  const { error, errors, Errors: faults, OperationErrors: ofOperation, BatchErrors: ofBatch } = data;
  const listed = [faults, ofOperation, ofBatch, error?.errors, errors].flatMap((some) => some ?? []);
  const first = listed[0] ?? error;
  return { code: first?.code ?? null, message: first?.message ?? error?.message ?? "" };
}

/** What version 13 says to wait after CallRateExceeded. */
const RATE_PAUSE_MS = 60_000;

function verdictOf(answer: PlatformAnswer, complaint: Complaint): Verdict {
  if (answer.status < 400) return { kind: "granted" };
  switch (complaint.code) {
    // Version 13 sends these with HTTP 400 and 500.
    case "AuthenticationTokenExpired":
    case "InvalidCredentials":
      return expired(complaint);
    case "CallRateExceeded":
    case "ConcurrentRequestOverLimit":
      return throttled("Microsoft", RATE_PAUSE_MS, complaint.code);
    case "UserIsNotAuthorized":
      return forbidden(complaint);
    default:
      if (answer.status === 401) return expired(complaint);
      return answer.status === 403 ? forbidden(complaint) : verdictByStatus("Microsoft", answer, complaint);
  }
}

/** A developer token that isn't taken has the same code. */
function expired({ code: platformCode }: Complaint): Verdict {
  const sentence =
    "Microsoft no longer accepts the connection. Connect Microsoft again; if that doesn't help, the operator should check MICROSOFT_DEVELOPER_TOKEN.";
  return { kind: "expired", fault: new PlatformFault("reauth_required", sentence, { platformCode }) };
}

function forbidden({ code, message }: Complaint): Verdict {
  const advice =
    "The user who connected needs access to the store in Microsoft Advertising, and the developer token must be approved. Then connect again.";
  return refused("Microsoft", "permission_missing", { code, message: `${/[.!?]$|^$/.test(message) ? message : `${message}.`} ${advice}` });
}
