import type { Sql } from "../../../kernel/sql.ts";
import { keysOf } from "../../../kernel/unsafe.ts";
import { integer, isAmong, isAmongInLambda, join, list, literal, sql } from "../../sql/fragment.ts";
import { isBlank, textsJoined } from "../../sql/text-sql.ts";
import { ALL_OF_THEM, CHANNEL_WORDS, type ChannelAttribute, NARROWER_WORDS, WORDS_BESIDE } from "../../vocabulary/channel-words.ts";
import {
  AND_WORDS,
  barredWords,
  JOINED_NAMES,
  OPTION_ATTRIBUTES,
  type OptionAttribute,
  otherWords,
  PART_MARKS,
  soughtWords,
  WORD_BAR,
} from "../../vocabulary/option-words.ts";
import { PLACEHOLDER_WORDS } from "../../vocabulary/placeholder-words.ts";
import { booleanTerm, textWithin } from "../term.ts";
import { textAt } from "./arguments.ts";
import { type FunctionEntry, literalText } from "./function-entry.ts";
import { namedHere } from "./named.ts";

/** What default mappings make of options and metafields. */

/** Which attribute an option is by its name; blank where it is none, or several of them joined ("Size / Colour"). */
export function attributeOfOption(called: Sql): Sql {
  const words = barred(called);
  const found = (parted: Sql): readonly Sql[] =>
    OPTION_ATTRIBUTES.map((attribute) => sql`CASE WHEN ${isNamed(parted, attribute)} THEN ${literal(attribute)} END`);
  const isJoined = sql`regexp_matches(lower(${called}), ${literal(JOINED_NAMES)})`;
  const attributes = namedHere(
    words,
    "barred",
    (parted) =>
      sql`CASE WHEN ${hasWord(parted, otherWords())} THEN [] ELSE list_filter([${list(found(parted))}], lambda attribute: attribute IS NOT NULL) END`,
  );
  // "Fabric colour" is a colour: in their order, the attribute that tells most comes first.
  const chosen = namedHere(
    attributes,
    "attributes",
    (several) => sql`CASE WHEN len(${several}) = 0 OR ${several}[2] <> ${literal(PATTERN)} AND ${isJoined} THEN '' ELSE ${several}[1] END`,
  );
  return sql`CASE WHEN ${called} = '' THEN '' ELSE ${chosen} END`;
}

/** A text in lower case with a bar around each of its words. */
function barred(text: Sql): Sql {
  const mark = literal(WORD_BAR);
  return sql`regexp_replace(concat(${mark}, translate(lower(${text}), 'ς', 'σ'), ${mark}), '[^\\p{L}\\p{M}]+', ${mark}, 'g')`;
}

/** Told beside another attribute it takes nothing from that: "Colour / Pattern" has been a colour's option since before patterns counted. */
const PATTERN: OptionAttribute = "pattern";

/** A pattern, because inside a lambda DuckDB reads a list of words again for each value. */
const oneOfWords = (words: readonly string[]): string =>
  `(?:${words.map((word) => word.replaceAll(WORD_BAR, `[${WORD_BAR}]`)).join("|")})[${WORD_BAR}]`;

function hasWord(parted: Sql, words: readonly string[]): Sql {
  return sql`regexp_matches(${parted}, ${literal(`[${WORD_BAR}]${oneOfWords(words)}`)})`;
}

function isNamed(parted: Sql, attribute: OptionAttribute): Sql {
  const { words, endings, names } = soughtWords(attribute);
  return sql`(${join(
    [
      ...(words.length === 0 ? [] : [hasWord(parted, words)]),
      ...(endings.length === 0 ? [] : [sql`regexp_matches(${parted}, ${literal(oneOfWords(endings))})`]),
      ...(names.length === 0 ? [] : [sql`regexp_full_match(${parted}, ${literal(`[${WORD_BAR}]${oneOfWords(names)}`)})`]),
    ],
    sql` OR `,
  )})`;
}

export const optionAttribute: FunctionEntry = {
  parameters: [{ name: "name", type: "text" }],
  returns: "text",
  summary: "The attribute that an option's name means.",
  blank: "Blank if the name matches no attribute.",
  examples: [],
  compile: (args) => textWithin(attributeOfOption(textAt(args, 0)), args),
};

/** Commas and semicolons of Asian and Arabic scripts. */
export const OTHER_MARKS = "、，；،؛";

/**
 * Whether a text is a list: exports part the items by a semicolon, we by a comma. A comma between digits is a decimal sign (`10,5`), two of
 * them are none (`36,37,38`).
 */
export function isList(text: Sql): Sql {
  const plain = sql`(contains(${text}, ',') OR contains(${text}, ';') OR contains(${text}, '|'))`;
  const hasMark = sql`(${plain} OR strlen(${text}) > length(${text}))`;
  return sql`(${hasMark} AND regexp_matches(${text}, ${literal(`[;|${OTHER_MARKS}]|,[^0-9]|[^0-9],|,$|[0-9],[0-9]+,`)}))`;
}

/** The items of a list, each once. */
function withItems(text: Sql, marks: string, of: (items: Sql) => Sql): Sql {
  const trimmed = sql`list_transform(regexp_split_to_array(${text}, ${literal(marks)}), lambda item: regexp_replace(item, '^[\\s\\p{Z}]+|[\\s\\p{Z}]+$', '', 'g'))`;
  return namedHere(trimmed, "items", (items) =>
    of(sql`list_filter(${items}, lambda item, nth: item <> '' AND list_position(${items}, item) = nth)`),
  );
}
const LIST_MARKS = `[;|,${OTHER_MARKS}]`;
/** Slashes join colours already; more of them than channels read make a list too. */
const SLASHED_MARKS = `[;|,/${OTHER_MARKS}]`;
const TOO_MANY_SLASHES = "/[^/]*/[^/]*/";
const ITEMS_MAX = 3;

/** Metaobjects (`gid://shopify/Metaobject/1`) and files: nobody can read a reference, and as a list its slashes would join items. */
const ADDRESS = "://";

/** A pattern, which DuckDB asks once for each value of a column's dictionary, and which costs half of a list of words otherwise. */
const placeholder = (): string => `(?i)\\s*(?:${PLACEHOLDER_WORDS.map((word) => `\\Q${word}\\E`).join("|")})\\s*`;

/** What a text says; blank for a reference or a placeholder such as `N/A`. */
export function unlessUnreadable(text: Sql, said: Sql): Sql {
  const isUnreadable = sql`contains(${text}, ${literal(ADDRESS)}) OR regexp_full_match(${text}, ${literal(placeholder())})`;
  return sql`CASE WHEN ${isUnreadable} THEN '' ELSE ${said} END`;
}

export const readable: FunctionEntry = {
  parameters: [{ name: "text", type: "text" }],
  returns: "text",
  summary: "The text, unless it's a reference, an address or a placeholder.",
  blank: "Blank stays blank.",
  examples: [],
  compile: (args) => textWithin(unlessUnreadable(textAt(args, 0), textAt(args, 0)), args),
};

/** A JSON list of strings with semicolons between its items; anything else as it is. Most values aren't, and a bracket is found faster than a pattern. */
function withoutJson(text: Sql, of: (plain: Sql) => Sql): Sql {
  const items = sql`CASE WHEN contains(${text}, '[') AND regexp_matches(${text}, '^\\s*\\[\\s*(?:"[^\\[\\]]*"\\s*)?\\]\\s*$') THEN array_to_string(TRY_CAST(${text} AS VARCHAR[]), ';') END`;
  return namedHere(sql`coalesce(${items}, ${text})`, "plain", of);
}

export const slashed: FunctionEntry = {
  parameters: [{ name: "text", type: "text" }],
  returns: "text",
  summary: "The first three items of a list with slashes between, as channels read several colours or materials.",
  blank: "Blank stays blank. A reference or a placeholder is blank.",
  examples: [],
  compile: (args) => {
    const slash = (text: Sql): Sql => {
      const joined = withItems(text, SLASHED_MARKS, (items) => textsJoined(sql`list_slice(${items}, 1, ${integer(ITEMS_MAX)})`, sql`'/'`));
      return sql`CASE WHEN ${isList(text)} OR (contains(${text}, '/') AND regexp_matches(${text}, ${literal(TOO_MANY_SLASHES)})) THEN ${joined} ELSE ${text} END`;
    };
    return textWithin(unlessUnreadable(textAt(args, 0), withoutJson(textAt(args, 0), slash)), args);
  },
};

/** What stands between the items of a list, and around those of a JSON list. */
const BETWEEN_ITEMS = ` \t\n\r\u00A0;|,/"[]${OTHER_MARKS}`;

export const hasSameItems: FunctionEntry = {
  parameters: [
    { name: "a", type: "text" },
    { name: "b", type: "text" },
  ],
  returns: "boolean",
  summary: "Whether two lists have the same items in the same order, whatever stands between them.",
  blank: "Blank has the same items as blank.",
  examples: [],
  compile: (args) => {
    const [a, b] = [textAt(args, 0), textAt(args, 1)];
    const items = (text: Sql): Sql => sql`translate(lower(${text}), ${literal(BETWEEN_ITEMS)}, '')`;
    return booleanTerm(sql`(CASE WHEN ${a} = ${b} THEN true ELSE ${items(a)} = ${items(b)} END)`);
  },
};

export const onlyItem: FunctionEntry = {
  parameters: [{ name: "text", type: "text" }],
  returns: "text",
  summary: "The only item of a list. A value that isn't a list is its own only item.",
  blank: "Blank if a list has several items, or is a reference or a placeholder.",
  examples: [],
  compile: (args) => {
    const only = (text: Sql): Sql => {
      const own = (items: Sql): Sql =>
        namedHere(items, "own", (several) => sql`CASE WHEN len(${several}) = 1 THEN ${several}[1] ELSE '' END`);
      return sql`CASE WHEN ${isList(text)} THEN ${withItems(text, LIST_MARKS, own)} ELSE ${text} END`;
    };
    return textWithin(unlessUnreadable(textAt(args, 0), withoutJson(textAt(args, 0), only)), args);
  },
};

/** What may stand between several words of one attribute ("Damen & Herren"), and in front of one ("for women"). */
const WORD_END = `\\s*${PART_MARKS}+\\s*|\\s+(?:${AND_WORDS})\\s+`;
const LEAD = "^(?:for|für|fuer|pour|para|per|voor|för|til|till|dla|для|pro|de|da)\\s+";
const APOSTROPHE = "['\u0060\u00B4\u2018\u2019]";
const UNKNOWN = "?";

export const hasNarrowerWord: FunctionEntry = {
  parameters: [
    { name: "text", type: "text" },
    { name: "attribute", type: "text", literal: { form: "word", of: Object.keys(NARROWER_WORDS) } },
  ],
  returns: "boolean",
  summary: "Whether a value of gender or age group says more than the channel's word for it.",
  blank: "Blank says nothing.",
  examples: [],
  compile: (args) => {
    const words = NARROWER_WORDS[literalText(args, 1, "") === "gender" ? "gender" : "age_group"];
    return booleanTerm(namedHere(barred(textAt(args, 0)), "barred", (parted) => hasWord(parted, barredWords(words))));
  },
};

export const channelWord: FunctionEntry = {
  parameters: [
    { name: "text", type: "text" },
    { name: "attribute", type: "text", literal: { form: "word", of: Object.keys(CHANNEL_WORDS) } },
  ],
  returns: "text",
  summary: "The channel's word for a value of gender, age group or condition.",
  blank: "Blank if there is no such word, or more than one.",
  examples: [],
  compile: (args) => {
    const attribute = attributeNamed(literalText(args, 1, ""));
    const text = textAt(args, 0);
    const bare = (plain: Sql): Sql => sql`regexp_replace(lower(${plain}), ${literal(APOSTROPHE)}, '', 'g')`;
    const folded = (plain: Sql): Sql => sql`trim(regexp_replace(${bare(plain)}, '[\\s\\p{Z}]+', ' ', 'g'))`;
    const said = withoutJson(text, (plain) => namedHere(folded(plain), "folded", (value) => wordSaid(value, attribute)));
    // Most values are a single word, which is found at a tenth of the cost of looking for several.
    const whole = wordCases(attribute, (spellings) => isAmong(sql`lower(${text})`, spellings));
    return textWithin(sql`CASE WHEN ${isBlank(text)} THEN '' ${whole} ELSE ${said} END`, []);
  },
};

/** `WHEN … THEN` for each of the channel's words; `isOne`: whether the value is one of a word's spellings. */
function wordCases(attribute: ChannelAttribute, isOne: (spellings: readonly string[]) => Sql): Sql {
  const cases = Object.entries(CHANNEL_WORDS[attribute]);
  return join(
    cases.map(([word, spellings]) => sql`WHEN ${isOne(spellings)} THEN ${literal(word)}`),
    sql` `,
  );
}

function attributeNamed(written: string): ChannelAttribute {
  return keysOf<ChannelAttribute>(CHANNEL_WORDS).find((known) => known === written) ?? "condition";
}

/** The channel's word for the whole value, else for its parts, else for its single words: `Adult Male`. */
function wordSaid(value: Sql, attribute: ChannelAttribute): Sql {
  const parted = sql`regexp_split_to_array(${value}, ${literal(WORD_END)})`;
  return namedHere(sql`list_transform(${parted}, lambda whole: regexp_replace(whole, ${literal(LEAD)}, ''))`, "parts", (parts) =>
    namedHere(wordsIn(sql`list_concat([${value}], ${parts}, ${singleWords(value, attribute)})`, attribute), "words", (words) =>
      oneOf(words, sql`len(${parts}) + 1`, attribute),
    ),
  );
}

/** A single letter is as likely a size. */
function singleWords(value: Sql, attribute: ChannelAttribute): Sql {
  if (wordsBeside(attribute).length === 0) return sql`[]`;
  const words = sql`regexp_split_to_array(trim(regexp_replace(${value}, ${literal(WORD_END)}, ' ', 'g'), ' -'), '[ -]+')`;
  return sql`list_transform(${words}, lambda word: CASE WHEN regexp_full_match(word, '[a-z]') THEN ${literal(UNKNOWN)} ELSE word END)`;
}

function wordsBeside(attribute: ChannelAttribute): readonly string[] {
  return attribute === "condition" ? [] : WORDS_BESIDE[attribute];
}

/** The channel's word for each text; blank for a word that only another attribute has. */
function wordsIn(texts: Sql, attribute: ChannelAttribute): Sql {
  const known = wordCases(attribute, (spellings) => isAmongInLambda(sql`part`, spellings));
  const beside = isAmongInLambda(sql`part`, wordsBeside(attribute));
  return sql`list_transform(${texts}, lambda part: CASE ${known} WHEN ${beside} THEN '' ELSE ${literal(UNKNOWN)} END)`;
}

/** `last`: the position of the last part's word. Those of single words follow. */
function oneOf(words: Sql, last: Sql, attribute: ChannelAttribute): Sql {
  const all = ALL_OF_THEM[attribute];
  const several = all === undefined ? sql`''` : literal(all);
  const others = Object.keys(CHANNEL_WORDS[attribute]).filter((word) => word !== all);
  const isSaid = (of: Sql): Sql => sql`NOT list_has_any(${of}, [${literal(UNKNOWN)}, ''])`;
  const parts = sql`${words}[2:${last}]`;
  const single = sql`${words}[${last} + 1:]`;
  const bySingle = namedHere(
    sql`list_distinct(list_filter(${single}, lambda word: word <> ''))`,
    "own",
    (own) =>
      sql`CASE WHEN len(${own}) = 1 THEN ${own}[1] WHEN list_has_all(${own}, [${list(others.map(literal))}]) THEN ${several} ELSE '' END`,
  );
  return sql`CASE WHEN ${isSaid(sql`${words}[1:1]`)} THEN ${words}[1]
    WHEN ${isSaid(parts)} THEN CASE WHEN len(list_distinct(${parts})) = 1 THEN ${words}[2] ELSE ${several} END
    WHEN list_contains(${single}, ${literal(UNKNOWN)}) THEN '' ELSE ${bySingle} END`;
}
