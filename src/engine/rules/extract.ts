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
    .meta({ description: "Regular expression (RE2). Start it with `(?i)` to ignore case. Only the first 2,000 characters are searched." }),
  group: z
    .int()
    .min(0)
    .max(9)
    .optional()
    .meta({ description: "Group of the pattern to write. 0 is the whole match. Defaults to the first group, if the pattern has one." }),
  words: z.array(ruleText(WORD_LENGTH_MAX).min(1).regex(/\S/, "must not be blank")).min(1).max(WORDS_MAX).optional().meta({
    description: "Words or phrases to find as whole words. The first one in the list that is found is written, as it's spelled here.",
  }),
  lookup: z.string().min(1).max(TABLE_NAME_MAX).optional().meta({
    description:
      "Lookup table to use instead. Its keys are the words to find. The longest key that is found decides, and the value for it is written.",
  }),
  column: ruleText(TABLE_NAME_MAX).min(1).optional().meta({ description: "Column of the table to write. The second column if left out." }),
  default: RuleValue.optional().meta({ description: "Value to write if nothing is found. If left out, the column keeps its value." }),
});
type Members = z.output<typeof members>;

/**
 * Finds something in a value: what a pattern matches, or the first of some words that it has as whole words, ignoring case
 * (the list's order decides, not the value's), or the longest key of a lookup table. Where nothing is found the column keeps its value unless a default is given.
 */
export const extract = ruleType({
  type: "extract",
  summary: "Finds part of a value by a pattern or a list of words, such as the colour in a title.",
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
