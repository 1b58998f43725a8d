import type { Sql } from "../../../kernel/sql.ts";
import { literal, sql } from "../../sql/fragment.ts";
import { partBefore, textsJoined, trimmed } from "../../sql/text-sql.ts";
import { type Term, textTerm } from "../term.ts";
import { countAt, textAt } from "./arguments.ts";
import type { FunctionEntry } from "./function-entry.ts";
import { named } from "./named.ts";
import { SPACE, wordsOf } from "./white-space.ts";

/** Parts of text. Positions count code points from 1, negative ones from the end; case matters where a text is looked for. */

export const left: FunctionEntry = {
  parameters: [
    { name: "text", type: "text" },
    { name: "count", type: "number" },
  ],
  returns: "text",
  summary: "The first `count` characters. If `count` is negative, the text without that many characters at the end.",
  blank: "Blank text stays blank. A blank count is 0.",
  examples: [
    [`left("Blue shirt", 4)`, "Blue"],
    [`left("Blue shirt", -6)`, "Blue"],
    [`left("Blue", 99)`, "Blue"],
  ],
  compile: (args) => textTerm(sql`left(${textAt(args, 0)}, ${countAt(args, 1)})`),
};

export const right: FunctionEntry = {
  parameters: [
    { name: "text", type: "text" },
    { name: "count", type: "number" },
  ],
  returns: "text",
  summary: "The last `count` characters. If `count` is negative, the text without that many characters at the start.",
  blank: "Blank text stays blank. A blank count is 0.",
  examples: [
    [`right("Blue shirt", 5)`, "shirt"],
    [`right("Blue shirt", -5)`, "shirt"],
  ],
  compile: (args) => textTerm(sql`right(${textAt(args, 0)}, ${countAt(args, 1)})`),
};

export const mid: FunctionEntry = {
  parameters: [
    { name: "text", type: "text" },
    { name: "from", type: "number" },
    { name: "length", type: "number", optional: true },
  ],
  returns: "text",
  summary: "The text from position `from`: `length` characters of it, or all of the rest. 0, or a position before the start, counts as 1.",
  blank: "Blank text stays blank. A blank position is 1; a blank or negative length is 0.",
  examples: [
    [`mid("Blue shirt", 6)`, "shirt"],
    [`mid("Blue shirt", 1, 4)`, "Blue"],
    [`mid("Blue shirt", -5, 2)`, "sh"],
  ],
  compile: (args) => {
    const text = textAt(args, 0);
    const start = named(
      countAt(args, 1),
      "from",
      (from) => sql`greatest(CASE WHEN ${from} < 0 THEN length(${text}) + 1 + ${from} ELSE ${from} END, 1)`,
    );
    return textTerm(args.length > 2 ? sql`substr(${text}, ${start}, greatest(${countAt(args, 2)}, 0))` : sql`substr(${text}, ${start})`);
  },
};

const PART = { name: "part", type: "text" } as const;

export const before: FunctionEntry = {
  parameters: [{ name: "text", type: "text" }, PART],
  returns: "text",
  summary: "The text before the first `part`. If there is no such part, the result is the whole text.",
  blank: "Blank text stays blank. If `part` is blank, the result is the whole text.",
  examples: [
    [`before("Shirt - blue - L", " - ")`, "Shirt"],
    [`before("Shirt", " - ")`, "Shirt"],
  ],
  compile: (args) => textTerm(upTo(textAt(args, 0), textAt(args, 1))),
};

export const after: FunctionEntry = {
  parameters: [{ name: "text", type: "text" }, PART],
  returns: "text",
  summary: "The text after the first `part`. If there is no such part, the result is blank.",
  blank: "Blank if the text or the part is blank.",
  examples: [
    [`after("Shirt - blue - L", " - ")`, "blue - L"],
    [`after("Shirt", " - ")`, ""],
  ],
  compile: (args) => textTerm(behind(textAt(args, 0), textAt(args, 1))),
};

export const betweenText: FunctionEntry = {
  parameters: [
    { name: "text", type: "text" },
    { name: "start", type: "text" },
    { name: "end", type: "text" },
  ],
  returns: "text",
  summary: "The text between the first `start` and the next `end`. If either is missing, the result is blank.",
  blank: "Blank if any argument is blank.",
  examples: [
    [`between_text("Shirt (blue) [L]", "(", ")")`, "blue"],
    [`between_text("Shirt (blue", "(", ")")`, ""],
  ],
  compile: (args) => {
    const [rest, end] = [behind(textAt(args, 0), textAt(args, 1)), textAt(args, 2)];
    return textTerm(sql`CASE WHEN ${end} <> '' AND contains(${rest}, ${end}) THEN ${partBefore(rest, end)} ELSE '' END`);
  },
};

export const splitItem: FunctionEntry = {
  parameters: [
    { name: "text", type: "text" },
    { name: "separator", type: "text" },
    { name: "index", type: "number" },
  ],
  returns: "text",
  summary:
    "The piece at an index when the text is split at a separator, without white space around it. If there is no such piece, the result is blank.",
  blank: "The pieces of blank text are blank, and there is no piece 0. If the separator is blank, the text is one piece.",
  examples: [
    [`split_item("Red / Blue / Green", "/", 2)`, "Blue"],
    [`split_item("Red / Blue / Green", "/", -1)`, "Green"],
    [`split_item("Red", "/", 2)`, ""],
  ],
  compile: (args) => {
    const [text, separator] = [textAt(args, 0), textAt(args, 1)];
    // An empty separator would part the letters.
    const pieces = sql`CASE WHEN ${separator} = '' THEN [${text}] ELSE string_split(${text}, ${separator}) END`;
    return textTerm(sql`coalesce(${trimmed(sql`(${pieces})[${countAt(args, 2)}]`)}, '')`);
  },
};

export const firstWord: FunctionEntry = {
  parameters: [{ name: "text", type: "text" }],
  returns: "text",
  summary: "The first word: everything before the first white space.",
  blank: "Blank text has no words.",
  examples: [
    [`first_word(" Blue T-Shirt, large")`, "Blue"],
    [`first_word("")`, ""],
  ],
  compile: (args) => textTerm(sql`regexp_extract(${textAt(args, 0)}, ${literal(`[^${SPACE}]+`)})`),
};

export const lastWord: FunctionEntry = {
  parameters: [{ name: "text", type: "text" }],
  returns: "text",
  summary: "The last word: everything after the last white space.",
  blank: "Blank text has no words.",
  examples: [
    [`last_word("Blue T-Shirt, large ")`, "large"],
    [`last_word("Blue")`, "Blue"],
  ],
  compile: (args) => textTerm(sql`regexp_extract(${textAt(args, 0)}, ${literal(`([^${SPACE}]+)[${SPACE}]*$`)}, 1)`),
};

export const limitWords: FunctionEntry = {
  parameters: [
    { name: "text", type: "text" },
    { name: "count", type: "number" },
  ],
  returns: "text",
  summary: "The first `count` words with one space between them. Words are separated by white space.",
  blank: "Blank text stays blank. A blank or negative count is 0.",
  examples: [
    [`limit_words("Blue  T-Shirt, large", 2)`, "Blue T-Shirt,"],
    [`limit_words("Blue", 5)`, "Blue"],
  ],
  compile: (args: readonly Term[]) => textTerm(textsJoined(sql`${wordsOf(textAt(args, 0))}[1:greatest(${countAt(args, 1)}, 0)]`, sql`' '`)),
};

/** Case matters; an empty part is nowhere. */
function upTo(text: Sql, part: Sql): Sql {
  return sql`CASE WHEN ${part} = '' THEN ${text} ELSE ${partBefore(text, part)} END`;
}

function behind(text: Sql, part: Sql): Sql {
  return sql`CASE WHEN ${part} <> '' AND contains(${text}, ${part}) THEN substr(${text}, strpos(${text}, ${part}) + length(${part})) ELSE '' END`;
}
