import { REASON_START } from "../exclusion-reasons.ts";
import type { FeedDefinition } from "../feed-definition.ts";
import type { Stage } from "../feed-plan.ts";

/** The first N included rows in feed order stay (contract, section 11). */
export function allowanceStage({ allowance }: FeedDefinition): Stage {
  if (allowance === null) return { name: "allowance", steps: [] };
  return { name: "allowance", steps: [{ op: "keep", rows: allowance, reason: allowanceReason(allowance) }] };
}

export function allowanceReason(allowance: number): string {
  return `${REASON_START.allowance}${allowance}) reached`;
}
