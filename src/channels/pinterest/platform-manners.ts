import { z } from "zod";
import { PlatformFault, type PlatformFaultCode, type PlatformManners } from "../platform-request.ts";
import { refused, verdictByStatus } from "../platform-verdict.ts";

/** How Pinterest's API is spoken to. Codes are those of its description's examples. */

export const PINTEREST = "Pinterest";

const Complaint = z.object({ code: z.int(), message: z.string().default("") });

export const pinterestManners: PlatformManners = {
  sign: ({ accessToken }) => ({ headers: { authorization: `Bearer ${accessToken}` } }),
  judge(answer) {
    const complaint = answer.status < 300 ? null : (Complaint.safeParse(answer.json).data ?? null);
    if (complaint === null) return verdictByStatus(PINTEREST, answer, { code: null, message: "" });
    const said = { code: String(complaint.code), message: complaint.message };
    const known = answer.status >= 500 && answer.status !== 501 ? undefined : KNOWN[complaint.code];
    if (known === undefined) return verdictByStatus(PINTEREST, answer, said);
    const [code, sentence] = known;
    if (sentence === null) return refused(PINTEREST, code, said);
    return { kind: "refused", fault: new PlatformFault(code, sentence, { platformCode: said.code }) };
  },
};

/** `not permitted`: comes with 401 and 403, and a new token doesn't help. */
const NOT_PERMITTED = 29;
export const UNDER_REVIEW = 2626;
export const DISAPPROVED = 2625;

/** What Pinterest's codes ask people to do; null: its own words say it. They count whatever the HTTP status, which editions change. */
const KNOWN: Readonly<Record<number, readonly [code: PlatformFaultCode, sentence: string | null]>> = {
  [NOT_PERMITTED]: [
    "permission_missing",
    "Pinterest doesn't allow this for the connection. Give its user the role Catalogs Manager or Admin, then connect Pinterest again.",
  ],
  654: ["permission_missing", "Pinterest takes feeds of business accounts only. Convert the account under Settings > Account management."],
  678: ["not_found", null],
  [DISAPPROVED]: [
    "permission_missing",
    "Pinterest has disapproved the account as a merchant. Open the Business hub at Pinterest to see why and to appeal.",
  ],
  [UNDER_REVIEW]: ["permission_missing", "Pinterest is still reviewing the account as a merchant. Try again when the review has ended."],
  4161: ["not_found", null],
  4162: ["refused", "Promotions use the feed's products, so Pinterest keeps the feed. Stop them in Ads Manager first."],
  4168: ["permission_missing", "The Pinterest account has no website. Claim the shop's website under Settings > Claimed accounts."],
  4169: ["permission_missing", "The shop's website isn't verified at Pinterest. Claim it under Settings > Claimed accounts."],
  4170: ["already_exists", "Pinterest has a feed of this name already. Rename or delete that one under Catalogs > Data sources."],
  4182: ["not_found", "The Pinterest account has no catalog yet. It gets one with its first feed."],
  4184: ["not_found", null],
};
