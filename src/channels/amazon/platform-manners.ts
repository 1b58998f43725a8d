import { z } from "zod";
import { type PlatformAnswer, PlatformFault, type PlatformManners, type Verdict } from "../platform-request.ts";
import { type Complaint, failing, refused, retryAfterMs, throttled, verdictByStatus } from "../platform-verdict.ts";

const NAME = "Amazon";

/** Selling Partner API: a list, of which the first says what's wrong. */
const ApiFault = z.object({
  errors: z.array(z.object({ code: z.string(), message: z.string(), details: z.string().optional() })).min(1),
});
/** Login with Amazon, as OAuth has it (RFC 6749, 5.2). */
const TokenFault = z.object({ error: z.string(), error_description: z.string().default("") });

export const amazonManners: PlatformManners = Object.freeze({
  // Amazon asks for a user agent that names the application and its language.
  sign: (grant) => ({ headers: { "x-amz-access-token": grant.accessToken, "user-agent": "Feedwright (Language=TypeScript)" } }),
  judge,
} satisfies PlatformManners);

function judge(answer: PlatformAnswer): Verdict {
  const token = TokenFault.safeParse(answer.json);
  if (answer.status >= 400 && token.success) return judgeToken(answer, { code: token.data.error, message: token.data.error_description });
  const complaint = complaintOf(answer);
  if (answer.status === 403 && complaint !== null) return { kind: "expired", fault: denied(complaint) };
  // The address of a document is good for five minutes and answers in XML.
  if (answer.status === 403) return { kind: "refused", fault: new PlatformFault("unavailable", LATE) };
  if (answer.status === 429) return throttled(NAME, waitOf(answer), complaint?.code ?? null);
  return verdictByStatus(NAME, answer, complaint ?? { code: null, message: "" });
}

const LATE = "The address that Amazon gave for the document has expired. Feedwright tries again later.";

function complaintOf({ json }: PlatformAnswer): Complaint | null {
  const [first] = ApiFault.safeParse(json).data?.errors ?? [];
  if (first === undefined) return null;
  const details = first.details ?? "";
  return { code: first.code, message: details === "" ? first.message : `${first.message} ${details}` };
}

/** The same code as an expired token, so it's told once a new token isn't taken either. */
function denied({ code }: Complaint): PlatformFault {
  return new PlatformFault(
    "permission_missing",
    "Amazon denies access to the seller account. Check that the application has the role Product Listing and that the account is in the chosen region, then connect Amazon again.",
    { platformCode: code },
  );
}

/** Amazon sends no `Retry-After` but how many requests a second it takes; the smallest rate is one in two minutes. */
function waitOf(answer: PlatformAnswer): number | null {
  const perSecond = Number(answer.headers.get("x-amzn-ratelimit-limit") ?? "");
  return retryAfterMs(answer) ?? (perSecond > 0 ? Math.ceil(1_000 / perSecond) : null);
}

function judgeToken(answer: PlatformAnswer, complaint: Complaint): Verdict {
  switch (complaint.code) {
    case "invalid_grant":
    case "access_denied":
      return ended(complaint);
    case "invalid_client":
    case "unauthorized_client":
      return {
        kind: "refused",
        fault: new PlatformFault(
          "not_configured",
          "Amazon doesn't accept the application. Ask the operator to check AMAZON_CLIENT_ID and AMAZON_CLIENT_SECRET; Amazon ends a secret after 180 days.",
          { platformCode: complaint.code },
        ),
      };
    case "server_error":
    case "temporarily_unavailable":
      return failing(NAME, answer, complaint.code);
    default:
      return answer.status === 429 || answer.status >= 500 ? verdictByStatus(NAME, answer, complaint) : refused(NAME, "refused", complaint);
  }
}

function ended({ code }: Complaint): Verdict {
  const sentence =
    "Amazon doesn't accept the authorization any more: it was removed, has expired after a year, or was used before. Connect Amazon again.";
  return { kind: "refused", fault: new PlatformFault("reauth_required", sentence, { platformCode: code }) };
}
