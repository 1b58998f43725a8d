import { z } from "zod";
import { type PlatformAnswer, PlatformFault, type PlatformFaultCode, type PlatformManners, type Verdict } from "../platform-request.ts";
import { type Complaint, refused, throttled, verdictByStatus } from "../platform-verdict.ts";

const NAME = "TikTok";

/** Around every answer, errors included, which come with HTTP 200. */
const Envelope = z.object({ code: z.number().int(), message: z.string().default("") });

/** `20001`: done in part; the data says which. */
const GRANTED = [0, 20001];
/** TikTok gives no time to wait: a second for a second's rate, five minutes for a minute's. */
const TOO_MANY = [40016, 40100, 40132, 40133];
/** Nothing was done. `40201`: a task isn't ready; `40202`: someone else writes; `40902`: the file's address didn't answer. */
const NOT_NOW = [40201, 40202, 40902];
/** TikTok's own faults. Whether anything was done isn't known. */
const FAILING = [50000, 50002, 51305, 60001];
/** It was sent before, so it may have been done: the answer to it got lost. */
const TWICE = 40050;

interface Refusal {
  readonly code: PlatformFaultCode;
  readonly sentence: string;
}

const ENDED: Refusal = { code: "reauth_required", sentence: "TikTok no longer accepts the connection. Connect TikTok again." };
const NO_SCOPE: Refusal = {
  code: "permission_missing",
  sentence:
    "A permission is missing. Give the application Catalog Management, Business Center and Diagnostic in TikTok's developer portal, then connect TikTok again and grant all of them.",
};
const NO_APPLICATION: Refusal = {
  code: "not_configured",
  sentence: "TikTok doesn't accept the application. Ask the operator to check TIKTOK_CLIENT_ID and TIKTOK_CLIENT_SECRET.",
};

/** Return codes of the API for Business v1.3. */
const REFUSALS: Readonly<Record<number, Refusal>> = {
  40001: {
    code: "permission_missing",
    sentence: "TikTok doesn't let you change this catalog. Ask its Business Center for the role of a catalog's manager.",
  },
  40101: NO_APPLICATION,
  40102: ENDED,
  40104: ENDED,
  40105: ENDED,
  40110: { code: "reauth_required", sentence: "The sign-in to TikTok has expired or was used before. Connect TikTok again." },
  40113: NO_APPLICATION,
  40118: NO_SCOPE,
  40124: NO_APPLICATION,
  40125: NO_SCOPE,
};

export const tiktokManners: PlatformManners = Object.freeze({
  sign: (grant) => ({ headers: { "access-token": grant.accessToken } }),
  judge,
} satisfies PlatformManners);

function judge(answer: PlatformAnswer): Verdict {
  const envelope = Envelope.safeParse(answer.json);
  if (!envelope.success) return verdictByStatus(NAME, answer, { code: null, message: "" });
  const { code, message } = envelope.data;
  if (GRANTED.includes(code)) return { kind: "granted" };
  return judgeCode(code, { code: String(code), message });
}

function judgeCode(code: number, complaint: Complaint): Verdict {
  if (TOO_MANY.includes(code)) return throttled(NAME, null, complaint.code);
  if (NOT_NOW.includes(code)) return again(complaint, false);
  if (FAILING.includes(code)) return again(complaint, true);
  if (code === TWICE) return seenTwice(complaint);
  const known = REFUSALS[code];
  if (known === undefined) return refused(NAME, code === 40007 ? "not_found" : "refused", complaint);
  return { kind: "refused", fault: new PlatformFault(known.code, known.sentence, { platformCode: complaint.code }) };
}

function again({ code, message }: Complaint, isOutcomeUnknown: boolean): Verdict {
  const sentence = `TikTok can't do it at the moment (${code}: ${message.slice(0, 200)}). Feedwright tries again later.`;
  return { kind: "again", afterMs: null, fault: new PlatformFault("unavailable", sentence, { platformCode: code, isOutcomeUnknown }) };
}

function seenTwice({ code }: Complaint): Verdict {
  const sentence = "TikTok has seen this request before. Feedwright looks whether it was done.";
  return { kind: "refused", fault: new PlatformFault("already_exists", sentence, { platformCode: code, isOutcomeUnknown: true }) };
}
