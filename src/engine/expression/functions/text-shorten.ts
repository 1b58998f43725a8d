import type { Sql } from "../../../kernel/sql.ts";
import { literal, sql } from "../../sql/fragment.ts";
import { type Term, textWithin } from "../term.ts";
import { countAt, optionalText, textAt } from "./arguments.ts";
import type { FunctionEntry } from "./function-entry.ts";
import { named } from "./named.ts";
import { SPACE } from "./white-space.ts";

/** Text cut to a length that channels take. The length includes the suffix; a text that is short enough gets none. */

const PARAMETERS = [
  { name: "text", type: "text" },
  { name: "length", type: "number" },
  { name: "suffix", type: "text", optional: true },
] as const;

const BLANK = "Blank text stays blank. A blank or negative length is 0. A suffix that doesn't fit is left out.";

export const truncate: FunctionEntry = {
  parameters: PARAMETERS,
  returns: "text",
  summary: "The text cut to at most `length` characters. White space, commas and dashes at the cut are removed, then the suffix is added.",
  blank: BLANK,
  examples: [
    [`truncate("Soft cotton shirt", 11)`, "Soft cotton"],
    [`truncate("Soft cotton shirt", 6, "…")`, "Soft…"],
    [`truncate("Soft", 10, "…")`, "Soft"],
  ],
  compile: (args) =>
    textWithin(
      shortened(args, ({ text, room }) => sql`left(${text}, ${room})`),
      [],
    ),
};

export const truncateWords: FunctionEntry = {
  parameters: PARAMETERS,
  returns: "text",
  summary:
    "The text cut to at most `length` characters between words, or within the first word if that one is longer. Then the suffix is added.",
  blank: BLANK,
  examples: [
    [`truncate_words("Soft cotton, blue", 14, "…")`, "Soft cotton…"],
    [`truncate_words("Soft cotton", 8)`, "Soft"],
    [`truncate_words("Hypoallergenic", 5)`, "Hypoa"],
  ],
  compile: (args) =>
    textWithin(
      shortened(args, ({ text, room }) => {
        // With the character behind the cut: where that is white space, the last word is whole.
        const found = sql`regexp_extract(left(${text}, ${room} + 1), ${literal(`(?s)^(.*[^${SPACE}])[${SPACE}]`)}, 1)`;
        return named(found, "words", (words) => sql`CASE WHEN ${words} = '' THEN left(${text}, ${room}) ELSE ${words} END`);
      }),
      [],
    ),
};

/** What looks unfinished before a suffix: white space, commas, dashes, opening brackets. */
const LOOSE = `${SPACE},;:|/&(\\[{\\-–—`;
const LOOSE_ENDS = `([^${LOOSE}])[${LOOSE}]+$`;

interface Cut {
  readonly text: Sql;
  /** Characters that are left for the text. */
  readonly room: Sql;
}

/** The text where it is short enough, else what was kept of it and the suffix where that fits. */
function shortened(args: readonly Term[], kept: (cut: Cut) => Sql): Sql {
  const [text, given] = [textAt(args, 0), optionalText(args, 2, sql`''`)];
  return named(sql`greatest(${countAt(args, 1)}, 0)`, "length", (length) => {
    const suffix = sql`CASE WHEN length(${given}) < ${length} THEN ${given} ELSE '' END`;
    const room = sql`(${length} - length(${suffix}))`;
    const whole = sql`regexp_replace(${kept({ text, room })}, ${literal(LOOSE_ENDS)}, '\\1') || ${suffix}`;
    // Bytes are known without looking at the text, and are at least as many as the characters.
    return sql`CASE WHEN strlen(${text}) <= ${length} OR length(${text}) <= ${length} THEN ${text} ELSE ${whole} END`;
  });
}
