import type { LiveFinding } from "./membership-queries.ts";
import { type What, whyOf } from "./why.ts";

/** What a run says of a row. */
export interface Placed {
  readonly included: boolean;
  /** Null where it is included. */
  readonly reason: string | null;
}

export interface Standing {
  readonly active: boolean;
  /** Whether the feed has a run that is served, and a newer one that is held. */
  readonly has: { readonly live: boolean; readonly held: boolean };
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

/** Where a row stands with a feed: what is served decides, then what is held back, then why it is left out. */
export function membershipOf({ active, has, live, held, findings }: Standing): Membership {
  const reason = held?.reason ?? live?.reason ?? null;
  if (!active) return { state: "not_in_feed", what: "feed_inactive", reason: null };
  if (live?.included === true) {
    if (has.held && held?.included !== true) return { state: "needs_attention", what: "run_held", reason: held?.reason ?? null };
    const hasErrors = findings.some(({ severity }) => severity === "error");
    return hasErrors ? { state: "needs_attention", what: "has_findings", reason: null } : { state: "included", what: "live", reason: null };
  }
  if (held?.included === true) return { state: "not_in_feed", what: "run_held", reason: null };
  return { state: "not_in_feed", what: reason === null ? "other" : (whyOf(reason)?.what ?? "excluded_by_rule"), reason };
}
