import { z } from "zod";
import { oauthVerdict } from "../platform-oauth.ts";
import { type PlatformAnswer, PlatformFault, type PlatformManners, type RateLimit, type Verdict } from "../platform-request.ts";
import { type Complaint, refused, retryAfterMs, throttled, verdictByStatus } from "../platform-verdict.ts";

/** Google gives each account its own quotas and publishes no fixed rate; this one keeps a shop from bursting, and is what a 429 holds back. */
export const CALLS: RateLimit = Object.freeze({ name: "calls", perSecond: 5, burst: 20, of: "account" });

/** The answer to every call of a Cloud project that no Merchant Center account has registered; HTTP 401. */
export const NOT_REGISTERED = "GCP_NOT_REGISTERED";

/** google.rpc.Status as REST sends it. */
const GoogleError = z.object({
  error: z.object({
    status: z.string().default(""),
    message: z.string().default(""),
    details: z
      .array(
        z.object({
          reason: z.string().optional(),
          metadata: z.record(z.string(), z.unknown()).optional(),
          /** Field of google.rpc.RetryInfo, such as `30s`. */
          retryDelay: z.string().optional(),
        }),
      )
      .default([]),
  }),
});
type GoogleError = z.output<typeof GoogleError>["error"];

export const googleManners: PlatformManners = Object.freeze({
  sign: ({ accessToken }) => ({ headers: { authorization: `Bearer ${accessToken}` } }),
  judge(answer): Verdict {
    const { data } = GoogleError.safeParse(answer.json);
    if (data !== undefined) return verdictOf(answer, data.error);
    return oauthVerdict("Google", "google", answer) ?? verdictByStatus("Google", answer, { code: null, message: "" });
  },
} satisfies PlatformManners);

function verdictOf(answer: PlatformAnswer, error: GoogleError): Verdict {
  const own = ownReason(error);
  const reason = own ?? error.details.find((detail) => detail.reason !== undefined)?.reason;
  const complaint: Complaint = { code: reason ?? (error.status || null), message: error.message };
  const known = reason === undefined ? undefined : KNOWN[reason];
  if (known !== undefined) return { kind: "refused", fault: new PlatformFault(...known, { platformCode: complaint.code }) };
  if (answer.status === 429 || reason === "RATE_LIMIT_EXCEEDED") return throttled("Google", waitMs(answer, error), complaint.code);
  // With a reason of Merchant API's own, 401 means that a right is missing, not that the token has ended.
  if (answer.status === 403 || (answer.status === 401 && own !== undefined)) return forbidden(complaint);
  return verdictByStatus("Google", answer, complaint);
}

/** Merchant API's own reason, which says more than the status. */
function ownReason({ details }: GoogleError): string | undefined {
  return details.map(({ metadata }) => metadata?.["REASON"]).find((value) => typeof value === "string");
}

const KNOWN: Readonly<Record<string, readonly ["permission_missing" | "not_configured", string]>> = {
  [NOT_REGISTERED]: [
    "permission_missing",
    "Google doesn't know this installation's Cloud project yet. Register it once with a Merchant Center account whose website is claimed: " +
      "call developerRegistration:registerGcp of Merchant API as an admin of that account, then connect again.",
  ],
  ACCESS_TOKEN_SCOPE_INSUFFICIENT: [
    "permission_missing",
    "The connection doesn't include Merchant Center. Connect Google again and leave the box for product listings ticked.",
  ],
  SERVICE_DISABLED: [
    "not_configured",
    "Merchant API is switched off in this installation's Cloud project. Switch it on under APIs & Services > Library, wait five minutes and try again.",
  ],
};

function forbidden(complaint: Complaint): Verdict {
  const advice = "Ask an admin of the Merchant Center account for access as an admin, then connect again.";
  const said = complaint.message === "" || /[.!?]$/.test(complaint.message) ? complaint.message : `${complaint.message}.`;
  return refused("Google", "permission_missing", { code: complaint.code, message: `${said} ${advice}` });
}

function waitMs(answer: PlatformAnswer, { details }: GoogleError): number | null {
  const seconds = /^([0-9]+(?:\.[0-9]+)?)s$/.exec(details.find(({ retryDelay }) => retryDelay !== undefined)?.retryDelay ?? "")?.[1];
  return retryAfterMs(answer) ?? (seconds === undefined ? null : Math.ceil(Number(seconds) * 1_000));
}
