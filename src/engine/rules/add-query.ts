import { z } from "zod";
import { call, text } from "../expression/expression.ts";
import { RuleValue, targetOr } from "./rule-members.ts";
import { ruleText } from "./rule-text.ts";
import { ruleType } from "./rule-type.ts";
import { pointed } from "./schema-faults.ts";

const PARAMETERS_MAX = 20;
const NAME_LENGTH_MAX = 100;

/**
 * Adds parameters to a link, as URLs want it: names and values are percent-encoded, a parameter of the same name gives way, and
 * what stands behind `#` stays at the end. A blank value leaves its parameter out (and one of that name where it is), a blank
 * link stays blank. Values are cut at 500 characters: a link beyond 2,000 is disapproved anyway.
 */
export const addQuery = ruleType({
  type: "add_query",
  summary: "Adds parameters to a link, such as those of a campaign.",
  members: z.strictObject({
    target: targetOr("link"),
    parameters: z
      .record(ruleText(NAME_LENGTH_MAX).min(1), RuleValue)
      .refine((parameters) => Object.keys(parameters).length > 0, "needs at least one parameter")
      .refine((parameters) => Object.keys(parameters).length <= PARAMETERS_MAX, `has more than ${PARAMETERS_MAX} parameters`)
      .meta({ description: "Name and value of each parameter. A value is a string, a number or `=expression`, and isn't URL-encoded." }),
  }),
  example: { type: "add_query", target: "link", parameters: { utm_source: "google", utm_campaign: "=lower([D]product_type)" } },
  describe: ({ target, parameters }) => `Add ${Object.keys(parameters).join(", ")} to ${target}`,
  lower: ({ target, parameters }, read) => {
    const present = read.target(target, "/target");
    const given = Object.entries(parameters).flatMap(([name, value]) => [text(name), read.value(value, `/parameters/${pointed(name)}`)]);
    const names = Object.keys(parameters).map(text);
    return [{ op: "assign", column: target, value: call("_add_query", present, call("_query_of", ...given), ...names) }];
  },
});
