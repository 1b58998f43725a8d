import type { Sql } from "../../../kernel/sql.ts";
import { integer, literal, sql } from "../../sql/fragment.ts";
import { TEXT_LENGTH_MAX, textsJoined } from "../../sql/text-sql.ts";
import { MATCHED_LENGTH_MAX } from "../pattern.ts";
import { textTerm } from "../term.ts";
import { seenAt, textAt } from "./arguments.ts";
import { cut, itemsJoined } from "./bounded-text.ts";
import { type FunctionEntry, literalText } from "./function-entry.ts";
import { collapsed, wordsOf } from "./white-space.ts";

/** A text with parts of it replaced. Case matters. */

export const replace: FunctionEntry = {
  parameters: [
    { name: "text", type: "text" },
    { name: "find", type: "text" },
    { name: "replacement", type: "text" },
  ],
  returns: "text",
  summary: "The text with every `find` replaced. Case matters.",
  blank: "A blank `find` replaces nothing. A blank replacement removes `find`.",
  examples: [
    [`replace("Blue shirt, blue", "blue", "red")`, "Blue shirt, red"],
    [`replace("a-b-c", "-", "")`, "abc"],
    [`replace("abc", "", "x")`, "abc"],
  ],
  compile: (args) => textTerm(replaced(textAt(args, 0), textAt(args, 1), textAt(args, 2))),
};

/** Characters a result may have for a moment, before it is cut. */
const SPARE = integer(5 * TEXT_LENGTH_MAX);

/** A replacement may make of 20,000 characters 400 million, so where it could, no more pieces are joined than can be seen. */
function replaced(text: Sql, find: Sql, replacement: Sql): Sql {
  return sql`CASE WHEN ${find} = '' THEN ${text}
    WHEN length(${replacement}) <= length(${find}) THEN replace(${text}, ${find}, ${replacement})
    WHEN strlen(${text}) * length(${replacement}) <= ${SPARE} THEN ${cut(sql`replace(${text}, ${find}, ${replacement})`)}
    ELSE ${itemsJoined(sql`string_split(${text}, ${find})`, replacement, 0)} END`;
}

/** Texts `remove` takes. */
const PARTS_MAX = 20;

export const remove: FunctionEntry = {
  parameters: [
    { name: "text", type: "text" },
    { name: "part", type: "text" },
  ],
  repeats: PARTS_MAX + 1,
  returns: "text",
  summary: "The text with each of the parts removed, one after another. Case matters.",
  blank: "A blank part removes nothing.",
  examples: [
    [`remove("Blue (new) shirt!", "(new) ", "!")`, "Blue shirt"],
    [`remove("Blue", "blue")`, "Blue"],
  ],
  compile: (args) => textTerm(args.slice(1).reduce((text, _, at) => sql`replace(${text}, ${textAt(args, at + 1)}, '')`, textAt(args, 0))),
};

const REPLACEMENT_MAX = 1_000;
/** Groups a replacement may name: each may stand for the whole text. */
const REFERENCES_MAX = 20;

function replacementFault(text: string): string | undefined {
  if ([...text].length > REPLACEMENT_MAX) return `a replacement can have at most ${REPLACEMENT_MAX} characters`;
  const escapes = [...text.matchAll(/\\([\s\S]?)/g)].map(([, escaped]) => escaped ?? "");
  if (escapes.some((escaped) => !/^[0-9\\]$/.test(escaped))) return "a backslash must come before a digit (a group) or another backslash";
  return escapes.length > REFERENCES_MAX ? `a replacement can refer to at most ${REFERENCES_MAX} groups` : undefined;
}

export const regexReplace: FunctionEntry = {
  parameters: [
    { name: "text", type: "text" },
    { name: "pattern", type: "text", literal: { form: "pattern" } },
    { name: "replacement", type: "text", literal: { form: "text", fault: replacementFault } },
  ],
  returns: "text",
  summary:
    "The text with every match of a regular expression (RE2) replaced. In the replacement, `\\1` is the first group and `\\0` the whole match. Only the first 2,000 characters are searched; the rest is unchanged. Case matters unless the pattern begins with `(?i)`.",
  blank:
    "A blank replacement removes the matches. Blank if more than 100,000 characters would be added. Unchanged if the replacement names a group that the pattern doesn't have.",
  examples: [
    [`regex_replace("40cm x 60cm", "([0-9]+)cm", "\\1 cm")`, "40 cm x 60 cm"],
    [`regex_replace("Blue  shirt", "\\s+", " ")`, "Blue shirt"],
    [`regex_replace("Blue", "(?i)b", "")`, "lue"],
  ],
  compile: (args) => {
    const [text, pattern, replacement] = [textAt(args, 0), literal(literalText(args, 1, "")), literalText(args, 2, "")];
    const seen = seenAt(args, 0);
    const whole = cut(
      sql`(regexp_replace(${seen}, ${pattern}, ${literal(replacement)}, 'g') || substr(${text}, ${integer(MATCHED_LENGTH_MAX + 1)}))`,
    );
    const added = [...replacement.replace(/\\./g, "")].length;
    if (added * (MATCHED_LENGTH_MAX + 1) <= 5 * TEXT_LENGTH_MAX) return textTerm(whole);
    const few = sql`(strlen(${text}) + 1) * ${integer(added)} <= ${SPARE} OR len(regexp_extract_all(${seen}, ${pattern})) * ${integer(added)} <= ${SPARE}`;
    return textTerm(sql`CASE WHEN ${few} THEN ${whole} ELSE '' END`);
  },
};

/** Words that are compared with each other; what follows stays as it is. */
const COMPARED_WORDS = integer(1_000);

export const dedupeWords: FunctionEntry = {
  parameters: [{ name: "text", type: "text" }],
  returns: "text",
  summary:
    "The text without repeated words, ignoring case, and with one space between words. The first of each is kept. Only the first 1,000 words are read.",
  blank: "Blank text stays blank.",
  examples: [
    [`dedupe_words("Nike Air nike Max AIR")`, "Nike Air Max"],
    [`dedupe_words("Blue, blue")`, "Blue, blue"],
  ],
  compile: (args) => {
    const text = textAt(args, 0);
    // A list of one list gives the lowered words a name; written out they would be made anew for each word.
    const lowered = sql`[string_split(lower(${collapsed(text)}), ' ')[1:${COMPARED_WORDS}]]`;
    const first = sql`nth > ${COMPARED_WORDS} OR list_position(low, lower(word)) = nth`;
    return textTerm(
      textsJoined(sql`list_transform(${lowered}, lambda low: list_filter(${wordsOf(text)}, lambda word, nth: ${first}))[1]`, sql`' '`),
    );
  },
};
