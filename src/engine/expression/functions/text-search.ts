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
  summary: "How many characters (Unicode code points) a text has.",
  blank: "A blank text has as many as are in it: 0, or its spaces.",
  examples: [
    [`length("Café")`, "4"],
    [`length("")`, "0"],
  ],
  compile: (args) => count(sql`length(${textAt(args, 0)})`),
};

export const wordCount: FunctionEntry = {
  parameters: [{ name: "text", type: "text" }],
  returns: "number",
  summary: "How many words a text has; words are parted by white space.",
  blank: "A blank text has none.",
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
  summary: "Whether a text starts with another, ignoring case.",
  blank: "No text starts with a blank part.",
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
  summary: "Whether a text ends with another, ignoring case.",
  blank: "No text ends with a blank part.",
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
  summary: "The position of the first `part`, from 1; 0 where there is none. Case matters.",
  blank: "A blank part is nowhere: 0.",
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
    "How alike two texts are, from 0 to 1 with four decimals (Jaro-Winkler on UTF-8), ignoring case; the first 200 characters count.",
  blank: "Where one is blank it is 0.",
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
    "What a regular expression (RE2) finds first: the group of that number, else the first group, else the whole match. It sees the first 2,000 characters, and case unless it begins with `(?i)`.",
  blank: "Blank where it finds nothing, and where it has no such group.",
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
