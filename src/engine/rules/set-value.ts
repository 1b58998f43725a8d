import { z } from "zod";
import { RuleValue, shownValue, Target } from "./rule-members.ts";
import { ruleType } from "./rule-type.ts";

/** Writes one value into a column, a blank one too. A text is written as it is; `=` begins an expression, `==` a text that begins with `=`. */
export const setValue = ruleType({
  type: "set_value",
  summary: "Writes a string, a number or the result of an expression into a column.",
  members: z.strictObject({ target: Target, value: RuleValue }),
  example: { type: "set_value", target: "title", value: '=[D]vendor & " " & [D]title' },
  describe: ({ target, value }) => `Set ${target} to ${shownValue(value)}`,
  lower: ({ target, value }, read) => {
    read.target(target, "/target");
    return [{ op: "assign", column: target, value: read.value(value, "/value") }];
  },
});
