import type { Sql } from "../../kernel/sql.ts";
import { integer, join, list, literal, name, sql } from "../sql/fragment.ts";
import { RAW_LINES } from "../sql/headed-file.ts";
import { hasMatch, textsJoined } from "../sql/text-sql.ts";
import { type ChannelAttribute, isList } from "./attribute.ts";
import type { ChannelCell } from "./cells.ts";
import type { ChannelInput } from "./channel-input.ts";
import { type Listing, mayBeQuoted, quotedItems, quotedPart } from "./quoted-items.ts";
import { storefrontUrl } from "./storefront.ts";

/** How a channel's file is put together: a text in front, one line a row, a text behind. */
export interface FileLayout {
  /** Ends without a line break. */
  readonly head: string;
  /** One line without a line break, whatever the row holds. `"nth"` is the row's number in the file, from 1. */
  readonly line: Sql;
  /** Ends without a line break; blank: the file ends with its last row. */
  readonly foot: string;
  /** What lines contain of a value, if they can't contain every character. */
  readonly shown?: (value: Sql) => Sql;
  /** What the lines are of, if not of the rows themselves: a relation made of them, in its own order. */
  readonly rows?: (rows: Sql) => Sql;
  /** What the file says of each row, by its names there, if its lines aren't made of the cells. */
  readonly said?: readonly (readonly [string, Sql])[];
}

/** The row's number in the file, from 1, where a line asks for it. */
export const NTH = name("nth");

export type LayoutOf = (cells: readonly ChannelCell[], input: ChannelInput) => FileLayout;

/** The form of a channel's file. */
export interface FileForm {
  readonly layout: LayoutOf;
  /** Names it uses instead of those in the attribute table. */
  readonly names?: Readonly<Record<string, string>>;
}

/** What a channel's file calls an attribute. */
export function nameIn({ names }: FileForm, { name: called }: ChannelAttribute): string {
  return names?.[called] ?? called;
}

/** What a channel's file says, and in which form. */
export interface FileContent {
  readonly form: FileForm;
  readonly cells: readonly ChannelCell[];
  readonly input: ChannelInput;
}

/** Rows of a channel's file, in feed order. */
export interface SentRows {
  readonly sent: Sql;
  /** How many those are. */
  readonly count: number;
}

/** Writes a channel's file. */
export function writeChannelFile(content: FileContent, { sent, count }: SentRows, file: string): Sql {
  const { rows: madeOf, ...layout } = layoutOf(content);
  return writeLines(layout, madeOf === undefined ? cellsOf(content, sent) : madeOf(cellsOf(content, sent)), { count, before: 0, file });
}

/** What the file says of a row, by name in the order of the file, before it's escaped. */
export function shownValues(content: FileContent): readonly (readonly [string, Sql])[] {
  const { shown, said } = layoutOf(content);
  const cells = content.cells.map(
    ({ attribute, value }) => [nameIn(content.form, attribute), shown === undefined ? value : shown(value)] as const,
  );
  return said ?? cells;
}

/** Whether the lines of rows can be made without those of other rows. */
export function isDivisible(content: FileContent): boolean {
  return layoutOf(content).rows === undefined;
}

/** Whether a line has its number in it: rows are counted by one thread. */
export function isNumbered(content: FileContent): boolean {
  return asksNumber(layoutOf(content).line);
}

export interface FileHalf extends SentRows {
  readonly file: string;
}

/** Writes a channel's file in two halves, neither without rows: the first has the text in front. The one behind is `writeFoot`'s. */
export function writeHalves(content: FileContent, [first, second]: readonly [FileHalf, FileHalf]): readonly Sql[] {
  const { head, line } = layoutOf(content);
  const of = ({ sent }: SentRows): Sql => cellsOf(content, sent);
  return [
    writeLines({ head, line, foot: "" }, of(first), { ...first, before: 0 }),
    writeLines({ head: "", line, foot: "" }, of(second), { ...second, before: first.count }),
  ];
}

/** Writes the text behind the rows; null: there is none. */
export function writeFoot(content: FileContent, file: string): Sql | null {
  const { foot } = layoutOf(content);
  return foot === "" ? null : sql`COPY (SELECT ${literal(foot)}) TO ${literal(file)} (FORMAT csv, HEADER false, ${RAW_LINES})`;
}

/** Each cell is made once, however often the line mentions it. */
function cellsOf({ cells }: FileContent, sent: Sql): Sql {
  return sql`SELECT ${list([sql`*`, ...cells.map(({ value }, at) => sql`${value} AS ${cellName(at)}`)])} FROM (${sent})`;
}

function layoutOf({ form, cells, input }: FileContent): FileLayout {
  return form.layout(
    cells.map(({ attribute, reads }, at) => ({ attribute: { ...attribute, name: nameIn(form, attribute) }, value: cellName(at), reads })),
    input,
  );
}

const cellName = (at: number): Sql => name(`cell_${at + 1}`);
const asksNumber = (line: Sql): boolean => line.text.includes(NTH.text);

interface LinesTo {
  readonly count: number;
  /** Rows of the file that come before these. */
  readonly before: number;
  readonly file: string;
}

function writeLines({ head, line, foot }: FileLayout, rows: Sql, { count, before, file }: LinesTo): Sql {
  const raw = sql`FORMAT csv, HEADER false, ${RAW_LINES}`;
  if (count === 0) {
    const whole = [head, foot].filter((text) => text !== "").join("\n");
    return sql`COPY (SELECT ${literal(whole)}${whole === "" ? sql` WHERE false` : sql``}) TO ${literal(file)} (${raw})`;
  }
  const numbered = asksNumber(line) ? sql`SELECT *, row_number() OVER () + ${integer(before)} AS nth FROM (${rows})` : rows;
  const select = sql`SELECT ${line} FROM (${numbered})`;
  if (head === "" && foot === "") return sql`COPY (${select}) TO ${literal(file)} (${raw})`;
  // With a suffix DuckDB leaves the last line's end to it.
  const suffix = foot === "" ? "\n" : `\n${foot}\n`;
  return sql`COPY (${select}) TO ${literal(file)} (${raw}, PREFIX ${literal(`${head}\n`)}, SUFFIX ${literal(suffix)})`;
}

/** Tab-delimited, as Google reads it: a value with a double quote is quoted, no other is. Values have no tabs or line breaks. */
export const tsv: LayoutOf = (cells) =>
  tabbed(cells, (value) => sql`CASE WHEN ${hasQuote(value)} THEN concat('"', ${doubled(value)}, '"') ELSE ${value} END`);

/** Tab-delimited without any quotes, for channels that take them literally. */
export const plainTsv: LayoutOf = (cells) => tabbed(cells, (value) => value);

function tabbed(cells: readonly ChannelCell[], written: (value: Sql) => Sql): FileLayout {
  const values = cells.map(({ value }) => written(value));
  return { head: header(cells, "\t"), line: sql`concat_ws(chr(9), ${join(values, sql`, `)})`, foot: "" };
}

/**
 * RFC 4180 with every value in quotes: Meta asks for them around white space as well as commas, and looking for what needs them takes longer than writing
 * them.
 */
export const csv: LayoutOf = (cells) => {
  const values = cells.map(({ value }) => sql`CASE WHEN ${hasQuote(value)} THEN ${doubled(value)} ELSE ${value} END`);
  return { head: header(cells, ","), line: sql`concat('"', concat_ws('","', ${join(values, sql`, `)}), '"')`, foot: "" };
};

const header = (cells: readonly ChannelCell[], delimiter: string): string => cells.map(({ attribute }) => attribute.name).join(delimiter);
const hasQuote = (value: Sql): Sql => sql`contains(${value}, '"')`;
const doubled = (value: Sql): Sql => sql`replace(${value}, '"', '""')`;

const G = "http://base.google.com/ns/1.0";

/** RSS 2.0 with Google's `g:` elements: one `<item>` a line, blank elements left out. Channels other than Google read the same form. */
export const rss: LayoutOf = (cells, { feed }) => ({
  head: [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<rss version="2.0" xmlns:g="${G}">`,
    `<channel><title>${xmlText(feed.shopName)}</title><link>${xmlText(storefrontUrl(feed))}</link><description>${xmlText(`Products of ${feed.shopName}`)}</description>`,
  ].join("\n"),
  line: sql`concat('<item>', ${join(cells.map(element), sql`, `)}, '</item>')`,
  foot: "</channel>\n</rss>",
  shown: inXml,
});

function element({ attribute, value }: ChannelCell): Sql {
  const { name: called, type, parts } = attribute;
  const [open, close] = [literal(`<g:${called}>`), literal(`</g:${called}>`)];
  if (parts !== null) return items(value, "groups", (item, partOf) => sql`concat(${open}, ${nested(item, parts, partOf)}, ${close})`);
  if (isList(type)) return items(value, "list", (item) => sql`concat(${open}, ${xmlEscaped(item)}, ${close})`);
  return sql`CASE WHEN ${value} = '' THEN '' ELSE concat(${open}, ${xmlEscaped(value)}, ${close}) END`;
}

/** A part of a group by its number, from 1. */
type PartOf = (item: Sql, nth: number, isLast: boolean) => Sql;

function items(value: Sql, listing: Listing, made: (item: Sql, partOf: PartOf) => Sql): Sql {
  const all = sql`list_transform(list_filter(string_split(${value}, ','), lambda piece: trim(piece) <> ''), lambda item: ${made(sql`trim(item)`, plainPart)})`;
  const quoted = sql`list_transform(${quotedItems(value, listing)}, lambda item: ${made(sql`item`, quotedPart)})`;
  return sql`CASE WHEN ${value} = '' THEN '' WHEN ${mayBeQuoted(value)} THEN ${textsJoined(quoted, sql`''`)} ELSE array_to_string(${all}, '') END`;
}

function plainPart(item: Sql, nth: number, isLast: boolean): Sql {
  return isLast
    ? sql`array_to_string(string_split(${item}, ':')[${integer(nth)}:], ':')`
    : sql`coalesce(string_split(${item}, ':')[${integer(nth)}], '')`;
}

/** A group's parts by colon; what stands behind the last one goes with it, because amounts and names may have colons. */
function nested(item: Sql, parts: readonly string[], partOf: PartOf): Sql {
  const pieces = parts.map((part, at) => {
    const piece = partOf(item, at + 1, at === parts.length - 1);
    return sql`CASE WHEN ${piece} = '' THEN '' ELSE concat(${literal(`<g:${part}>`)}, ${xmlEscaped(piece)}, ${literal(`</g:${part}>`)}) END`;
  });
  return sql`concat(${join(pieces, sql`, `)})`;
}

/** Characters that XML 1.0 has no form for, escaped or not. Feed values have no other control characters. */
const NO_XML = "[\\x00-\\x08\\x0B\\x0C\\x0E-\\x1F\\x{FFFE}\\x{FFFF}]";

export function xmlEscaped(text: Sql): Sql {
  const escaped = sql`replace(replace(replace(${text}, '&', '&amp;'), '<', '&lt;'), '>', '&gt;')`;
  return sql`CASE WHEN ${hasMatch(text, `[&<>]|${NO_XML}`)} THEN ${inXml(escaped)} ELSE ${text} END`;
}

function inXml(text: Sql): Sql {
  return sql`regexp_replace(${text}, ${literal(NO_XML)}, '', 'g')`;
}

function xmlText(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\uFFFE\uFFFF]/gu, "")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;");
}

/** One JSON object a line: members of blank values are left out. */
export function jsonObject(members: readonly (readonly [string, Sql])[]): Sql {
  const parts = members.map(
    ([key, value]) => sql`CASE WHEN ${value} IS NULL THEN NULL ELSE concat(${literal(`${JSON.stringify(key)}:`)}, ${value}) END`,
  );
  return sql`concat('{', concat_ws(',', ${join(parts, sql`, `)}), '}')`;
}

/** A text as JSON; NULL if blank. It's made of the text itself, so that DuckDB escapes each value of a column's dictionary once. */
export function jsonText(text: Sql): Sql {
  return sql`CASE WHEN ${text} <> '' THEN CAST(to_json(${text}) AS VARCHAR) END`;
}
