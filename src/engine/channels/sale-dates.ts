import type { Sql } from "../../kernel/sql.ts";
import { integer, literal, sql } from "../sql/fragment.ts";
import { momentIn } from "../sql/text-sql.ts";
import type { ChannelInput } from "./channel-input.ts";
import type { OwnCells } from "./cells.ts";

const COLUMN = "sale_price_effective_date";

/** Google reads offsets from UTC without a colon, too (`+0000`); the channels that take after Meta want one. */
export function saleDatesWithColons({ rows }: ChannelInput): OwnCells {
  return rows.has(COLUMN) ? { [COLUMN]: { value: withColons(rows.of(COLUMN)), reads: [COLUMN] } } : {};
}

function withColons(text: Sql): Sql {
  return sql`regexp_replace(${text}, '(T[0-9:.]+[+-][0-9]{2})([0-9]{2})(/|$)', '\\1:\\2\\3', 'g')`;
}

/** As RFC 3339 has it, which JSON Schema calls `date-time`: with seconds and an offset with a colon. A day stays a day. */
export function inRfc3339(moment: Sql): Sql {
  const timed = sql`regexp_replace(${moment}, '^([0-9-]+T[0-9]{2}:[0-9]{2})(Z|[+-][0-9:]+)?$', '\\1:00\\2')`;
  const zoned = sql`regexp_replace(${timed}, '^([0-9-]+T[0-9:.]+)$', '\\1Z')`;
  return withColons(zoned);
}

/** ISO 8601: a day, or a day and time with an offset. */
export const MOMENT =
  "[0-9]{4}-[0-9]{2}-[0-9]{2}(?:T[0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:\\.[0-9]+)?)?(?:Z|[+-](?:[01][0-9]|2[0-3]):?[0-5][0-9])?)?";

/** The moment a text is, in UTC; NULL if it's none. */
export function momentOf(text: Sql): Sql {
  return sql`CASE WHEN regexp_full_match(${text}, ${literal(MOMENT)}) THEN ${momentIn(text)} END`;
}

const DAY_LENGTH = "2026-11-30".length;

/** When a date or time is over, in UTC: a date without a time lasts until the day ends. NULL if the text is neither. Adding a day to a moment would take longer. */
export function endOf(text: Sql): Sql {
  const timed = sql`CASE WHEN strlen(${text}) = ${integer(DAY_LENGTH)} THEN concat(${text}, 'T24:00:00') ELSE ${text} END`;
  return sql`CASE WHEN regexp_full_match(${text}, ${literal(MOMENT)}) THEN ${momentIn(timed)} END`;
}

/** The same in the language of rules: whether a date or time is over at a given moment. Text that is neither is never over. */
export function isOver(text: string, moment: string): string {
  const end = `if length(${text}) = ${DAY_LENGTH} then date_add(date(${text}), 1, "day") else date(${text})`;
  return `not in_window(${moment}, blank, ${end})`;
}

/** When a sale starts and when it's over, in UTC; NULL for what isn't a moment. */
export function saleTime(dates: Sql): { readonly start: Sql; readonly end: Sql } {
  const [start, end] = [sql`split_part(${dates}, '/', 1)`, sql`substr(${dates}, strpos(${dates}, '/') + 1)`];
  return { start: momentOf(start), end: endOf(end) };
}

/** Whether a sale goes on while the run is made: one without dates always does, one whose dates can't be read never. */
export function isOnSale({ rows, feed }: Pick<ChannelInput, "rows" | "feed">): Sql {
  const dates = rows.of(COLUMN);
  const { start, end } = saleTime(dates);
  const now = sql`TIMESTAMPTZ ${literal(feed.now)}`;
  return sql`(${dates} = '' OR coalesce(${start} <= ${now} AND ${now} < ${end}, false))`;
}
