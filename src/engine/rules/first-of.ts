import { z } from "zod";
import { call } from "../expression/expression.ts";
import { Operand, shownOperand, Target } from "./rule-members.ts";
import { ruleType } from "./rule-type.ts";

/** Each is looked at in every row. */
const OPERANDS_MAX = 20;

/** Writes the first value that is not blank (only white space is blank). Where all are blank the column keeps its value. */
export const firstOf = ruleType({
  type: "first_of",
  summary: "Writes the first of several values that isn't blank.",
  members: z.strictObject({
    target: Target,
    from: z.array(Operand).min(1).max(OPERANDS_MAX).meta({ description: "Columns and expressions, in order of preference." }),
  }),
  example: { type: "first_of", target: "brand", from: ["[D]vendor", "=first_word([D]title)"] },
  describe: ({ target, from }) => `Set ${target} to the first of ${from.map(shownOperand).join(", ")} that is not blank`,
  lower: ({ target, from }, read) => {
    const present = read.target(target, "/target");
    const values = from.map((operand, at) => read.operand(operand, `/from/${at}`));
    return [{ op: "assign", column: target, value: call("coalesce", ...values, present) }];
  },
});
