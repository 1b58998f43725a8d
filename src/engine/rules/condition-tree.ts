import { z } from "zod";
import { type Comparison, type Expression, isBlank, not } from "../expression/expression.ts";
import { isDecimal } from "../sql/fragment.ts";
import { TEXT_LENGTH_MAX } from "../sql/text-sql.ts";
import { ruleText } from "./rule-text.ts";

/** Conditions a rule may have (rules, section 2). */
const CONDITIONS_MAX = 100;

const WORDS = ["=", "!=", "<", "<=", ">", ">=", "contains", "starts with", "ends with"] as const satisfies readonly Comparison[];
const NEGATED = { "not contains": "contains", "not starts with": "starts with", "not ends with": "ends with" } as const;

/** What a number of JSON prints as may have an exponent, or more decimals than numbers have here. */
const TestedNumber = z.number().refine((value) => isDecimal(String(value)), "must have at most 19 digits before and 9 after the point");

const Test = z.strictObject({
  side: z.enum(["D", "G"]),
  column: z.string().min(1).max(300),
  operator: z.enum([...WORDS, "not contains", "not starts with", "not ends with", "is blank", "is not blank"]),
  value: z.union([ruleText(TEXT_LENGTH_MAX), TestedNumber]).default(""),
  case_sensitive: z.boolean().default(false),
});
type Test = z.output<typeof Test>;

/** A condition as a tree of one level: all, any or none of some tests. */
export const ConditionTree = z.union([
  z.strictObject({ all: z.array(Test).min(1).max(CONDITIONS_MAX) }),
  z.strictObject({ any: z.array(Test).min(1).max(CONDITIONS_MAX) }),
  z.strictObject({ none: z.array(Test).min(1).max(CONDITIONS_MAX) }),
]);
export type ConditionTree = z.output<typeof ConditionTree>;

export function conditionExpression(tree: ConditionTree): Expression {
  if ("all" in tree) return { kind: "all", parts: tree.all.map(testExpression) };
  if ("any" in tree) return { kind: "any", parts: tree.any.map(testExpression) };
  return not({ kind: "any", parts: tree.none.map(testExpression) });
}

function testExpression({ side, column, operator, value, case_sensitive: caseSensitive }: Test): Expression {
  const left: Expression = { kind: "column", side, name: column };
  const right: Expression = typeof value === "number" ? { kind: "number", value: String(value) } : { kind: "text", value };
  switch (operator) {
    case "is blank":
      return isBlank(left);
    case "is not blank":
      return not(isBlank(left));
    case "not contains":
    case "not starts with":
    case "not ends with":
      return not({ ...comparison(NEGATED[operator]), caseSensitive });
    default:
      return { ...comparison(operator), caseSensitive };
  }

  function comparison(word: Comparison): Extract<Expression, { kind: "compare" }> {
    return { kind: "compare", operator: word, left, right, caseSensitive };
  }
}
