import { z } from "zod";
import { TEXT_LENGTH_MAX } from "../sql/text-sql.ts";
import { ruleText } from "./rule-text.ts";
import { ruleType } from "./rule-type.ts";

/** Writes one value into an output column. */
export const setValue = ruleType({
  type: "set_value",
  members: z.strictObject({
    target: z.string().min(1).max(100),
    value: z.union([ruleText(TEXT_LENGTH_MAX), z.number().transform(String)]),
  }),
  describe: ({ target, value }) => `Set ${target} to "${value}"`,
  lower: ({ target, value }, rule) => [{ op: "assign", target: { side: "G", name: target }, value: { kind: "text", value }, ...rule }],
});
