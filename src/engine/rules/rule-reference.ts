import { z } from "zod";
import { CATALOG, lookup } from "../expression/functions/catalog.ts";
import { CATEGORIES } from "../expression/functions/category.ts";
import { option } from "../expression/functions/option.ts";
import { FAMILIES, FUNCTIONS } from "../expression/functions/function-catalogue.ts";
import { type FunctionEntry, type Parameter, signatureOf } from "../expression/functions/function-entry.ts";
import { entriesOf, members } from "../../kernel/unsafe.ts";
import { CONDITIONS_MAX, DEFINITION_BYTES_MAX, OPERATOR_WORDS } from "./condition-tree.ts";
import { printRule } from "./print-rule.ts";
import { RULE_TYPES } from "./rule-types.ts";

/** The rule language as data, for the API, the documents and agents: made from what reads and compiles rules. */

const FunctionShape = z.strictObject({
  name: z.string(),
  family: z.string(),
  signature: z.string(),
  parameters: z.array(
    z.strictObject({ name: z.string(), type: z.string(), optional: z.boolean(), literal: z.boolean(), words: z.array(z.string()) }),
  ),
  returns: z.string(),
  summary: z.string(),
  blank: z.string(),
  examples: z.array(z.strictObject({ expression: z.string(), result: z.string() })),
});

const RuleTypeShape = z.strictObject({
  type: z.string(),
  summary: z.string(),
  members: z
    .record(z.string(), z.unknown())
    .meta({ description: "JSON Schema of the type's own fields, without those that all rules have." }),
  example: z.record(z.string(), z.unknown()),
  text: z.string().meta({ description: "The example in one line." }),
});

export const RuleReferenceShape = z
  .strictObject({
    object: z.literal("rule_language"),
    rule_types: z.array(RuleTypeShape),
    operators: z.array(z.strictObject({ operator: z.string(), summary: z.string() })),
    functions: z.array(FunctionShape),
    limits: z.strictObject({ conditions_per_rule: z.int(), definition_bytes: z.int() }),
  })
  .meta({ id: "RuleLanguage" });
export type RuleReference = z.input<typeof RuleReferenceShape>;

const OPERATOR_SUMMARIES: Readonly<Record<(typeof OPERATOR_WORDS)[number], string>> = {
  "=": "Equal. Compared as numbers if one side is a number or money and the other can be read as one, otherwise as text ignoring case.",
  equals: "Same as =.",
  is: "Same as =.",
  "!=": "Not equal.",
  "not equals": "Same as !=.",
  "is not": "Same as !=.",
  "<": "Less than. False if a side is blank.",
  "<=": "Less than or equal to. False if a side is blank.",
  ">": "Greater than. False if a side is blank.",
  ">=": "Greater than or equal to. False if a side is blank.",
  contains: "Contains the text. A list contains it as one of its items.",
  "not contains": "Doesn't contain the text.",
  "starts with": "Begins with the text.",
  "not starts with": "Doesn't begin with the text.",
  "ends with": "Ends with the text.",
  "not ends with": "Doesn't end with the text.",
  matches: "A regular expression (RE2) matches somewhere in the first 2,000 characters.",
  "not matches": "The regular expression doesn't match.",
  in: "Is one of several values. A list matches if one of its items does.",
  "not in": "Isn't any of the values.",
  between: "Is between two values, both included.",
  "not between": "Isn't between the two values.",
  "is blank": "Is missing or has only white space.",
  "is not blank": "Has a value.",
};

export function ruleReference(): RuleReference {
  return {
    object: "rule_language",
    rule_types: RULE_TYPES.map(({ type, summary, members: schema, example }) => ({
      type,
      summary,
      members: { ...members(z.toJSONSchema(schema, { io: "input", unrepresentable: "any" })) },
      example: { ...example },
      text: printRule(example),
    })),
    operators: OPERATOR_WORDS.map((operator) => ({ operator, summary: OPERATOR_SUMMARIES[operator] })),
    functions: [
      ...entriesOf(FAMILIES).flatMap(([family, names]) => names.map((name) => functionAnswer(name, family, FUNCTIONS[name]))),
      functionAnswer("option", "Options", option),
      ...entriesOf(CATEGORIES).map(([name, entry]) => functionAnswer(name, "Google's categories", entry)),
      functionAnswer("lookup", "Lookup tables", lookup),
      ...entriesOf(CATALOG).map(([name, entry]) => functionAnswer(name, "The whole feed", entry)),
    ],
    limits: { conditions_per_rule: CONDITIONS_MAX, definition_bytes: DEFINITION_BYTES_MAX },
  };
}

function functionAnswer(name: string, family: string, entry: FunctionEntry): RuleReference["functions"][number] {
  return {
    name,
    family,
    signature: signatureOf(name, entry),
    parameters: entry.parameters.map(parameterAnswer),
    returns: entry.returns === "same" ? "as its arguments" : entry.returns,
    summary: entry.summary,
    blank: entry.blank,
    examples: entry.examples.map(([expression, result]) => ({ expression, result })),
  };
}

function parameterAnswer({ name, type, optional, literal }: Parameter): RuleReference["functions"][number]["parameters"][number] {
  return {
    name,
    type,
    optional: optional === true,
    literal: literal !== undefined,
    words: literal?.form === "word" ? [...literal.of] : [],
  };
}
