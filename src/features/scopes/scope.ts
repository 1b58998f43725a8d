import type { Lifecycle } from "../../kernel/lifecycle.ts";

type ScopeStatus = "computing" | "fresh" | "refreshing";
/** `change`: of feed, rules, snapshot or what the plan allows. `compute_older`: a computation ended that had begun before the last change. */
type ScopeEvent = "change" | "compute" | "compute_older";

/** The state follows from what the counts were computed from, so no event can be missed. */
export const SCOPE: Lifecycle<ScopeStatus, ScopeEvent> = {
  computing: { change: "computing", compute: "fresh", compute_older: "refreshing" },
  fresh: { change: "refreshing", compute: "fresh", compute_older: null },
  refreshing: { change: "refreshing", compute: "fresh", compute_older: "refreshing" },
};

/** What counts were computed of. */
export interface ScopeSource {
  readonly definition_version: number;
  readonly extract_id: number;
  /** Rows the plan allowed. */
  readonly allowance: number | null;
}

/** `present`: what they would be computed of now. */
export function scopeStatus(
  computed: ScopeSource | undefined,
  present: { readonly version: number; readonly extractId: number | null; readonly allowance: number | null },
): ScopeStatus {
  if (computed === undefined) return "computing";
  const isOfNow = computed.definition_version === present.version && computed.extract_id === present.extractId;
  return isOfNow && computed.allowance === present.allowance ? "fresh" : "refreshing";
}
