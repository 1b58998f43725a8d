import { z } from "zod";
import { text } from "../expression/expression.ts";
import { ruleText } from "./rule-text.ts";
import { ruleType } from "./rule-type.ts";

/** Drops the row from the output; the first rule that matches gives the reason. */
export const exclude = ruleType({
  type: "exclude",
  members: z.strictObject({ reason: ruleText(500).min(1).default("Excluded by a rule") }),
  describe: ({ reason }) => `Exclude because "${reason}"`,
  lower: ({ reason }, rule) => [{ op: "exclude", reason: text(reason), ...rule }],
});
