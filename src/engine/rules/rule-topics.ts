import { z } from "zod";
import { type RuleReference, ruleReference } from "./rule-reference.ts";

/** Parts of the rule language, by name. The whole of it is 90 KB, too much to read for someone who wants to write one rule. */

const Named = z.array(z.strictObject({ name: z.string(), summary: z.string() }));

export const RuleNamesShape = z
  .strictObject({
    object: z.literal("rule_names"),
    rule_types: Named,
    operators: Named,
    functions: z.array(z.strictObject({ name: z.string(), family: z.string(), signature: z.string(), summary: z.string() })),
  })
  .meta({ id: "RuleNames", description: "Every name in the rule language, with one line about each." });
type RuleNames = z.input<typeof RuleNamesShape>;

const NAMES = "names";
const SECTIONS = ["rule_types", "operators"] as const;

/** What can be asked for. */
export function ruleTopics(): readonly string[] {
  const { rule_types: types, functions } = ruleReference();
  return [NAMES, ...SECTIONS, ...new Set([...types.map(({ type }) => type), ...functions.flatMap(({ name, family }) => [name, family])])];
}

/** A part in full, or `names`. Undefined for a topic there isn't. */
export function ruleTopic(topic: string): RuleReference | RuleNames | undefined {
  const reference = ruleReference();
  const wanted = topic.trim().toLowerCase();
  if (wanted === NAMES) return namesOf(reference);
  const isWanted = (name: string): boolean => name.toLowerCase() === wanted;
  const part: RuleReference = {
    ...reference,
    rule_types: isWanted("rule_types") ? reference.rule_types : reference.rule_types.filter(({ type }) => isWanted(type)),
    operators: isWanted("operators") ? reference.operators : reference.operators.filter(({ operator }) => isWanted(operator)),
    functions: reference.functions.filter(({ name, family }) => isWanted(name) || isWanted(family)),
  };
  return part.rule_types.length + part.operators.length + part.functions.length === 0 ? undefined : part;
}

function namesOf({ rule_types: types, operators, functions }: RuleReference): RuleNames {
  return {
    object: "rule_names",
    rule_types: types.map(({ type, summary }) => ({ name: type, summary })),
    operators: operators.map(({ operator, summary }) => ({ name: operator, summary })),
    functions: functions.map(({ name, family, signature, summary }) => ({ name, family, signature, summary })),
  };
}
