import type { Sql } from "../../../kernel/sql.ts";
import { htmlText } from "../../source/html-text.ts";
import { integer, literal, sql } from "../../sql/fragment.ts";
import { TEXT_LENGTH_MAX, textsJoined } from "../../sql/text-sql.ts";
import { textTerm } from "../term.ts";
import { textAt } from "./arguments.ts";
import type { FunctionEntry } from "./function-entry.ts";

/** Text written as HTML or as part of a link, and back. What is not written so stays as it is. */

const ENTITIES = [
  ["&", "&amp;"],
  ["<", "&lt;"],
  [">", "&gt;"],
  ['"', "&quot;"],
  ["'", "&#39;"],
] as const;

export const htmlEncode: FunctionEntry = {
  parameters: [{ name: "text", type: "text" }],
  returns: "text",
  summary: "The text as HTML: `&`, `<`, `>` and quotes become entities.",
  blank: "Blank text stays blank.",
  examples: [
    [`html_encode("A & B <b>")`, "A &amp; B &lt;b&gt;"],
    [`html_encode("5'")`, "5&#39;"],
  ],
  compile: (args) => {
    const text = textAt(args, 0);
    const encoded = ENTITIES.reduce((so, [from, to]) => sql`replace(${so}, ${literal(from)}, ${literal(to)})`, text);
    return textTerm(wholeCodes({ text, encoded, growth: 6, partial: "&[^;]*$" }));
  },
};

/** Characters that no text has, one for each that reading HTML would change beside the entities. */
const CHANGED = " <\t\n\u000B\f\r\u00A0\u202F\u200B\u2028\u2029\uFEFF";
const HIDDEN = "\uFDD0\uFDD1\uFDD2\uFDD3\uFDD4\uFDD5\uFDD6\uFDD7\uFDD8\uFDD9\uFDDA\uFDDB";

export const htmlDecode: FunctionEntry = {
  parameters: [{ name: "text", type: "text" }],
  returns: "text",
  summary:
    "The text with HTML entities replaced by their characters. Each entity is decoded once, and tags stay. Entities for spaces become one space, and are removed at the start and end.",
  blank: "Blank text stays blank. Anything that isn't an entity is unchanged.",
  examples: [
    [`html_decode("A &amp; B &#8364; &lt;b&gt;")`, "A & B € <b>"],
    [`html_decode("&amp;lt; &nope;")`, "&lt; &nope;"],
  ],
  compile: (args) => {
    const text = textAt(args, 0);
    const decoded = htmlText(sql`translate(${text}, ${literal(CHANGED)}, ${literal(HIDDEN)})`);
    return textTerm(
      sql`CASE WHEN contains(${text}, '&') THEN translate(${decoded}, ${literal(HIDDEN)}, ${literal(CHANGED)}) ELSE ${text} END`,
    );
  },
};

export const urlEncode: FunctionEntry = {
  parameters: [{ name: "text", type: "text" }],
  returns: "text",
  summary:
    "The text encoded for a URL. Every character except ASCII letters, digits and `-._~` becomes `%` and two digits for each of its UTF-8 bytes.",
  blank: "Blank text stays blank.",
  examples: [
    [`url_encode("Größe 5/6 & more")`, "Gr%C3%B6%C3%9Fe%205%2F6%20%26%20more"],
    [`url_encode("a-b_c.d~e")`, "a-b_c.d~e"],
  ],
  compile: (args) => {
    const text = textAt(args, 0);
    const next = "%[89AB][0-9A-F]";
    const partial = `(?:%[CD][0-9A-F]|%E[0-9A-F](?:${next})?|%F[0-9A-F](?:${next}){0,2})?(?:%[0-9A-F]?)?$`;
    return textTerm(wholeCodes({ text, encoded: sql`url_encode(${text})`, growth: 3, partial }));
  },
};

/** A character in percent form: UTF-8 that is well formed, and not U+0000. */
const NEXT = "%[89AB][0-9A-F]";
const PERCENT_CHARACTER = `%0[1-9A-F]|%[1-7][0-9A-F]|%(?:C[2-9A-F]|D[0-9A-F])${NEXT}|%E0%[AB][0-9A-F]${NEXT}|%(?:E[1-9ABCEF])${NEXT}${NEXT}|%ED%[89][0-9A-F]${NEXT}|%F0%[9AB][0-9A-F]${NEXT}${NEXT}|%F[123]${NEXT}${NEXT}${NEXT}|%F4%8[0-9A-F]${NEXT}${NEXT}`;

export const urlDecode: FunctionEntry = {
  parameters: [{ name: "text", type: "text" }],
  returns: "text",
  summary: "The text with percent-encoded characters decoded. `+` stays, as do sequences that aren't valid UTF-8.",
  blank: "Blank text stays blank.",
  examples: [
    [`url_decode("Gr%C3%B6%C3%9Fe%205")`, "Größe 5"],
    [`url_decode("100% %FF a+b")`, "100% %FF a+b"],
  ],
  compile: (args) => {
    const text = textAt(args, 0);
    const pieces = sql`regexp_extract_all(${text}, ${literal(`(?i)(?:${PERCENT_CHARACTER})+|[^%]+|%`)})`;
    const decoded = sql`list_transform(${pieces}, lambda piece: CASE WHEN starts_with(piece, '%') AND strlen(piece) > 1 THEN url_decode(piece) ELSE piece END)`;
    return textTerm(sql`CASE WHEN contains(${text}, '%') THEN ${textsJoined(decoded, sql`''`)} ELSE ${text} END`);
  },
};

interface Encoding {
  readonly text: Sql;
  readonly encoded: Sql;
  /** Characters that one byte may become. */
  readonly growth: number;
  /** What the cut may leave of a code at the end. */
  readonly partial: string;
}

/** An encoded text cut to its bound, without the part of a code that the cut has left at its end. */
function wholeCodes({ text, encoded, growth, partial }: Encoding): Sql {
  const most = integer(TEXT_LENGTH_MAX);
  const short = sql`strlen(${text}) * ${integer(growth)} <= ${most} OR length(${encoded}) <= ${most}`;
  return sql`CASE WHEN ${short} THEN ${encoded} ELSE regexp_replace(left(${encoded}, ${most}), ${literal(partial)}, '') END`;
}
