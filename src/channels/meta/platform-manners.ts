import { createHmac } from "node:crypto";
import { z } from "zod";
import { parseJson } from "../../kernel/unsafe.ts";
import {
  type PlatformAnswer,
  PlatformFault,
  type PlatformFaultCode,
  type PlatformManners,
  type PlatformSettings,
  type Verdict,
} from "../platform-request.ts";
import { failing, refused, throttled, verdictByStatus } from "../platform-verdict.ts";

/** How the Graph API is spoken to. Codes are from Meta's page on handling errors, limits from its page on rate limiting. */

export const META = "Meta";

/** Shows the token, and proves that it comes from the application it was issued to. */
export function signed(accessToken: string, { clientSecret }: PlatformSettings): ReturnType<PlatformManners["sign"]> {
  const headers = { authorization: `Bearer ${accessToken}` };
  if (clientSecret === null) return { headers };
  return { headers, query: { appsecret_proof: createHmac("sha256", clientSecret).update(accessToken).digest("hex") } };
}

export const metaManners: PlatformManners = {
  sign: ({ accessToken }, settings) => signed(accessToken, settings),
  judge(answer) {
    // Errors also come with HTTP 200.
    const complaint = Complaint.safeParse(answer.json);
    return complaint.success ? verdictOf(answer, complaint.data.error) : verdictByStatus(META, answer, { code: null, message: "" });
  },
};

const Complaint = z.object({
  error: z.object({
    code: z.int(),
    error_subcode: z.int().optional(),
    message: z.string().default(""),
    /** For people, in their language. */
    error_user_msg: z.string().optional(),
  }),
});
type Complaint = z.output<typeof Complaint>["error"];

const TOKEN_CODES: ReadonlySet<number> = new Set([102, 190]);
const THROTTLED_CODES: ReadonlySet<number> = new Set([4, 17, 32, 341, 613]);
/** Limits of single products, the Catalog API's among them. */
const isUseCaseLimit = (code: number): boolean => code >= 80_001 && code <= 80_014;
const FAULTY_CODES: ReadonlySet<number> = new Set([1, 2]);
const isPermission = (code: number): boolean => code === 3 || code === 10 || (code >= 200 && code <= 299);

/** `Error validating client secret` comes as code 1, which otherwise means that Meta has a fault, and a wrong proof as code 100, which means much. */
const APPLICATION_CODES: ReadonlySet<number> = new Set([1, 100, 101]);
const APPLICATION_MESSAGE = /validating client secret|validating application|appsecret_proof/i;

function verdictOf(answer: PlatformAnswer, complaint: Complaint): Verdict {
  const { code, error_subcode: subcode, message } = complaint;
  const platformCode = subcode === undefined ? String(code) : `${code}/${subcode}`;
  if (APPLICATION_CODES.has(code) && APPLICATION_MESSAGE.test(message)) return fault("not_configured", WRONG_APPLICATION, platformCode);
  if (TOKEN_CODES.has(code)) return expired(subcode, platformCode);
  if (THROTTLED_CODES.has(code) || isUseCaseLimit(code)) return throttled(META, waitMs(answer), platformCode);
  if (FAULTY_CODES.has(code)) return failing(META, answer, platformCode);
  if (isPermission(code)) return fault("permission_missing", NO_PERMISSION, platformCode);
  return complained(complaint, platformCode);
}

function fault(code: PlatformFaultCode, sentence: string, platformCode: string): Verdict {
  return { kind: "refused", fault: new PlatformFault(code, sentence, { platformCode }) };
}

const WRONG_APPLICATION =
  "Meta doesn't accept the application. Check META_CLIENT_ID and META_CLIENT_SECRET, and make tokens for that application only.";
const NO_PERMISSION =
  "Meta doesn't allow this for the connection. Give its user the catalog in Business settings, then connect again and allow catalog_management and business_management.";

/** Subcodes of a token that only its owner can bring back, on facebook.com. */
const CONFIRM_SUBCODES: ReadonlySet<number> = new Set([459, 464]);

function expired(subcode: number | undefined, platformCode: string): Verdict {
  if (subcode === undefined || !CONFIRM_SUBCODES.has(subcode)) return { kind: "expired" };
  return fault(
    "reauth_required",
    "Meta wants the account confirmed. Log in at facebook.com, follow the steps there, then connect Meta again.",
    platformCode,
  );
}

const MISSING_SUBCODE = 33;
const MISSING_CODE = 803;
/** The sign-in's code has been used, or is too old. */
const SPENT_SUBCODES: ReadonlySet<number> = new Set([36_007, 36_009]);

function complained({ code, error_subcode: subcode = 0, message, error_user_msg }: Complaint, platformCode: string): Verdict {
  const said = { code: platformCode, message: error_user_msg ?? message };
  if (SPENT_SUBCODES.has(subcode))
    return fault("reauth_required", "The sign-in with Meta was used already, or took too long. Connect Meta again.", platformCode);
  if (subcode === MISSING_SUBCODE || code === MISSING_CODE) return refused(META, "not_found", said);
  return refused(META, "refused", said);
}

const Usage = z.record(z.string(), z.array(z.object({ estimated_time_to_regain_access: z.number().nonnegative().default(0) })));

const MINUTE_MS = 60_000;

/** Meta sends no `Retry-After`. The header of the business's limit says in how many minutes calls are taken again; null: it doesn't. */
function waitMs({ headers }: PlatformAnswer): number | null {
  const usage = Usage.safeParse(jsonOf(headers.get("x-business-use-case-usage") ?? ""));
  if (!usage.success) return null;
  const minutes = Object.values(usage.data)
    .flat()
    .map(({ estimated_time_to_regain_access: one }) => one);
  const longest = Math.max(0, ...minutes);
  return longest === 0 ? null : longest * MINUTE_MS;
}

function jsonOf(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return null;
  }
}
