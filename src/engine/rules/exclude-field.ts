import { z } from "zod";
import { text } from "../expression/expression.ts";
import { Target } from "./rule-members.ts";
import { ruleType } from "./rule-type.ts";

/** Blanks a column, so that channels treat the attribute as not given; the row itself stays. */
export const excludeField = ruleType({
  type: "exclude_field",
  summary: "Leaves one column blank in matching rows.",
  members: z.strictObject({ target: Target }),
  example: { type: "exclude_field", target: "sale_price", condition: '[G]availability = "out_of_stock"' },
  describe: ({ target }) => `Leave ${target} blank`,
  lower: ({ target }, read) => {
    read.target(target, "/target");
    return [{ op: "assign", column: target, value: text("") }];
  },
});
