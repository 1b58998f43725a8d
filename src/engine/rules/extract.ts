import { z } from "zod";
import { call, type Expression, number, text } from "../expression/expression.ts";
import { groupsOf } from "../expression/functions/patterns.ts";
import { Operand, RuleValue, shownOperand, shownText, shownValue, Target } from "./rule-members.ts";
import { ruleText } from "./rule-text.ts";
import { type RuleReading, ruleType } from "./rule-type.ts";

/** Each is looked for in every row. */
const WORDS_MAX = 500;
const WORD_LENGTH_MAX = 100;
/** As long as a pattern of the language may be (rules, section 1). */
const PATTERN_LENGTH_MAX = 1_000;
const TABLE_NAME_MAX = 100;

const members = z.strictObject({
  target: Target,
  from: Operand,
  pattern: ruleText(PATTERN_LENGTH_MAX)
    .min(1)
    .optional()
    .meta({ description: "A regular expression (RE2); `(?i)` at its beginning ignores case. It sees the first 2,000 characters." }),
  group: z
    .int()
    .min(0)
    .max(9)
    .optional()
    .meta({ description: "Which group of the pattern: 0 is all it matches. Without it the first group, where the pattern has one." }),
  words: z
    .array(ruleText(WORD_LENGTH_MAX).min(1).regex(/\S/, "must not be blank"))
    .min(1)
    .max(WORDS_MAX)
    .optional()
    .meta({ description: "Words or phrases; the first of the list that the value has as whole words is written, as it stands here." }),
  lookup: z.string().min(1).max(TABLE_NAME_MAX).optional().meta({
    description:
      "A lookup table of the shop instead: its keys are the words, the longest that is found decides, and what belongs to it is written.",
  }),
  column: ruleText(TABLE_NAME_MAX).min(1).optional().meta({ description: "Which column of the table is written; without it the second." }),
  default: RuleValue.optional().meta({ description: "What is written where nothing is found; without it the column keeps its value." }),
});
type Members = z.output<typeof members>;

/**
 * Finds something in a value: what a pattern matches, or the first of some words that it has as whole words, ignoring case
 * (the list's order decides, not the value's), or the longest key of a lookup table. Where nothing is found the column keeps its value unless a default is given.
 */
export const extract = ruleType({
  type: "extract",
  summary: "Finds part of a value by pattern or by a list of words, such as the colour in a title.",
  members,
  example: {
    type: "extract",
    target: "color",
    from: "[D]title",
    words: ["Navy blue", "Blue", "Red", "Black"],
    condition: "[G]color is blank",
  },
  describe: ({ target, from, pattern, words, lookup, default: otherwise }) => {
    const count = (words ?? []).length;
    const listed =
      lookup === undefined
        ? `the first of ${count} ${count === 1 ? "word" : "words"}`
        : `the value for the longest key of the table ${lookup}`;
    const what = pattern === undefined ? listed : `the match of ${shownText(pattern)}`;
    return `Set ${target} to ${what} in ${shownOperand(from)}${otherwise === undefined ? "" : `, else to ${shownValue(otherwise)}`}`;
  },
  lower: (given, read) => {
    const present = read.target(given.target, "/target");
    const found = foundIn(given, read.operand(given.from, "/from"), read);
    const otherwise = given.default === undefined ? present : read.value(given.default, "/default");
    return [{ op: "assign", column: given.target, value: call("coalesce", found, otherwise) }];
  },
});

function foundIn({ pattern, group, words, lookup, column }: Members, value: Expression, read: RuleReading): Expression {
  const ways = Object.entries({ pattern, words, lookup }).filter(([, given]) => given !== undefined);
  if (ways.length !== 1) {
    read.fault(ways.length === 0 ? "" : `/${ways.at(-1)?.[0]}`, "needs a pattern, words or a lookup table; set exactly one");
    return text("");
  }
  if (column !== undefined && lookup === undefined) read.fault("/column", "can only be used with a lookup table");
  if (lookup !== undefined) {
    if (group !== undefined) read.fault("/group", "can only be used with a pattern");
    const found = read.lookup(lookup, value, "/lookup", column);
    return found.kind === "lookup" ? { ...found, words: true } : found;
  }
  if (words !== undefined) {
    if (group !== undefined) read.fault("/group", "can only be used with a pattern");
    const listed = words.map((word) => text(word.trim()));
    return call("_word_of", call("_word_marks", value, ...listed), ...listed);
  }
  const sought = pattern ?? "";
  const matched = read.pattern(sought, "/pattern");
  if (group === undefined) return call("regex_extract", value, matched);
  const groups = groupsOf(sought);
  if (group > groups) read.fault("/group", `must be a group of the pattern; it has ${groups}`);
  return call("regex_extract", value, matched, number(group));
}
