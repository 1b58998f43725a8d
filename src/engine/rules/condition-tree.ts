import { z } from "zod";
import { isDecimal } from "../sql/fragment.ts";
import { TEXT_LENGTH_MAX } from "../sql/text-sql.ts";
import { ruleText } from "./rule-text.ts";

/** A condition as a tree: all, any or none of some tests and further trees. Operators are the words of the text form. */

export const OPERATOR_WORDS = [
  "=",
  "equals",
  "is",
  "!=",
  "not equals",
  "is not",
  "<",
  "<=",
  ">",
  ">=",
  "contains",
  "not contains",
  "starts with",
  "not starts with",
  "ends with",
  "not ends with",
  "matches",
  "not matches",
  "in",
  "not in",
  "between",
  "not between",
  "is blank",
  "is not blank",
] as const;
export type OperatorWord = (typeof OPERATOR_WORDS)[number];

/** What a number of JSON prints as may have an exponent, or more decimals than numbers have here. */
const TestedNumber = z
  .number()
  .refine((value) => isDecimal(String(value)), "must have at most 19 digits before the decimal point and 9 after it");

const TestedValue = z.union([ruleText(TEXT_LENGTH_MAX), TestedNumber, z.boolean()]);
/** Words an `in` may list. */
const WORDS_MAX = 1_000;

export const ConditionTest = z.strictObject({
  side: z.enum(["D", "G"]).meta({ description: "`D` for a source column, `G` for a feed column with its value at this rule." }),
  column: z.string().min(1).max(300),
  operator: z.enum(OPERATOR_WORDS),
  value: z
    .union([TestedValue, z.array(TestedValue).min(1).max(WORDS_MAX)])
    .optional()
    .meta({ description: "A list for `in`, two values for `between`, none for `is blank`." }),
  case_sensitive: z.boolean().default(false),
});
export type ConditionTest = z.output<typeof ConditionTest>;

export type ConditionTree =
  | { readonly all: readonly ConditionNode[] }
  | { readonly any: readonly ConditionNode[] }
  | { readonly none: readonly ConditionNode[] };
export type ConditionNode = ConditionTest | ConditionTree;

/** Conditions a rule may have (rules, section 2). */
export const CONDITIONS_MAX = 100;

const Nodes = z
  .array(z.lazy((): z.ZodType<ConditionNode> => z.union([ConditionTest, ConditionTree])))
  .min(1)
  .max(CONDITIONS_MAX);

export const ConditionTree: z.ZodType<ConditionTree> = z
  .union([z.strictObject({ all: Nodes }), z.strictObject({ any: Nodes }), z.strictObject({ none: Nodes })])
  .meta({ id: "ConditionTree" });

/** Bytes a definition may have (rules, section 2). */
export const DEFINITION_BYTES_MAX = 50_000;

/** A condition as a person writes it: text, or a tree. */
export const RuleCondition = z.union([ruleText(DEFINITION_BYTES_MAX), ConditionTree]);
export type RuleCondition = z.output<typeof RuleCondition>;
