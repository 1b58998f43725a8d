import { z } from "zod";
import type { RuleDefinition } from "../../engine/rules/rule-reader.ts";
import { printRule } from "../../engine/rules/print-rule.ts";
import { RULE_TYPE_NAMES } from "../../engine/rules/rule-types.ts";
import { formatId, idSchema, idText, storedId } from "../../kernel/ids.ts";
import { FeedIdPath } from "../feeds/index.ts";
import type { RuleRow } from "./rule-queries.ts";

/** `rule_12` or `12`. */
export const RuleIdText = idText("rule", "Id of the rule");

export const RulePath = z.strictObject({ ...FeedIdPath.shape, id: RuleIdText });

/** A rule as it is written; what its members are depends on the type, and the rule reader says what is wrong with them. */
export const WrittenRule = z.looseObject({}).meta({
  id: "RuleDefinition",
  description:
    "Send `type` and the fields of that type, or `text` with the rule in one line. All rules can have `condition`, `active`, `note`, `stop` and `tag`; `tag` marks a rule that is kept up to date by an operation on many products. A null field counts as left out. `GET /rules/functions` lists types, operators and functions.",
  examples: [
    { type: "exclude", reason: "Not in stock", condition: "[D]inventory_quantity = 0" },
    { text: 'Exclude because "Sample" when [D]title contains "sample"' },
  ],
});

export const RuleBody = z.strictObject({ rule: WrittenRule });

export const RuleShape = z
  .strictObject({
    id: idSchema("rule", "Id of the rule."),
    object: z.literal("rule"),
    rule_type: z.string().meta({ description: `One of ${RULE_TYPE_NAMES.join(", ")}.` }),
    rule: z.string().meta({ description: "What the rule does, as a sentence." }),
    target_column: z.string().nullable().meta({ description: "Feed column the rule writes." }),
    condition: z.string().nullable().meta({ description: "When the rule applies. `always` if it has no condition." }),
    value: z.unknown().meta({ description: "Value of the rule, if it has one." }),
    active: z.boolean(),
    position: z.int().meta({ description: "Position in the order, from 1." }),
    note: z.string().nullable(),
    definition: z.record(z.string(), z.unknown()).meta({ description: "Definition in the form you can send back." }),
    text: z.string().meta({ description: "The rule in one line, which you can also send back." }),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
  })
  .meta({ id: "Rule" });
export type RuleShape = z.input<typeof RuleShape>;

export function ruleAnswer(row: RuleRow, { description, condition, steps }: RuleDefinition): RuleShape {
  const { value, note } = row.definition;
  const target = steps.find((step) => step.op === "assign" || step.op === "split");
  return {
    id: formatId("rule", storedId("rule", row.id)),
    object: "rule",
    rule_type: row.rule_type,
    rule: description,
    target_column: target !== undefined && "target" in target ? target.target.name : null,
    condition: condition ?? "always",
    value: value ?? null,
    active: row.active,
    position: row.position,
    note: typeof note === "string" ? note : null,
    definition: row.definition,
    text: printRule(row.definition),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}
