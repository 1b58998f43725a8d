import type { Sql } from "../../kernel/sql.ts";
import { integer, isAmong, join, literal, sql } from "../sql/fragment.ts";
import { itemsOf, textsJoined } from "../sql/text-sql.ts";
import { withAsciiHost } from "./ascii-hosts.ts";
import { alike, type ChannelAttribute, isList } from "./attribute.ts";
import type { ChannelInput } from "./channel-input.ts";
import { mayBeQuoted, writtenItems } from "./quoted-items.ts";

/** One attribute of a row as the channel's file says it. */
export interface ChannelCell {
  readonly attribute: ChannelAttribute;
  /** Blank: the row doesn't have it. */
  readonly value: Sql;
  /** Columns of the rows it's made from. It's blank in every row if they all are; `always`: never. */
  readonly reads: readonly string[] | "always";
}

/** Cells that a pack makes by itself, by attribute. */
export type OwnCells = Readonly<Record<string, Omit<ChannelCell, "attribute">>>;

/** The cells of a table in its order, then the extra attributes. `own` replaces what follows from the table. */
export function tableCells(attributes: readonly ChannelAttribute[], input: ChannelInput, own: OwnCells = {}): readonly ChannelCell[] {
  const cells = attributes.flatMap((attribute): readonly ChannelCell[] => {
    const made = own[attribute.name];
    if (made !== undefined) return [{ attribute, ...made }];
    const reads = columnsOf(attribute).filter((column) => input.rows.has(column));
    return reads.length === 0 ? [] : [{ attribute, value: spelledText(attribute, input), reads }];
  });
  const known = attributes.map(({ name }) => name);
  return [...cells, ...extraCells(known, input)];
}

/** Extra columns that the settings name, unless the channel's own cells have such a name. */
export function extraCells(own: readonly string[], { rows, settings }: ChannelInput): readonly ChannelCell[] {
  const extra = settings.extra_attributes.filter((name) => !own.includes(name) && rows.has(name));
  return extra.map((name) => ({ attribute: unchanged(name), value: rows.of(name), reads: [name] }));
}

/** Columns an attribute may come from, the first that isn't blank counts: one of its own name, then the feed column. */
function columnsOf({ name, from }: ChannelAttribute): readonly string[] {
  return from === null || from === name ? [name] : [name, from];
}

/** An attribute's text before the channel's spelling and limits: what checks look at. */
export function rawText(attribute: ChannelAttribute, { rows }: Pick<ChannelInput, "rows">): Sql {
  const [first = sql`''`, second] = columnsOf(attribute)
    .filter((column) => rows.has(column))
    .map((column) => rows.of(column));
  return second === undefined ? first : sql`CASE WHEN ${first} <> '' THEN ${first} ELSE ${second} END`;
}

/** Bytes of the longest text that an attribute has in the included rows. */
export function longestTextBytes(attribute: ChannelAttribute, { rows }: Pick<ChannelInput, "rows">): number {
  return Math.max(...columnsOf(attribute).map((column) => (rows.has(column) ? rows.longestBytes(column) : 0)));
}

/** An attribute's text as the channel's file has it. */
export function spelledText(attribute: ChannelAttribute, input: ChannelInput): Sql {
  return firstOf(spelledTexts(attribute, input));
}

/**
 * The same as a list of texts; the first that isn't NULL counts. DuckDB computes what depends on one of them alone once per dictionary value instead of once
 * per row. A limit that no row reaches is left out.
 */
export function spelledTexts(attribute: ChannelAttribute, input: ChannelInput): readonly Sql[] {
  const mayBeLong = longestTextBytes(attribute, input) > (attribute.maxLength ?? Infinity);
  return textsSpelled(mayBeLong ? attribute : { ...attribute, maxLength: null }, rawText(attribute, input), input);
}

/** The texts of attributes whose addresses the channel reads in ASCII. */
export function textsInAscii(attributes: readonly ChannelAttribute[], input: Pick<ChannelInput, "rows">): readonly Sql[] {
  const texts = attributes.filter(({ encodes }) => encodes === "non_ascii").map((attribute) => rawText(attribute, input));
  return texts.filter(({ text }) => text !== "''");
}

/** The text as the channel spells and bounds it, ignoring the case of words. Ids and prices never change, and links only where they have to be percent-encoded. */
export function spelled(attribute: ChannelAttribute, text: Sql, known: KnownHosts = {}): Sql {
  return firstOf(textsSpelled(attribute, text, known));
}

const firstOf = (texts: readonly Sql[]): Sql => (texts.length === 1 ? join(texts, sql``) : sql`coalesce(${join(texts, sql`, `)})`);

function textsSpelled(attribute: ChannelAttribute, text: Sql, known: KnownHosts): readonly Sql[] {
  const { type, maxLength, tooLong, maxItems } = attribute;
  if (type === "url") return [encodedUrl(attribute, text, known)];
  const words = wordsOf(attribute);
  if (isList(type)) {
    const some = maxItems === null ? text : someItems(text, maxItems);
    return [type === "urls" ? encodedUrls(attribute, some, known) : listedItems(words, some)];
  }
  if (words.length > 0 && text.text !== "''") return [listedWord(words, text, text)];
  return maxLength !== null && tooLong === "cut" ? [cutAtWord(text, maxLength), text] : [text];
}

type Words = readonly (readonly [lower: string, word: string])[];

/** What an attribute's values may be, in lower case, and how the channel spells each. Blank for attributes without listed values. */
function wordsOf({ allowedValues, spellings }: Pick<ChannelAttribute, "allowedValues" | "spellings">): Words {
  const listed = (allowedValues ?? []).map((word) => [word, word] as const);
  const exact = [...listed, ...Object.entries(spellings)].map(([ours, word]) => [ours.toLowerCase(), word] as const);
  return [...new Map([...exact.flatMap(([ours, word]) => alike(ours).map((one) => [one, word] as const)), ...exact])];
}

function listedWord(words: Words, text: Sql, otherwise: Sql): Sql {
  const cases = words.map(([lower, word]) => sql`WHEN ${literal(lower)} THEN ${literal(word)}`);
  return sql`CASE lower(${text}) ${join(cases, sql` `)} ELSE ${otherwise} END`;
}

/** Listed values have no commas, so nobody puts them in quotes. */
function listedItems(words: Words, text: Sql): Sql {
  if (words.length === 0 || text.text === "''") return text;
  const items = sql`list_transform(string_split(${text}, ','), lambda item: ${listedWord(words, sql`trim(item)`, sql`item`)})`;
  return sql`CASE WHEN ${text} = '' OR ${mayBeQuoted(text)} THEN ${text} ELSE array_to_string(${items}, ',') END`;
}

type KnownHosts = Pick<ChannelInput, "asciiHosts">;

function encodedUrl({ encodes }: ChannelAttribute, url: Sql, { asciiHosts }: KnownHosts): Sql {
  const spaced = sql`replace(${url}, ' ', '%20')`;
  if (encodes === "separators") return sql`replace(replace(${spaced}, ';', '%3B'), '|', '%7C')`;
  if (encodes === "spaces") return spaced;
  const pieces = sql`regexp_extract_all(${withAsciiHost(spaced, asciiHosts)}, '[\\x00-\\x7F]+|[^\\x00-\\x7F]+')`;
  const encoded = sql`list_transform(${pieces}, lambda piece: CASE WHEN strlen(piece) = length(piece) THEN piece ELSE url_encode(piece) END)`;
  return sql`CASE WHEN strlen(${url}) = length(${url}) THEN ${spaced} ELSE array_to_string(${encoded}, '') END`;
}

/** A list that has nothing to encode stays as it's written. */
function encodedUrls(attribute: ChannelAttribute, text: Sql, known: KnownHosts): Sql {
  const items = sql`list_transform(${itemsOf(text)}, lambda item: ${encodedUrl(attribute, sql`item`, known)})`;
  return sql`CASE WHEN ${mayEncode(text)} THEN array_to_string(${items}, ',') ELSE ${text} END`;
}

/** Four plain looks take a tenth of the time of one pattern. */
function mayEncode(text: Sql): Sql {
  const separators = [" ", ";", "|"].map((one) => sql`contains(${text}, ${literal(one)})`);
  return sql`strlen(${text}) <> length(${text}) OR ${join(separators, sql` OR `)}`;
}

/** The first items of a list; a list that is short enough stays as it's written. */
function someItems(text: Sql, most: number): Sql {
  const commas = sql`strlen(${text}) - strlen(replace(${text}, ',', ''))`;
  const some = sql`array_to_string(list_slice(${itemsOf(text)}, 1, ${integer(most)}), ',')`;
  const quoted = textsJoined(sql`list_slice(${writtenItems(text, "list")}, 1, ${integer(most)})`, sql`','`);
  return sql`CASE WHEN ${commas} < ${integer(most)} THEN ${text} WHEN ${mayBeQuoted(text)} THEN ${quoted} ELSE ${some} END`;
}

/**
 * At most `most` code points, cut behind a whole word; within the first word if that is longer. NULL if the text is short enough: DuckDB makes what is mentioned
 * twice for every row, even behind a condition, and what is made of NULL costs nothing.
 */
function cutAtWord(text: Sql, most: number): Sql {
  const long = sql`CASE WHEN strlen(${text}) > ${integer(most)} AND length(${text}) > ${integer(most)} THEN ${text} END`;
  const some = sql`left(${long}, ${integer(most + 1)})`;
  // Looked for from the end; taking the words in front of it as a group would read the whole text slowly.
  const words = sql`left(${some}, -length(regexp_extract(${some}, '\\s+\\S*$')))`;
  return sql`coalesce(nullif(${words}, ''), left(${long}, ${integer(most)}))`;
}

/** Whether a text is one of an attribute's values in the channel's spelling or our own, ignoring case. */
export function isAllowed(text: Sql, attribute: Pick<ChannelAttribute, "allowedValues" | "spellings">): Sql {
  return isAmong(
    sql`lower(${text})`,
    wordsOf(attribute).map(([lower]) => lower),
  );
}

function unchanged(name: string): ChannelAttribute {
  return {
    ...{ name, from: name, requirement: "optional", condition: null, type: "text", maxLength: null, tooLong: "refuse", maxItems: null },
    ...{ minItems: null, range: null, form: null },
    ...{ allowedValues: null, spellings: {}, units: null, parts: null, encodes: "spaces", notes: "", source: { document: "", date: "" } },
  };
}
