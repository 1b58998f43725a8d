import type { Sql } from "../../kernel/sql.ts";
import { integer, join, list, literal, sql } from "../sql/fragment.ts";
import { textsJoined } from "../sql/text-sql.ts";
import { HTML_ENTITIES } from "./html-entities.ts";

/** Elements that sit inside a line: taking their tags away must not part a word. */
const INLINE = "a|abbr|b|bdi|bdo|big|cite|code|del|dfn|em|font|i|ins|kbd|mark|q|s|samp|small|span|strike|strong|sub|sup|tt|u|var|wbr";

/** What follows a tag's name. A value in quotes may have a `>`; a quote that nothing closes is a character like others. */
const ATTRIBUTES = `(?:[^>=]|=\\s*"[^"]*"|=\\s*'[^']*'|=)*`;
/** A tag, by what a browser takes for one. */
const TAG = `<[A-Za-z/!?]${ATTRIBUTES}>`;

/**
 * Plain text of HTML, as SQL: script and style go with their content, inline tags vanish, every other tag becomes a space,
 * character references become characters, white space collapses. Linear, total, and the same wherever it is used.
 *
 * A match costs more than a kilobyte of looking, so tags that follow each other go as one.
 */
export function htmlText(html: Sql): Sql {
  const without = sql`regexp_replace(${html}, '(?is)<!--.*?-->|<(?:script|style|template)\\b[^>]*>.*?</(?:script|style|template)\\s*>', ' ', 'g')`;
  const inline = sql`regexp_replace(${without}, ${literal(`(?i)</?(?:${INLINE})(?:\\s${ATTRIBUTES}|/)?>`)}, '', 'g')`;
  const tagless = sql`regexp_replace(${inline}, ${literal(`${TAG}(?:\\s*${TAG})*`)}, ' ', 'g')`;
  const text = sql`CASE WHEN contains(${html}, '<') THEN ${tagless} ELSE ${html} END`;
  // RE2 takes U+000B for no white space.
  const collapsed = sql`regexp_replace(${decodedReferences(text)}, '[\\s\\x0B\\x{A0}\\x{202F}\\x{200B}\\x{2028}\\x{2029}\\x{FEFF}]{2,}|[\\t-\\r\\x{A0}\\x{202F}\\x{200B}\\x{2028}\\x{2029}\\x{FEFF}]', ' ', 'g')`;
  // At most one space is left at an end; `rtrim` would walk the whole text to find it.
  return sql`ltrim(regexp_replace(${collapsed}, ' $', ''), ' ')`;
}

/** The names that most references have, so that few are looked up among all. */
const COMMON = ["amp", "nbsp", "lt", "gt", "quot", "apos", "euro", "rsquo", "lsquo", "rdquo", "ldquo", "ndash", "mdash", "hellip"];

/**
 * `&amp;`, `&#8217;`, `&#x2019;` become characters; what is no reference stays as it is. References are decoded once: the
 * text is split at `&` and each piece looked at alone, so `&amp;lt;` is `&lt;`. No CASE spares the texts without any: around
 * a lambda it costs more than it saves.
 */
function decodedReferences(text: Sql): Sql {
  const code = sql`CASE WHEN starts_with(piece, '#x') OR starts_with(piece, '#X')
    THEN TRY_CAST('0x' || regexp_extract(piece, '^#[xX]([0-9A-Fa-f]{1,6});', 1) AS BIGINT)
    ELSE TRY_CAST(regexp_extract(piece, '^#([0-9]{1,7});', 1) AS BIGINT) END`;
  const character = sql`CASE WHEN starts_with(piece, '#') THEN ${characterOf(code)} ELSE ${namedCharacter()} END`;
  // Looking a name up is what costs; a bare ampersand need not.
  const referring = sql`regexp_matches(piece, '^(?:[A-Za-z][A-Za-z0-9]{1,30}|#[0-9]{1,7}|#[xX][0-9A-Fa-f]{1,6});')`;
  const rest = sql`substr(piece, strpos(piece, ';') + 1)`;
  const decoded = sql`coalesce(${commonCharacter()} || ${rest}, CASE WHEN ${referring} THEN ${character} END || ${rest}, '&' || piece)`;
  return textsJoined(
    sql`list_transform(string_split(${text}, '&'), lambda piece, nth: CASE WHEN nth = 1 THEN piece ELSE ${decoded} END)`,
    sql`''`,
  );
}

/** The character of the common reference a piece begins with; NULL where it is none of them. */
function commonCharacter(): Sql {
  const common = [...HTML_ENTITIES.filter(([entity]) => COMMON.includes(entity)), ["#39", "'"] as const];
  const references = list(common.map(([entity]) => literal(`${entity};`)));
  return sql`[${list(common.map(([, character]) => literal(character)))}][list_position([${references}], left(piece, strpos(piece, ';')))]`;
}

/**
 * The character of the name a piece begins with; NULL where there is none of that name. A position in a constant list: a MAP
 * or a CASE of this size costs ten to forty times as much, and one list for all lengths five times.
 */
function namedCharacter(): Sql {
  const byLength = Map.groupBy(HTML_ENTITIES, ([entity]) => entity.length);
  const whens = [...byLength].map(([length, entities]) => {
    const names = list(entities.map(([entity]) => literal(entity)));
    const characters = list(entities.map(([, character]) => literal(character)));
    return sql`WHEN ${integer(length)} THEN [${characters}][list_position([${names}], left(piece, ${integer(length)}))]`;
  });
  return sql`CASE strpos(piece, ';') - 1 ${join(whens, sql` `)} END`;
}

/** What 128 to 159 mean in HTML: the characters of Windows-1252, which old editors wrote as numbers; `?` where it has none. */
const WINDOWS_1252 = "€?‚ƒ„…†‡ˆ‰Š‹Œ?Ž??‘’“”•–—˜™š›œ?žŸ";

/** NULL for what is no character: surrogates, control characters but white space, beyond Unicode. */
function characterOf(code: Sql): Sql {
  const windows = sql`nullif(substr(${literal(WINDOWS_1252)}, CAST(${code} AS BIGINT) - 127, 1), '?')`;
  const isCharacter = sql`(${code} BETWEEN 32 AND 126 OR ${code} BETWEEN 160 AND 55295 OR ${code} BETWEEN 57344 AND 1114111)`;
  // DuckDB may ask `chr` for codes that the condition leaves out, and it refuses what is none.
  const character = sql`chr(CASE WHEN ${isCharacter} THEN CAST(${code} AS INTEGER) ELSE 32 END)`;
  return sql`CASE WHEN ${isCharacter} THEN ${character} WHEN ${code} BETWEEN 128 AND 159 THEN ${windows} WHEN ${code} IN (9, 10, 13) THEN ' ' END`;
}
