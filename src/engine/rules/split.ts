import { z } from "zod";
import { call, number, text } from "../expression/expression.ts";
import { Operand, Separator, shownOperand, shownText, Target } from "./rule-members.ts";
import { ruleType } from "./rule-type.ts";

/** A value has hardly more parts than this. */
const INDEX_MAX = 1_000;

/**
 * Parts a value at each separator and writes one part, without the white space around it: the first is 1, the last is -1.
 * Where the value has no such part, or a blank one, the column keeps its value.
 */
export const split = ruleType({
  type: "split",
  summary: "Writes one part of a value, such as the part before the first dash.",
  members: z.strictObject({
    target: Target,
    from: Operand,
    separator: Separator.min(1).meta({ description: "Separator between the parts, taken literally." }),
    index: z
      .int()
      .min(-INDEX_MAX)
      .max(INDEX_MAX)
      .refine((index) => index !== 0, "can't be 0; the first part is 1 and the last is -1")
      .meta({ description: "Number of the part: 1 is the first, -1 the last." }),
  }),
  example: { type: "split", target: "size", from: "[D]variant_title", separator: "/", index: -1 },
  describe: ({ target, from, separator, index }) =>
    `Set ${target} to part ${index} of ${shownOperand(from)}, split at ${shownText(separator)}`,
  lower: ({ target, from, separator, index }, read) => {
    const present = read.target(target, "/target");
    const part = call("split_item", read.operand(from, "/from"), text(separator), number(index));
    return [{ op: "assign", column: target, value: call("coalesce", part, present) }];
  },
});
