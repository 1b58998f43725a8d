import type { Sql } from "../../kernel/sql.ts";
import { integer, literal, sql } from "../sql/fragment.ts";

/*
 * Lists have commas between their items, and groups have colons between their parts, too. An item or a part in quotes may contain both. The
 * quotes aren't part of the value, and two of them inside are one. Quotes that don't enclose a whole item or part belong to it: `Pan 12" wide`.
 */

/** What has commas between its pieces. */
export type Listing = "list" | "groups";

export const QUOTED = ' *"(?:[^"]|"")*" *';
/** A part of a group that has no quotes around it. */
const BARE = ' *(?:[^ ":,][^:,]*)?';
const PART = `(?:${QUOTED}|${BARE})`;

/** An item with the comma behind it. The first form that fits counts. */
const ITEM: Readonly<Record<Listing, string>> = Object.freeze({
  list: `${QUOTED},|[^,]*,`,
  groups: `${PART}(?::${PART})*,|[^,]*,`,
});

/** A part of a group with the colon behind it. */
const GROUP_PART = `${QUOTED}:|[^:]*:`;

/** Whether a text may have something in quotes. Few have, and splitting the others at each comma takes a fraction of the time. */
export function mayBeQuoted(text: Sql): Sql {
  return sql`contains(${text}, '"')`;
}

/** The items of a text that may have something in quotes, as they're written. */
export function writtenItems(text: Sql, listing: Listing): Sql {
  const items = sql`list_transform(${pieces(text, ITEM[listing], ",")}, lambda piece: trim(left(piece, -1)))`;
  return sql`list_filter(${items}, lambda item: item <> '')`;
}

/** The same without quotes around items. */
export function quotedItems(text: Sql, listing: Listing): Sql {
  const items = sql`list_transform(${writtenItems(text, listing)}, lambda item: trim(${unquoted(sql`item`)}))`;
  return sql`list_filter(${items}, lambda item: item <> '')`;
}

/** The items of a list, with any white space around them. */
export function listItems(text: Sql): Sql {
  return sql`CASE WHEN ${mayBeQuoted(text)} THEN ${quotedItems(text, "list")} ELSE string_split(${text}, ',') END`;
}

/** A part of a group that may have something in quotes, without those around it. The last part has all that's behind it, too. */
export function quotedPart(group: Sql, nth: number, isLast: boolean): Sql {
  const parts = pieces(group, GROUP_PART, ":");
  const part = isLast
    ? sql`coalesce(list_aggr(${parts}[${integer(nth)}:], 'string_agg', ''), '')`
    : sql`coalesce(${parts}[${integer(nth)}], '')`;
  return unquoted(sql`left(${part}, -1)`);
}

function pieces(text: Sql, form: string, separator: string): Sql {
  return sql`regexp_extract_all(concat(${text}, ${literal(separator)}), ${literal(form)})`;
}

function unquoted(text: Sql): Sql {
  return sql`CASE WHEN regexp_full_match(${text}, ${literal(QUOTED)}) THEN replace(left(right(trim(${text}), -1), -1), '""', '"') ELSE ${text} END`;
}

/** The items of a text in memory rather than in a column, without the quotes around them. */
export function readItems(text: string, listing: Listing): readonly string[] {
  return readPieces(text, ITEM[listing], ",")
    .map((item) => withoutQuotes(item.trim()).trim())
    .filter((item) => item !== "");
}

/** The parts of a group without quotes around them. The last of `count` has all that's behind it, too. */
export function readParts(group: string, count: number): readonly string[] {
  const parts = readPieces(group, GROUP_PART, ":");
  return [...parts.slice(0, count - 1), parts.slice(count - 1).join(":")].map(withoutQuotes);
}

function readPieces(text: string, form: string, separator: string): readonly string[] {
  return Array.from(`${text}${separator}`.matchAll(new RegExp(form, "g")), ([piece]) => piece.slice(0, -separator.length));
}

function withoutQuotes(text: string): string {
  return new RegExp(`^${QUOTED}$`).test(text) ? text.trim().slice(1, -1).replaceAll('""', '"') : text;
}
