import type { Sql } from "../../../kernel/sql.ts";
import { htmlText } from "../../source/html-text.ts";
import { literal, sql } from "../../sql/fragment.ts";
import { nfc, trimmed } from "../../sql/text-sql.ts";
import { type Term, textTerm } from "../term.ts";
import { textAt } from "./arguments.ts";
import type { FunctionEntry } from "./function-entry.ts";
import { collapsed, SPACE, withoutApostrophes } from "./white-space.ts";

/** A function of one text to a text that is no longer. */
function cleaning(entry: Pick<FunctionEntry, "summary" | "examples"> & { readonly clean: (text: Sql) => Sql }): FunctionEntry {
  return {
    parameters: [{ name: "text", type: "text" }],
    returns: "text",
    summary: entry.summary,
    blank: "Blank text stays blank.",
    examples: entry.examples,
    compile: (args: readonly Term[]) => textTerm(entry.clean(textAt(args, 0))),
  };
}

export const trim = cleaning({
  summary: "The text without white space at its start and end.",
  examples: [
    [`trim("  blue  shirt ")`, "blue  shirt"],
    [`trim("   ")`, ""],
  ],
  clean: trimmed,
});

export const collapseSpaces = cleaning({
  summary: "The text with each run of white space, including line breaks, replaced by one space, and removed at the start and end.",
  examples: [
    [`collapse_spaces("  blue   shirt ")`, "blue shirt"],
    [`collapse_spaces("blue shirt")`, "blue shirt"],
  ],
  clean: collapsed,
});

export const normalize = cleaning({
  summary: "The text with letters and their accents composed into one character (Unicode NFC), and with white space collapsed.",
  examples: [
    [`normalize("e\u0301clair  au  lait")`, "éclair au lait"],
    [`normalize(" a ")`, "a"],
  ],
  clean: (text) => collapsed(nfc(text)),
});

export const stripHtml = cleaning({
  summary: "The plain text of HTML. Tags are removed, blocks become spaces, entities become characters, and white space is collapsed.",
  examples: [
    [`strip_html("<p>Soft <b>cotton</b></p><p>A &amp; B</p>")`, "Soft cotton A & B"],
    [`strip_html("3 < 5")`, "3 < 5"],
  ],
  clean: htmlText,
});

/** Pictographs and what makes sequences of them: modifiers, joiners, variation selectors, flags' letters and tags. Typographic dingbats (quotes, brackets, numbers in circles) stay, and so do ©, ® and ™. */
const PICTOGRAPH =
  "\\x{231A}\\x{231B}\\x{2328}\\x{23CF}\\x{23E9}-\\x{23FA}\\x{25AA}\\x{25AB}\\x{25B6}\\x{25C0}\\x{25FB}-\\x{25FE}\\x{2600}-\\x{275A}\\x{2761}-\\x{2767}\\x{2794}-\\x{27BF}\\x{2934}\\x{2935}\\x{2B05}-\\x{2B07}\\x{2B1B}\\x{2B1C}\\x{2B50}\\x{2B55}\\x{1F000}-\\x{1FAFF}";
const JOINING = "\\x{200D}\\x{20E3}\\x{FE0E}\\x{FE0F}\\x{E0020}-\\x{E007F}";

export const stripEmoji = cleaning({
  summary: "The text without emoji and pictographs, and with white space collapsed.",
  examples: [
    [`strip_emoji("Summer 🌞 dress 👩🏽‍🎤!")`, "Summer dress !"],
    [`strip_emoji("Acme™ 🇩🇪")`, "Acme™"],
  ],
  clean: (text) => {
    // U+200D joins letters in some scripts, so it goes only behind a pictograph.
    const without = sql`regexp_replace(${text}, ${literal(`[${PICTOGRAPH}][${PICTOGRAPH}${JOINING}]*`)}, ' ', 'g')`;
    return collapsed(sql`regexp_replace(${without}, '[\\x{20E3}\\x{FE0E}\\x{FE0F}]+', '', 'g')`);
  },
});

export const stripControl = cleaning({
  summary:
    "The text with tabs and line breaks replaced by one space, and without other control characters and invisible marks for direction or width.",
  examples: [
    [`strip_control("blue\u200B\u00AD shirt")`, "blue shirt"],
    [`strip_control("a\tb")`, "a b"],
  ],
  clean: (text) => {
    const lines = sql`regexp_replace(${text}, '[\\t-\\r\\x{85}\\x{2028}\\x{2029}]+', ' ', 'g')`;
    const invisible =
      "[\\x00-\\x1F\\x7F-\\x{9F}\\x{AD}\\x{200B}\\x{200E}\\x{200F}\\x{202A}-\\x{202E}\\x{2060}-\\x{2064}\\x{2066}-\\x{2069}\\x{FEFF}]+";
    return sql`regexp_replace(${lines}, ${literal(invisible)}, '', 'g')`;
  },
});

/** Characters no font shows, as a character class. */
export const UNSHOWN = "[\\x{E000}-\\x{F8FF}\\x{F0000}-\\x{10FFFF}\\x00-\\x08\\x0B\\x0C\\x0E-\\x1F\\x7F-\\x{9F}\\x{FFFD}-\\x{FFFF}]";

export const stripUnprintable = cleaning({
  summary:
    "The text without characters that no font shows: control characters except tabs and line breaks, private-use characters, and U+FFFD, which replaces what couldn't be decoded.",
  examples: [
    [`strip_unprintable("blue\u{E000} shirt\uFFFD")`, "blue shirt"],
    [`strip_unprintable("é 日 😀")`, "é 日 😀"],
  ],
  clean: (text) => sql`regexp_replace(${text}, ${literal(`${UNSHOWN}+`)}, '', 'g')`,
});

/** How a web address begins, in any case. `\b` knows ASCII letters only. */
export const ADDRESS_START = "(?:https?://|\\bwww\\.)";

export const stripUrls = cleaning({
  summary:
    "The text without web addresses and the white space before them. One begins with http://, https:// or www. and ends at white space.",
  examples: [
    [`strip_urls("See https://example.com/care for more")`, "See for more"],
    [`strip_urls("WWW.example.com and example.com")`, " and example.com"],
  ],
  clean: (text) => sql`regexp_replace(${text}, ${literal(`(?i)[${SPACE}]*${ADDRESS_START}[^${SPACE}]*`)}, '', 'g')`,
});

export const stripPunctuation = cleaning({
  summary:
    "The text without apostrophes, with other punctuation replaced by spaces, and with white space collapsed. Signs such as `$`, `+` and `™` stay.",
  examples: [
    [`strip_punctuation("Men's T-Shirt, (blue)!")`, "Mens T Shirt blue"],
    [`strip_punctuation("$5 + 3")`, "$5 + 3"],
  ],
  clean: (text) => collapsed(sql`regexp_replace(${withoutApostrophes(text)}, '\\p{P}+', ' ', 'g')`),
});
