import { type PlatformAnswer, PlatformFault, type PlatformFaultCode, type Verdict } from "./platform-request.ts";

/** What most platforms mean by an HTTP status. Each client looks at its platform's own codes first. */

/** The platform's own words for what went wrong. */
export interface Complaint {
  readonly code: string | null;
  readonly message: string;
}

/** Sentences end at the platform's text, which may be long and hold anything. */
const COMPLAINT_CHARACTERS_MAX = 300;

const STATUS_CODES: Readonly<Record<number, PlatformFaultCode>> = {
  403: "permission_missing",
  404: "not_found",
  409: "already_exists",
};

/** `platform` as people call it. */
export function verdictByStatus(platform: string, answer: PlatformAnswer, complaint: Complaint): Verdict {
  const { status } = answer;
  if (status >= 200 && status < 300) return { kind: "granted" };
  if (status === 401) return { kind: "expired" };
  if (status === 429) return throttled(platform, retryAfterMs(answer), complaint.code);
  if (status >= 500 && status !== 501) return failing(platform, answer, complaint.code);
  return refused(platform, STATUS_CODES[status] ?? "refused", complaint);
}

export function refused(platform: string, code: PlatformFaultCode, complaint: Complaint): Verdict {
  const said = complaint.message.replaceAll(/\s+/g, " ").trim().slice(0, COMPLAINT_CHARACTERS_MAX);
  const sentence =
    said === "" ? `${platform} refused the request.` : `${platform} refused the request: ${/[.!?]$/.test(said) ? said : `${said}.`}`;
  return { kind: "refused", fault: new PlatformFault(code, sentence, { platformCode: complaint.code }) };
}

/** Nothing was done, so even a request that mustn't be doubled may be sent again. */
export function throttled(platform: string, afterMs: number | null, platformCode: string | null): Verdict {
  const fault = new PlatformFault("throttled", `${platform} takes no more requests for now. Feedwright tries again later.`, {
    platformCode,
    retryAfterMs: afterMs,
  });
  return { kind: "again", afterMs, fault };
}

/** A fault of the platform's own: whether it did what was asked isn't known. */
export function failing(platform: string, answer: PlatformAnswer, platformCode: string | null): Verdict {
  const fault = new PlatformFault(
    "unavailable",
    `${platform} has a fault of its own (HTTP ${answer.status}). Feedwright tries again later.`,
    {
      platformCode,
      retryAfterMs: retryAfterMs(answer),
      isOutcomeUnknown: true,
    },
  );
  return { kind: "again", afterMs: retryAfterMs(answer), fault };
}

/** `Retry-After` in seconds or as an HTTP date; null without one that can be read. */
export function retryAfterMs({ headers }: Pick<PlatformAnswer, "headers">, now = Date.now()): number | null {
  const text = headers.get("retry-after")?.trim() ?? "";
  if (/^[0-9]{1,9}$/.test(text)) return Number(text) * 1_000;
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : Math.max(0, at - now);
}
