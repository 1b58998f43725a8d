import type { ItemIssue } from "../../channels/platform-port.ts";
import { everyCheck, type FeedCheckedChannel } from "../findings/index.ts";
import type { MatchingFinding } from "./item-lines.ts";

const NONE: MatchingFinding = Object.freeze({ code: "", field: "" });

/** Our finding for each of a platform's issues, among those the channel really checks. */
export function findingOf(channel: FeedCheckedChannel): (issue: Pick<ItemIssue, "code" | "attribute">) => MatchingFinding {
  const fields = Map.groupBy(everyCheck(channel), ({ code }) => code);
  const { findingCodeOf } = channel.pack.platform;
  return ({ code: theirs, attribute }) => {
    const code = findingCodeOf({ code: theirs, attribute }) ?? "";
    const checks = fields.get(code);
    if (checks === undefined) return NONE;
    const isAbout = attribute !== null && checks.some(({ field }) => field === attribute);
    return { code, field: isAbout ? attribute : "" };
  };
}
