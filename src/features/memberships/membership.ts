import type { LiveFinding } from "./membership-queries.ts";
import { type What, whyOf } from "../causes/index.ts";

/** What a run says of a row. */
export interface Placed {
  readonly included: boolean;
  /** Null where it is included. */
  readonly reason: string | null;
}

export interface Standing {
  readonly active: boolean;
  /** Whether the feed has a held run that is newer than the one being served. */
  readonly hasHeld: boolean;
  /** Undefined where there is no such run, or it was made without the row. */
  readonly live: Placed | undefined;
  readonly held: Placed | undefined;
  /** Of the live run, about this row. */
  readonly findings: readonly Pick<LiveFinding, "severity">[];
}

export interface Membership {
  readonly state: "included" | "needs_attention" | "not_in_feed";
  readonly what: What;
  /** Why it is left out, where it is. */
  readonly reason: string | null;
}

const left = (what: What, reason: string | null): Membership => ({ state: "not_in_feed", what, reason });

/** Where a row stands with a feed: what is served decides, then what is held back, then why it is left out. */
export function membershipOf(standing: Standing): Membership {
  const { active, live, held } = standing;
  if (!active) return left("feed_inactive", null);
  if (live?.included === true) return served(standing);
  if (held?.included === true) return left("run_held", null);
  const reason = held?.reason ?? live?.reason ?? null;
  return left(reason === null ? "other" : (whyOf(reason)?.what ?? "excluded_by_rule"), reason);
}

function served({ hasHeld, held, findings }: Standing): Membership {
  if (hasHeld && held?.included !== true) return { state: "needs_attention", what: "run_held", reason: held?.reason ?? null };
  const hasErrors = findings.some(({ severity }) => severity === "error");
  return hasErrors ? { state: "needs_attention", what: "has_findings", reason: null } : { state: "included", what: "live", reason: null };
}
