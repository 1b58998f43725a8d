import { z } from "zod";
import { formatId, idSchema, storedId } from "../../kernel/ids.ts";
import { whyOf } from "./why.ts";

const STAGES = ["localise", "selection", "settings", "cells", "overrides", "rules", "normalise", "allowance"] as const;

/** What excluded a row. */
export const CauseShape = z
  .strictObject({
    stage: z.enum(STAGES).meta({
      description:
        "Step that excluded the row: the feed's language or market (`localise`), its selection, its settings, a price that is missing or below zero (`cells`), a person (`overrides`), a rule, a missing title or a repeated id (`normalise`), or the plan's row limit (`allowance`).",
      examples: ["rules"],
    }),
    rule_id: idSchema("rule", "Rule that excluded the row, which may have been deleted since. Null if no rule did.").nullable(),
    setting: z
      .string()
      .nullable()
      .meta({ description: "Feed setting that excluded the row, if one did.", examples: ["gift_cards"] }),
  })
  .meta({ id: "ExclusionCause" });
export const CAUSE_EXAMPLE = { stage: "rules", rule_id: "rule_7", setting: null };
export type Cause = z.input<typeof CauseShape>;

/** Of a row or reason that a rule excluded; null where it isn't known which one did. */
export function causeOfRules(rule: number | null): Cause {
  return { stage: "rules", rule_id: rule === null ? null : formatId("rule", storedId("rule", rule)), setting: null };
}

/** By the words of a reason. One that isn't the feed's own is a rule's: older runs don't say which. */
export function causeOf(reason: string, rule: number | null = null): Cause {
  if (rule !== null) return causeOfRules(rule);
  const why = whyOf(reason);
  return { stage: stageOf(why?.stage), rule_id: null, setting: why?.setting ?? null };
}

function stageOf(stage: string | undefined): Cause["stage"] {
  return STAGES.find((one) => one === stage) ?? "rules";
}
