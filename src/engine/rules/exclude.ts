import { z } from "zod";
import { text } from "../expression/expression.ts";
import { ruleText } from "./rule-text.ts";
import { ruleType } from "./rule-type.ts";

/** Shown beside every row it drops. */
const REASON_MAX = 500;

/** What a rule says that gives no reason of its own. */
export const REASON_DEFAULT = "Excluded by a rule";

/** Drops the row from the output. A row keeps the reason of the first rule, setting or person that excluded it. */
export const exclude = ruleType({
  type: "exclude",
  summary: "Excludes matching rows from the feed and says why.",
  members: z.strictObject({
    reason: ruleText(REASON_MAX)
      .min(1)
      .regex(/\S/, "must not be blank")
      .default(REASON_DEFAULT)
      .meta({ description: "Reason the row is excluded, as lists and reports show it." }),
  }),
  example: { type: "exclude", reason: "Sample, not for sale", condition: '[D]title contains "sample"' },
  describe: ({ reason }) => `Exclude because "${reason}"`,
  lower: ({ reason }) => [{ op: "exclude", reason: text(reason) }],
});
