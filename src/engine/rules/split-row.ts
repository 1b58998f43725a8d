import { z } from "zod";
import { Operand, shownOperand, Target } from "./rule-members.ts";
import { ruleType } from "./rule-type.ts";

/**
 * Makes one row of each item of a list: the item is written into the target, and from the second on the position of the item is
 * added to the id (`-2`, `-3`). At most 100 items of a row, and at most ten times as many rows as the source has; rows without
 * items stay one row. At most one such rule is active in a feed.
 */
export const splitRow = ruleType({
  type: "split_row",
  summary: "Makes one row from each item of a list.",
  members: z.strictObject({
    over: Operand.meta({
      description: 'List to split: a list column, or an expression that returns a list, such as `=list([D]option1_value, "/")`.',
    }),
    target: Target.meta({ description: "Feed column that gets the item." }),
  }),
  example: { type: "split_row", over: "[D]additional_images", target: "image_link" },
  describe: ({ over, target }) => `Make one row for each item of ${shownOperand(over)}, written to ${target}`,
  lower: ({ over, target }, read) => {
    read.target(target, "/target");
    return [{ op: "split", column: target, items: read.operand(over, "/over") }];
  },
});
