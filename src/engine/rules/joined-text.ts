import { z } from "zod";
import { all, call, compare, type Expression, isBlank, not, text, when } from "../expression/expression.ts";
import { RuleValue, Separator, Target } from "./rule-members.ts";
import type { RuleOperation, RuleReading } from "./rule-type.ts";

/** How `prepend` and `append` join a value to what a column holds; they differ in the side only. */

export const JoinMembers = z.strictObject({
  target: Target,
  value: RuleValue,
  separator: Separator.default("").meta({ description: "String between the two values." }),
  unless_present: z
    .boolean()
    .default(false)
    .meta({ description: "Whether a column that already contains the value, in any case, is left unchanged." }),
});

/** A blank value changes nothing; a blank column takes the value alone. */
export function joined(
  members: z.output<typeof JoinMembers>,
  read: RuleReading,
  order: (present: Expression, value: Expression) => readonly [Expression, Expression],
): RuleOperation {
  const present = read.target(members.target, "/target");
  const value = read.value(members.value, "/value");
  const [first, second] = order(present, value);
  const both = call("concat", first, text(members.separator), second);
  const given = not(isBlank(value));
  const only = members.unless_present ? all(given, not(compare(present, "contains", value))) : given;
  return { op: "assign", column: members.target, value: when(isBlank(present), value, both), only };
}
