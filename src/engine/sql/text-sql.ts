import { UNSEEN } from "../../kernel/seen-text.ts";
import type { Sql } from "../../kernel/sql.ts";
import { integer, join, list, literal, sql } from "./fragment.ts";

/** SQL idioms on text that several places of the engine need alike. Text is never NULL: blank is `''`. */

/** Code points a text value may have (rules, section 1). */
export const TEXT_LENGTH_MAX = 20_000;

/** The host of a web address in lower case; blank if the text is none. */
export function hostOf(url: Sql): Sql {
  return sql`lower(regexp_extract(${url}, '(?i)^https?://(?:[^/?#@]*@)?([^/?#:@]+)', 1))`;
}

/** White space of any kind at both ends. */
export function trimmed(text: Sql): Sql {
  return sql`regexp_replace(${text}, '^[\\s\\x{A0}\\x{202F}\\x{FEFF}]+|[\\s\\x{A0}\\x{202F}\\x{FEFF}]+$', '', 'g')`;
}

/** White space a blank value may consist of. */
const BLANKS = " \t\n\r\u00A0";

/** Missing or only white space; the left end tells, so that a long text is not walked. */
export function isBlank(text: Sql): Sql {
  const brief = isBlankInBrief(text);
  if (!COLUMN.test(text.text)) return brief;
  return sql`(CASE WHEN ${text} BETWEEN '!' AND '~' THEN false WHEN ${text} = '' THEN true ELSE ${brief} END)`;
}

/** The same in less SQL, for what asks it of many texts many times over. */
export function isBlankInBrief(text: Sql): Sql {
  return sql`(ltrim(${text}, ${literal(BLANKS)}) = '')`;
}

/** Whether nothing of a text can be seen, as `seenText` decides. Most texts begin with a letter, which ends the look. */
export function isUnseen(text: Sql): Sql {
  const pattern = UNSEEN.source.replaceAll(/\\u\{?([0-9A-F]+)\}?/g, "\\x{$1}");
  const looked = sql`regexp_full_match(${text}, ${literal(pattern)})`;
  return COLUMN.test(text.text) ? sql`(CASE WHEN ${text} BETWEEN '!' AND '~' THEN false ELSE ${looked} END)` : looked;
}

/** A column can be mentioned freely, and its first byte tells at a tenth of what `ltrim` costs. */
const COLUMN = /^"(?:[a-z][0-9]+|its_[a-z0-9_]+)"$/;

/**
 * The number a text is, else NULL (rules, section 1): optional sign, up to 18 digits, up to 9 decimals, optionally a space
 * and a currency. Whatever else DuckDB would read as a number (`1e5`, `nan`, `1_000`) is text. Numbers of ordinary size go by
 * DECIMAL(18,4), which DuckDB casts a hundred times faster than the wide one.
 */
export function numberOf(text: Sql): Sql {
  const wide = sql`TRY_CAST(regexp_extract(${text}, '^\\s*([+-]?[0-9]{1,18}(?:\\.[0-9]{1,9})?)(?: [A-Z]{3})?\\s*$', 1) AS DECIMAL(28,9))`;
  const narrow = sql`CAST(TRY_CAST(string_split(${text}, ' ')[1] AS DECIMAL(18,4)) AS DECIMAL(28,9))`;
  return sql`CASE WHEN regexp_full_match(${text}, '[0-9]{1,13}(\\.[0-9]{1,4})?( [A-Z]{3})?') THEN ${narrow} WHEN ${isBlank(text)} THEN NULL ELSE ${wide} END`;
}

/**
 * Whether a pattern, which is no user's, matches anywhere in a text. DuckDB asks `regexp_full_match` once for each value of a column's dictionary,
 * `regexp_matches` for each row.
 */
export function hasMatch(text: Sql, pattern: string): Sql {
  return sql`regexp_full_match(${text}, ${literal(`(?s:.*)(?:${pattern})(?s:.*)`)})`;
}

/** The currency an amount names; blank where the text is no amount with one. */
export function currencyOf(text: Sql): Sql {
  return sql`regexp_extract(${text}, '^\\s*[+-]?[0-9]{1,18}(?:\\.[0-9]{1,9})? ([A-Z]{3})\\s*$', 1)`;
}

/** A number as it is written in a rule, as `numberText` prints it: DuckDB would take it apart each time it is mentioned. */
export function writtenNumber(decimal: string): string {
  const [, minus = "", whole = "", fraction = ""] = /^(-?)\+?0*([0-9]*)(?:\.([0-9]*?)0*)?$/.exec(decimal) ?? [];
  const digits = `${whole || "0"}${fraction === "" ? "" : `.${fraction}`}`;
  return digits === "0" ? digits : `${minus}${digits}`;
}

/** A text in lower case. DuckDB folds what is not ASCII itself: its lower case and JavaScript's differ for some letters. */
export function foldedLiteral(text: string): Sql {
  return /^[\x20-\x7E]*$/.test(text) ? literal(text.toLowerCase()) : sql`lower(${literal(text)})`;
}

/** Up to 13 digits and 4 decimals without a sign: what prices and quantities are. */
export function isOrdinaryNumber(text: Sql): Sql {
  return sql`regexp_full_match(${text}, '[0-9]{1,13}(\\.[0-9]{1,4})?')`;
}

/** A number as text: no exponent, no trailing zeros; NULL becomes blank. */
export function numberText(number: Sql): Sql {
  return sql`coalesce(${numberTextOrNull(number)}, '')`;
}

export function numberTextOrNull(number: Sql): Sql {
  // Printing a wide decimal takes three times as long as one of half the bits, which ordinary numbers fit.
  const printed = sql`coalesce(CAST(TRY_CAST(${number} AS DECIMAL(18,9)) AS VARCHAR), CAST(${number} AS VARCHAR))`;
  return sql`regexp_replace(${printed}, '\\.?0+$', '')`;
}

/**
 * Characters that composing (NFC) may touch: marks, and what has a canonical decomposition or composes with what stands before.
 * A superset, held by a test against all of Unicode. Composing costs 30 µs a kilobyte, this look a tenth of it, and almost no
 * text has one of them. The pattern is compiled for each column, so the ranges are few and wide instead of exact, but spare the
 * letters of living scripts.
 */
const UNSETTLED = `[${[
  "\\x{0300}-\\x{0387}", // marks, and a few of Greek
  "\\x{0483}-\\x{0489}", // marks of Cyrillic
  "\\x{0591}-\\x{05CF}", // of Hebrew
  "\\x{0610}-\\x{061A}\\x{064B}-\\x{0670}\\x{06D6}-\\x{06ED}", // of Arabic
  "\\x{0700}-\\x{0DFF}\\x{0E31}-\\x{109F}", // Syriac to Myanmar
  "\\x{1100}-\\x{11FF}", // parts of Hangul syllables
  "\\x{135D}-\\x{1DFF}", // after the Ethiopic letters, to further marks
  "\\x{1F00}-\\x{2001}", // Greek with marks, and two spaces
  "\\x{20D0}-\\x{20FF}\\x{2126}-\\x{212B}\\x{2329}\\x{232A}\\x{2ADC}\\x{2CEF}-\\x{2DFF}", // marks of symbols, and some symbols
  "\\x{302A}-\\x{302F}\\x{3099}\\x{309A}", // marks of Chinese and Japanese
  "\\x{A66F}-\\x{ABFF}\\x{F900}-\\x{FE2F}", // smaller scripts, and compatibility forms
  "\\x{10000}-\\x{1EFFF}\\x{2F800}-\\x{10FFFF}", // beyond the basic plane, except pictures and Chinese characters
].join("")}]`;

/** A text in composed form (NFC); NULL stays NULL. Most text has a byte a character, which is seen sooner still, and is composed. */
export function nfc(text: Sql): Sql {
  return sql`CASE WHEN strlen(${text}) = length(${text}) THEN ${text} WHEN ${hasCharacterOf(text, UNSETTLED)} THEN nfc_normalize(${text}) ELSE ${text} END`;
}

/**
 * Whether a text has a character of a class. `regexp_matches` is a third faster per text, but compiles its pattern up to four times per mention, which in a small
 * shop takes longer than all rows together.
 */
function hasCharacterOf(text: Sql, characters: string): Sql {
  return sql`regexp_extract(${text}, ${literal(characters)}) <> ''`;
}

/** What may not stand in one cell of one line: control characters, and every line break Unicode knows. */
const UNCLEAN = "[\\x00-\\x1F\\x7F-\\x{9F}\\x{2028}\\x{2029}]";

/** What `trim` takes from the ends. A row is cleaned as a whole, so what cleaning changes has to be seen in each of its values. */
const SPACE = "[\\s\\p{Z}]";

/** White space that stays at the ends of a list's items, because items are rid of the ordinary kinds alone. */
const ODD_SPACE = "[\\x{1680}\\x{2000}-\\x{200A}\\x{205F}\\x{3000}]";

/** A character no text has, to look at many values in one go. */
const SEPARATOR = sql`chr(65535)`;

/** Whether any of some values is not one clean line: one look at all of them, because 28 looks cost three times as much. */
export function anyUnclean(values: readonly Sql[]): Sql {
  return anyWith(UNCLEAN, values);
}

/** The same, or an item of a value that is a list; where there is odd white space in the midst of a text it says so, too. */
export function anyUncleanItem(values: readonly Sql[]): Sql {
  return anyWith(`${UNCLEAN}|${ODD_SPACE}`, values);
}

function anyWith(unclean: string, values: readonly Sql[]): Sql {
  const joined = sql`${SEPARATOR} || concat_ws(${SEPARATOR}, ${list(values)}) || ${SEPARATOR}`;
  return sql`regexp_matches(${joined}, ${literal(`${unclean}|${SPACE}\\x{FFFF}|\\x{FFFF}${SPACE}`)})`;
}

/** Whether a text is not one clean line, so that cleaning may change it. */
export function isUnclean(text: Sql): Sql {
  return sql`regexp_matches(${text}, ${literal(`${UNCLEAN}|^${SPACE}|${SPACE}$`)})`;
}

/** Whether a list as columns keep it, or what is made of some of its items, may be something else than one clean line. */
export function hasUncleanItem(text: Sql): Sql {
  return sql`regexp_matches(${text}, ${literal(`${UNCLEAN}|${ODD_SPACE}|^${SPACE}|${SPACE}$`)})`;
}

/** Whether a text that is written out is one clean line, to the database as well. */
export function isCleanLine(text: string): boolean {
  return !/[\p{Cc}\u2028\u2029]|^[\s\p{Z}]|[\s\p{Z}]$/u.test(text);
}

/** One line, one cell: runs of control characters and line breaks become one space, and the ends are trimmed. */
export function cleaned(text: Sql): Sql {
  return sql`trim(regexp_replace(${text}, ${literal(`${UNCLEAN}+`)}, ' ', 'g'))`;
}

/** A number as numbers are kept; blank where it has no place there. */
export function bounded(number: Sql): Sql {
  return sql`TRY_CAST(${number} AS DECIMAL(28,9))`;
}

/** A count given to a function: its whole part, blank is 0, at most as long as a text may be. */
export function countOf(number: Sql): Sql {
  const most = integer(TEXT_LENGTH_MAX);
  return sql`CAST(trunc(greatest(least(coalesce(${number}, 0), ${most}), -${most})) AS BIGINT)`;
}

/** An ISO date or moment as TIMESTAMP in UTC, else NULL; a moment without a zone is UTC. */
export function dateOf(text: Sql): Sql {
  const iso = "\\s*[0-9]{4}-[0-9]{2}-[0-9]{2}(?:[T ][0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:\\.[0-9]{1,6})?)?(?:Z|[+-][0-9]{2}:?[0-9]{2})?)?\\s*";
  return sql`CASE WHEN regexp_full_match(${text}, ${literal(iso)}) THEN make_timestamp(epoch_us(${momentIn(sql`trim(${text})`)})) END`;
}

/** An ISO date or moment as TIMESTAMPTZ. DuckDB reads an offset after seconds alone, so where there are none it gets them. */
export function momentIn(text: Sql): Sql {
  const withSeconds = sql`regexp_replace(moment, '([T ][0-9]{2}:[0-9]{2})([Z+-])', '\\1:00\\2')`;
  const read = sql`coalesce(TRY_CAST(moment AS TIMESTAMPTZ), TRY_CAST(${withSeconds} AS TIMESTAMPTZ))`;
  return sql`(list_transform([${text}], lambda moment: ${read})[1])`;
}

/** A TIMESTAMP as ISO text: a day where it is midnight, else to the second in UTC; NULL is blank. */
export function dateText(date: Sql): Sql {
  return sql`coalesce(CASE WHEN date_trunc('day', ${date}) = ${date} THEN strftime(${date}, '%Y-%m-%d') ELSE strftime(${date}, '%Y-%m-%dT%H:%M:%SZ') END, '')`;
}

/** The items of a list as columns keep it: parted by commas, without the white space around them, none blank. */
export function itemsOf(text: Sql): Sql {
  return sql`list_filter(list_transform(string_split(${text}, ','), lambda item: ${trimmed(sql`item`)}), lambda item: item <> '')`;
}

/** White space that items do not have at their ends, a character each. */
const ITEM_SPACE = [" ", "\t", "\n", "\f", "\r", "\u00A0", "\u202F", "\uFEFF"];

/** Whether the items of a list stand in its text as they are: none is blank, and there is no white space to take away. */
export function isPlainList(text: Sql): Sql {
  const contained = [...ITEM_SPACE, ",,"].map((part) => sql`contains(${text}, ${literal(part)})`);
  return sql`NOT (${join([...contained, sql`starts_with(${text}, ',')`, sql`ends_with(${text}, ',')`, sql`${text} = ''`], sql` OR `)})`;
}

/**
 * `itemsOf` where most lists are plain, and the items are asked for in one place: plain ones are only parted. What the others' are made of is NULL there, which
 * costs nothing; behind a condition DuckDB would make it for every row if it's mentioned twice.
 */
export function mostlyPlainItems(text: Sql): Sql {
  return sql`coalesce(${itemsOf(sql`CASE WHEN NOT ${isPlainList(text)} THEN ${text} END`)}, string_split(${text}, ','))`;
}

/*
 * DuckDB's `array_to_string`, `split_part` and `nullif` are macros that mention an argument twice. Nested in each other they double
 * with every level, so what expressions nest is made of these instead.
 */

/** The texts of a list with a separator between. */
export function textsJoined(texts: Sql, separator: Sql): Sql {
  return sql`coalesce(list_aggr(${texts}, 'string_agg', ${separator}), '')`;
}

/** What stands before the first separator: all of it where there is none. */
export function partBefore(text: Sql, separator: Sql): Sql {
  return sql`coalesce(string_split(${text}, ${separator})[1], '')`;
}

/** A list as columns keep it. A comma within an item becomes U+201A, so that the items can be parted again. */
export function itemsText(items: Sql): Sql {
  return textsJoined(sql`list_transform(${items}, lambda item: replace(item, ',', chr(8218)))`, sql`','`);
}

/** The items of a list as columns keep it, folded, without the white space around them, between commas: `,red,dark blue,`. */
export function foldedItems(text: Sql): Sql {
  return sql`concat(',', regexp_replace(lower(${trimmed(text)}), '\\s*,\\s*', ',', 'g'), ',')`;
}
