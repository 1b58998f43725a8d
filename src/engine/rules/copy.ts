import { z } from "zod";
import { Operand, shownOperand, Target } from "./rule-members.ts";
import { ruleType } from "./rule-type.ts";

/** Writes what another column holds, a blank one too; `first_of` is for columns that may be blank. */
export const copy = ruleType({
  type: "copy",
  summary: "Copies the value of another column.",
  members: z.strictObject({ target: Target, from: Operand }),
  example: { type: "copy", target: "mpn", from: "[D]sku" },
  describe: ({ target, from }) => `Copy ${shownOperand(from)} to ${target}`,
  lower: ({ target, from }, read) => {
    read.target(target, "/target");
    return [{ op: "assign", column: target, value: read.operand(from, "/from") }];
  },
});
