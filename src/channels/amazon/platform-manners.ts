import { z } from "zod";
import { type PlatformAnswer, PlatformFault, type PlatformManners, type Verdict } from "../platform-request.ts";
import { oauthVerdict } from "../platform-oauth.ts";
import { type Complaint, retryAfterMs, throttled, verdictByStatus } from "../platform-verdict.ts";

const NAME = "Amazon";

/** Selling Partner API: a list, of which the first says what's wrong. */
const ApiFault = z.object({
  errors: z.array(z.object({ code: z.string(), message: z.string(), details: z.string().optional() })).min(1),
});

export const amazonManners: PlatformManners = Object.freeze({
  // Amazon asks for a user agent that names the application and its language.
  sign: (grant) => ({ headers: { "x-amz-access-token": grant.accessToken, "user-agent": "Feedwright (Language=TypeScript)" } }),
  judge,
} satisfies PlatformManners);

function judge(answer: PlatformAnswer): Verdict {
  const token = oauthVerdict(NAME, "amazon", answer);
  if (token !== undefined) return token;
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
