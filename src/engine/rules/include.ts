import { z } from "zod";
import { ruleType } from "./rule-type.ts";

/**
 * Clears an exclusion that an earlier rule made, so that one rule can say what goes and the next what stays after all. A row
 * that the shop, a setting or a person has excluded stays out; a rule further down may exclude the row again.
 */
export const include = ruleType({
  type: "include",
  summary: "Brings back rows that an earlier rule excluded.",
  members: z.strictObject({}),
  example: { type: "include", condition: '[D]tags contains "keep"' },
  describe: () => "Include again what an earlier rule excluded",
  lower: () => [{ op: "admit" }],
});
