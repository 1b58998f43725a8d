import type { Sql } from "../../../kernel/sql.ts";
import { integer, literal, sql } from "../../sql/fragment.ts";
import { isBlankInBrief, TEXT_LENGTH_MAX } from "../../sql/text-sql.ts";
import { type Term, textTerm, textWithin } from "../term.ts";
import { countAt, optionalText, textAt } from "./arguments.ts";
import { concatenated, cut, joined } from "./bounded-text.ts";
import type { FunctionEntry } from "./function-entry.ts";
import { named } from "./named.ts";
import { withoutApostrophes } from "./white-space.ts";

/** Texts made of others, never longer than a text may be. */

/** Texts joined in one call. */
const TEXTS_MAX = 50;

export const concat: FunctionEntry = {
  parameters: [{ name: "text", type: "text" }],
  repeats: TEXTS_MAX,
  returns: "text",
  summary: "The values joined one after another.",
  blank: "A blank value adds nothing, or the spaces it has.",
  examples: [
    [`concat("Acme", " ", "shirt ", 5)`, "Acme shirt 5"],
    [`concat("Acme", blank)`, "Acme"],
  ],
  compile: (args) => textWithin(concatenated(args.map((_, at) => textAt(args, at))), []),
};

export const joinNonblank: FunctionEntry = {
  parameters: [
    { name: "separator", type: "text" },
    { name: "text", type: "text" },
  ],
  repeats: TEXTS_MAX + 1,
  returns: "text",
  summary: "The values that aren't blank, joined with a separator.",
  blank: "Blank values are left out, together with their separators.",
  examples: [
    [`join_nonblank(" - ", "Acme", "", "shirt")`, "Acme - shirt"],
    [`join_nonblank(", ", "", blank)`, ""],
  ],
  compile: (args) => {
    const texts = args.slice(1).map((_, at) => textAt(args, at + 1));
    return textTerm(
      joined(
        texts.map((text) => sql`CASE WHEN ${isBlankInBrief(text)} THEN NULL ELSE ${text} END`),
        textAt(args, 0),
      ),
    );
  },
};

export const repeatText: FunctionEntry = {
  parameters: [
    { name: "text", type: "text" },
    { name: "count", type: "number", most: TEXT_LENGTH_MAX },
  ],
  returns: "text",
  summary: "The text repeated that many times, up to 20,000 characters.",
  blank: "A blank or negative count is 0.",
  examples: [
    [`repeat_text("ab", 3)`, "ababab"],
    [`repeat_text("ab", -1)`, ""],
  ],
  compile: (args) => {
    const text = textAt(args, 0);
    // Once more than what fits: a count of the row may be far more, and DuckDB repeats constants while it plans.
    const enough = sql`least(${countAt(args, 1)}, ${integer(TEXT_LENGTH_MAX)} // greatest(length(${text}), 1) + 1)`;
    return textTerm(cut(sql`repeat(${text}, ${enough})`));
  },
};

const PAD_PARAMETERS = [
  { name: "text", type: "text" },
  { name: "length", type: "number" },
  { name: "with", type: "text", optional: true },
] as const;

const PAD_BLANK = "A blank length is 0. If the padding is blank, the text is unchanged.";

export const padLeft: FunctionEntry = {
  parameters: PAD_PARAMETERS,
  returns: "text",
  summary: "The text padded at the start to that length, with spaces or with the given padding. Longer text is unchanged.",
  blank: PAD_BLANK,
  examples: [
    [`pad_left("42", 5, "0")`, "00042"],
    [`pad_left("123456", 5, "0")`, "123456"],
  ],
  compile: (args) => textTerm(padded(args, (...parts) => sql`lpad(${parts[0]}, ${parts[1]}, ${parts[2]})`)),
};

export const padRight: FunctionEntry = {
  parameters: PAD_PARAMETERS,
  returns: "text",
  summary: "The text padded at the end to that length, with spaces or with the given padding. Longer text is unchanged.",
  blank: PAD_BLANK,
  examples: [
    [`pad_right("42", 5, "ab")`, "42aba"],
    [`pad_right("42", 1, "0")`, "42"],
  ],
  compile: (args) => textTerm(padded(args, (...parts) => sql`rpad(${parts[0]}, ${parts[1]}, ${parts[2]})`)),
};

/** DuckDB cuts what is longer, and throws where there is nothing to pad with. */
function padded(args: readonly Term[], pad: (text: Sql, length: Sql, filler: Sql) => Sql): Sql {
  const [text, filler] = [textAt(args, 0), optionalText(args, 2, sql`' '`)];
  const length = sql`CAST(${countAt(args, 1)} AS INTEGER)`;
  return sql`CASE WHEN ${filler} = '' OR length(${text}) >= ${length} THEN ${text} ELSE ${pad(text, length, filler)} END`;
}

export const reverse: FunctionEntry = {
  parameters: [{ name: "text", type: "text" }],
  returns: "text",
  summary: "The text in reverse. Accents stay with their letters.",
  blank: "Blank text stays blank.",
  examples: [
    [`reverse("Café")`, "éfaC"],
    [`reverse("ab")`, "ba"],
  ],
  compile: (args) => textTerm(sql`reverse(${textAt(args, 0)})`),
};

/** Latin letters that have no accent to take off, and what they are written as without. */
const LETTERS = ["øđłıðħŧ", "odlidht"] as const;
const PAIRS = [
  ["ß", "ss"],
  ["æ", "ae"],
  ["œ", "oe"],
  ["þ", "th"],
] as const;
const UNACCENTED = `[${LETTERS[0]}ßæœþ]`;

export const slug: FunctionEntry = {
  parameters: [{ name: "text", type: "text" }],
  returns: "text",
  summary:
    "The text as part of a URL: the letters a to z without accents, digits, and one `-` for anything between them. Apostrophes are removed.",
  blank: "Blank if no letter or digit is left.",
  examples: [
    [`slug("Men's Größe: Ä/Ø – Crème brûlée!")`, "mens-grosse-a-o-creme-brulee"],
    [`slug("日本")`, ""],
  ],
  compile: (args) => {
    const plain = named(sql`lower(strip_accents(${textAt(args, 0)}))`, "letters", (letters) => {
      const pairs = PAIRS.reduce((so, [from, to]) => sql`replace(${so}, ${literal(from)}, ${literal(to)})`, letters);
      const spelled = sql`translate(${pairs}, ${literal(LETTERS[0])}, ${literal(LETTERS[1])})`;
      return sql`CASE WHEN regexp_matches(${letters}, ${literal(UNACCENTED)}) THEN ${spelled} ELSE ${letters} END`;
    });
    const dashed = sql`regexp_replace(${withoutApostrophes(plain)}, '[^a-z0-9]+', '-', 'g')`;
    return textTerm(sql`trim(${cut(dashed)}, '-')`);
  },
};
