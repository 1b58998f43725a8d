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

/** One error, however the API that sends it spells it. */
const OneError = z.object({
  reason: z.string().optional(),
  ErrorCode: z.string().optional(),
  code: z.union([z.string(), z.number()]).optional(),
  message: z.string().optional(),
  Message: z.string().optional(),
});
const SomeErrors = z.array(OneError).nullish();

/** The Content API nests, its status resources and version 13 list. */
const Errors = z.object({
  error: z.object({ code: z.union([z.string(), z.number()]).optional(), message: z.string().default(""), errors: SomeErrors }).optional(),
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
  const [first] = [data?.Errors, data?.OperationErrors, data?.BatchErrors, data?.error?.errors, data?.errors].flatMap((some) => some ?? []);
  const code = first?.ErrorCode ?? first?.reason ?? first?.code ?? data?.error?.code;
  return { code: code === undefined ? null : String(code), message: first?.Message ?? first?.message ?? data?.error?.message ?? "" };
}

/** What version 13 says to wait after CallRateExceeded. */
const RATE_PAUSE_MS = 60_000;

function verdictOf(answer: PlatformAnswer, complaint: Complaint): Verdict {
  if (answer.status < 400) return { kind: "granted" };
  switch (complaint.code) {
    // Version 13 sends these with HTTP 400 and 500.
    case "AuthenticationTokenExpired":
    case "InvalidCredentials":
      return { kind: "expired" };
    case "CallRateExceeded":
    case "ConcurrentRequestOverLimit":
      return throttled("Microsoft", RATE_PAUSE_MS, complaint.code);
    case "UserIsNotAuthorized":
      return forbidden(complaint);
    default:
      return answer.status === 403 ? forbidden(complaint) : verdictByStatus("Microsoft", answer, complaint);
  }
}

function forbidden({ code, message }: Complaint): Verdict {
  const advice =
    "The user who connected needs access to the store in Microsoft Advertising, and the developer token must be approved. Then connect again.";
  return refused("Microsoft", "permission_missing", { code, message: `${/[.!?]$|^$/.test(message) ? message : `${message}.`} ${advice}` });
}
