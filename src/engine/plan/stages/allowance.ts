import { REASON_START } from "../exclusion-reasons.ts";
import type { FeedDefinition } from "../feed-definition.ts";
import type { Stage } from "../feed-plan.ts";

/** A plan allows a feed N rows: the first N included rows in feed order stay. */
export function allowanceStage({ allowance }: FeedDefinition): Stage {
  if (allowance === null) return { name: "allowance", steps: [] };
  return { name: "allowance", steps: [{ op: "keep", rows: allowance, reason: allowanceReason(allowance) }] };
}

export function allowanceReason(allowance: number): string {
  return `${REASON_START.allowance}${allowance}) reached`;
}
