import { z } from "zod";
import { entriesOf, members } from "../../kernel/unsafe.ts";
import { RULE_TYPES } from "./rule-types.ts";
import type { AnyRuleType } from "./rule-type.ts";

/**
 * A rule as JSON Schema for a model that has to write one. Each type has its line in place of a schema of its own: all types' schemas are
 * twenty times as long, and they'd be in the context of every agent.
 */
export function ruleArgument(): object {
  return {
    type: "object",
    description: `Send either \`type\` with its fields, or \`text\`. A ? marks an optional field. Types: ${RULE_TYPES.map(signature).join("; ")}.`,
    properties: {
      type: { type: "string", enum: RULE_TYPES.map(({ type }) => type) },
      text: {
        type: "string",
        description: 'The rule in one line: `Set [G]title to [D]vendor & " " & [D]title when [D]vendor is not blank`.',
      },
      condition: {
        type: ["string", "object", "null"],
        description:
          'When the rule applies: `[D]price > 20 and [G]title contains "sale"`. [D] is a source column. [G] is a feed column with its value after the earlier rules. Or {all|any|none: [{side, column, operator, value}]}.',
      },
      target: { type: "string", description: "Feed column to write." },
      value: { type: ["string", "number"], description: "A string, a number, or `=` and an expression: `=upper([D]vendor)`." },
      active: { type: "boolean" },
      note: { type: ["string", "null"], description: "Why the rule is there." },
      stop: { type: "boolean", description: "If true, later rules don't change this rule's column in the rows that it wrote." },
    },
    additionalProperties: true,
  };
}

function signature({ type, members: schema }: AnyRuleType): string {
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
  const named = entriesOf(properties).map(([name, member]) => {
    const { enum: words } = members(member);
    const choice = Array.isArray(words) && !String(words[0]).includes("_") ? `: ${words.join("|")}` : "";
    return `${name}${required.includes(name) ? "" : "?"}${choice}`;
  });
  return `${type}(${named.join(", ")})`;
}
