import { z } from "zod";
import { call, type Expression, text } from "../expression/expression.ts";
import { groupsOf } from "../expression/functions/patterns.ts";
import { regexReplace } from "../expression/functions/text-replace.ts";
import { TEXT_LENGTH_MAX } from "../sql/text-sql.ts";
import { shownText, Target } from "./rule-members.ts";
import { ruleText } from "./rule-text.ts";
import { type RuleReading, ruleType } from "./rule-type.ts";

/** What is looked for may be as long as a pattern of the language (rules, section 1). */
const FIND_LENGTH_MAX = 1_000;

const SHOWN = { text: "", word: "the word ", whole: "the whole value ", regex: "matches of " } as const;

/**
 * Replaces every occurrence of a text in a column, ignoring case unless told otherwise; the rest of the value stays as it is.
 *
 * - `text`: anywhere. `word`: where no letter, digit or `_` stands beside it, so `café` is one word. `whole`: only where it is
 *   the whole value. In these three the replacement is written as it is, backslashes too.
 * - `regex`: what a regular expression (RE2) matches in the first 2,000 characters; what lies beyond stays as it is. `\1` in
 *   the replacement is the first group, `\0` all of the match.
 */
export const replace = ruleType({
  type: "replace",
  summary: "Finds a string, word or pattern in a column and replaces it.",
  members: z.strictObject({
    target: Target,
    find: ruleText(FIND_LENGTH_MAX).min(1).meta({ description: "What to find." }),
    replace_with: ruleText(TEXT_LENGTH_MAX).default("").meta({ description: "Replacement. If left out, matches are removed." }),
    match: z
      .enum(["text", "word", "whole", "regex"])
      .default("text")
      .meta({ description: "text: anywhere. word: whole words. whole: the whole value. regex: a pattern." }),
    case_sensitive: z.boolean().default(false).meta({ description: "Whether case matters." }),
  }),
  example: { type: "replace", target: "title", find: "tee", replace_with: "T-shirt", match: "word" },
  describe: ({ target, find, replace_with: replacement, match }) =>
    `Replace ${SHOWN[match]}${shownText(find)} with ${shownText(replacement)} in ${target}`,
  lower: ({ target, find, replace_with: replacement, match, case_sensitive: caseSensitive }, read) => {
    const present = read.target(target, "/target");
    if (match === "regex")
      return [{ op: "assign", column: target, value: patternReplaced({ present, find, replacement, caseSensitive }, read) }];
    const value = call("_replace", present, text(find), text(replacement), text(match), text(caseSensitive ? "cs" : "ci"));
    return [{ op: "assign", column: target, value }];
  },
});

interface PatternReplacement {
  readonly present: Expression;
  readonly find: string;
  readonly replacement: string;
  readonly caseSensitive: boolean;
}

/** A replacement of this length or more may make so much text that the function answers none; the column then stays as it is. */
const LONG_REPLACEMENT = 40;

function patternReplaced({ present, find, replacement, caseSensitive }: PatternReplacement, read: RuleReading): Expression {
  const fault = replacementFault(replacement, groupsOf(find));
  if (fault !== undefined) read.fault("/replace_with", fault);
  const pattern = read.pattern(caseSensitive ? find : `(?i)${find}`, "/find");
  const value = call("regex_replace", present, pattern, text(replacement));
  return replacement.replaceAll(/\\[0-9\\]/g, "").trim().length < LONG_REPLACEMENT ? value : call("coalesce", value, present);
}

/** The function's own word on a replacement, and whether the pattern has the groups it names. */
function replacementFault(replacement: string, groups: number): string | undefined {
  const form = regexReplace.parameters[2]?.literal;
  const fault = form?.form === "text" ? form.fault?.(replacement) : undefined;
  if (fault !== undefined) return fault;
  const named = [...replacement.matchAll(/\\([0-9\\])/g)].map(([, group]) => Number(group));
  const missing = named.find((group) => group > groups);
  return missing === undefined ? undefined : `refers to group ${missing}, but the pattern has ${groups}`;
}
