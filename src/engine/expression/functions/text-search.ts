import type { Sql } from "../../../kernel/sql.ts";
import { integer, literal, sql } from "../../sql/fragment.ts";
import { bounded } from "../../sql/text-sql.ts";
import { asFolded, booleanTerm, numberTerm, type Term, textTerm } from "../term.ts";
import { seenAt, textAt } from "./arguments.ts";
import { argument, type FunctionEntry, literalText } from "./function-entry.ts";
import { groupsOf } from "./patterns.ts";
import { SPACE } from "./white-space.ts";

/** What a text holds. A yes or no ignores case, as the operators do; a position minds it. */

const count = (number: Sql): Term => numberTerm(sql`CAST(${number} AS DECIMAL(28,9))`);

export const length: FunctionEntry = {
  parameters: [{ name: "text", type: "text" }],
  returns: "number",
  summary: "The number of characters (Unicode code points) in the text.",
  blank: "For blank text, the number of spaces in it, or 0.",
  examples: [
    [`length("Café")`, "4"],
    [`length("")`, "0"],
  ],
  compile: (args) => count(sql`length(${textAt(args, 0)})`),
};

export const wordCount: FunctionEntry = {
  parameters: [{ name: "text", type: "text" }],
  returns: "number",
  summary: "The number of words in the text. Words are separated by white space.",
  blank: "Blank text has no words.",
  examples: [
    [`word_count("Blue  T-Shirt, large")`, "3"],
    [`word_count("  ")`, "0"],
  ],
  compile: (args) => count(sql`len(regexp_extract_all(${textAt(args, 0)}, ${literal(`[^${SPACE}]+`)}))`),
};

const PART = { name: "part", type: "text" } as const;

export const starts: FunctionEntry = {
  parameters: [{ name: "text", type: "text" }, PART],
  returns: "boolean",
  summary: "Whether the text starts with `part`, ignoring case.",
  blank: "False for a blank part.",
  examples: [
    [`starts("Blue shirt", "blue")`, "true"],
    [`starts("Blue shirt", "")`, "false"],
  ],
  compile: (args) =>
    booleanTerm(sql`(${textAt(args, 1)} <> '' AND starts_with(${asFolded(argument(args, 0))}, ${asFolded(argument(args, 1))}))`),
};

export const ends: FunctionEntry = {
  parameters: [{ name: "text", type: "text" }, PART],
  returns: "boolean",
  summary: "Whether the text ends with `part`, ignoring case.",
  blank: "False for a blank part.",
  examples: [
    [`ends("Blue SHIRT", "shirt")`, "true"],
    [`ends("Blue shirt", "")`, "false"],
  ],
  compile: (args) =>
    booleanTerm(sql`(${textAt(args, 1)} <> '' AND ends_with(${asFolded(argument(args, 0))}, ${asFolded(argument(args, 1))}))`),
};

export const indexOf: FunctionEntry = {
  parameters: [{ name: "text", type: "text" }, PART],
  returns: "number",
  summary: "The position of the first `part`, counted from 1, or 0 if there is none. Case matters.",
  blank: "Zero for a blank part.",
  examples: [
    [`index_of("Größe XL", "XL")`, "7"],
    [`index_of("Größe XL", "xl")`, "0"],
  ],
  compile: (args) => count(sql`CASE WHEN ${textAt(args, 1)} = '' THEN 0 ELSE strpos(${textAt(args, 0)}, ${textAt(args, 1)}) END`),
};

/** Characters of each text that are compared: the time grows with both lengths multiplied. */
const COMPARED = integer(200);

export const similarity: FunctionEntry = {
  parameters: [
    { name: "a", type: "text" },
    { name: "b", type: "text" },
  ],
  returns: "number",
  summary:
    "How similar two strings are, from 0 to 1 with four decimals (Jaro-Winkler on UTF-8), ignoring case. Only the first 200 characters are compared.",
  blank: "Zero if either is blank.",
  examples: [
    [`similarity("Martha", "MARHTA")`, "0.9611"],
    [`similarity("Blue", "blue")`, "1"],
    [`similarity("Blue", "")`, "0"],
  ],
  compile: (args) => {
    const [a, b] = [0, 1].map((at) => sql`lower(left(${textAt(args, at)}, ${COMPARED}))`);
    return numberTerm(bounded(sql`round(jaro_winkler_similarity(${a ?? sql`''`}, ${b ?? sql`''`}), 4)`));
  },
};

export const regexExtract: FunctionEntry = {
  parameters: [
    { name: "text", type: "text" },
    { name: "pattern", type: "text", literal: { form: "pattern" } },
    { name: "group", type: "number", optional: true, literal: { form: "integer", min: 0, max: 9 } },
  ],
  returns: "text",
  summary:
    "The first match of a regular expression (RE2): the group with that number, otherwise the first group, otherwise the whole match. Only the first 2,000 characters are searched. Case matters unless the pattern begins with `(?i)`.",
  blank: "Blank if there is no match or no such group.",
  examples: [
    [`regex_extract("Shirt 40 cm", "[0-9]+")`, "40"],
    [`regex_extract("Shirt 40 cm", "([0-9]+) (cm|mm)", 2)`, "cm"],
    [`regex_extract("Shirt", "[0-9]+")`, ""],
  ],
  compile: (args) => {
    const pattern = literalText(args, 1, "");
    const groups = groupsOf(pattern);
    const group = Number(literalText(args, 2, groups > 0 ? "1" : "0"));
    // DuckDB refuses the whole query for a group that a pattern does not have.
    if (group > groups) return textTerm(sql`''`);
    return textTerm(sql`regexp_extract(${seenAt(args, 0)}, ${literal(pattern)}, ${integer(group)})`);
  },
};
