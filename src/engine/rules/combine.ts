import { z } from "zod";
import { call, type Expression, text } from "../expression/expression.ts";
import { TEXT_LENGTH_MAX } from "../sql/text-sql.ts";
import { Separator, shownOperand, shownText, shownValue, Target } from "./rule-members.ts";
import { ruleText } from "./rule-text.ts";
import { type RuleReading, ruleType } from "./rule-type.ts";

const PARTS_MAX = 50;
const COLUMN = /^\[[DG]\]/i;

/**
 * Joins parts with a separator. A part that begins with `[D]` or `[G]` is a column, with `=` an expression, with `==` a text
 * that begins with `=`; any other is a text. Blank parts are left out with their separator unless `skip_blank` is off. Where
 * all parts are blank, so is the column.
 */
export const combine = ruleType({
  type: "combine",
  summary: "Joins columns, expressions and strings with a separator.",
  members: z.strictObject({
    target: Target,
    parts: z
      .array(ruleText(TEXT_LENGTH_MAX).min(1))
      .min(1)
      .max(PARTS_MAX)
      .meta({ description: "Parts to join. Each is a column (`[D]vendor`), an expression (`=upper([D]vendor)`) or a string." }),
    separator: Separator.default(" ").meta({ description: "String between two parts." }),
    skip_blank: z.boolean().default(true).meta({ description: "Whether a blank part is left out together with its separator." }),
  }),
  example: { type: "combine", target: "title", parts: ["[D]vendor", "[D]title", "=upper([G]size)"], separator: " - " },
  describe: ({ target, parts, separator }) => `Set ${target} to ${parts.map(shownPart).join(", ")}, joined with ${shownText(separator)}`,
  lower: ({ target, parts, separator, skip_blank: skipBlank }, read) => {
    read.target(target, "/target");
    const values = parts.map((part, at) => partOf(part, `/parts/${at}`, read));
    const between = text(separator);
    const value = skipBlank
      ? call("join_nonblank", between, ...values)
      : call("concat", ...values.flatMap((part, at) => (at === 0 ? [part] : [between, part])));
    return [{ op: "assign", column: target, value }];
  },
});

function partOf(part: string, at: string, read: RuleReading): Expression {
  return COLUMN.test(part) ? read.operand(part, at) : read.value(part, at);
}

function shownPart(part: string): string {
  return COLUMN.test(part) ? shownOperand(part) : shownValue(part);
}
