import type { Sql } from "../../../kernel/sql.ts";
import { integer, join, list, sql } from "../../sql/fragment.ts";
import { TEXT_LENGTH_MAX, textsJoined } from "../../sql/text-sql.ts";

/**
 * Text that may have grown, bounded (rules, section 1). Arguments are in bounds; what is made of several must not be large
 * even in between, because DuckDB holds 2,048 rows of it at once.
 */

const MOST = integer(TEXT_LENGTH_MAX);

/** At most as many code points as a text may have. */
export function cut(text: Sql): Sql {
  return sql`left(${text}, ${MOST})`;
}

/** Texts joined in one go; more than this are joined in groups, each cut, where they may be too long. */
const GROUP = 4;

/** Texts one after another. Their bytes are known without looking at them and are at least as many as their code points. */
export function concatenated(texts: readonly Sql[]): Sql {
  const bytes = sum(texts.map((text) => sql`strlen(${text})`));
  return sql`CASE WHEN ${bytes} <= ${MOST} THEN concat(${list(texts)}) ELSE ${inGroups(texts, (group) => cut(sql`concat(${list(group)})`))} END`;
}

/** Texts with a separator between; a NULL is left out, separator and all. */
export function joined(texts: readonly Sql[], separator: Sql): Sql {
  const bytes = sum([...texts.map((text) => sql`coalesce(strlen(${text}), 0)`), sql`${integer(texts.length)} * strlen(${separator})`]);
  const group = (some: readonly Sql[]): Sql => cut(sql`concat_ws(${separator}, ${list(some)})`);
  const whole = sql`concat_ws(${separator}, ${list(texts)})`;
  return sql`CASE WHEN ${bytes} <= ${MOST} THEN ${whole} ELSE coalesce(${inGroups(texts, (some) => unlessEmpty(group(some)))}, '') END`;
}

/** Texts of a list, each of so many characters at least, with a separator between; what cannot be reached is left out first. */
export function itemsJoined(items: Sql, separator: Sql, shortest: 0 | 1): Sql {
  const reached = sql`${MOST} // greatest(length(${separator}) + ${integer(shortest)}, 1) + 2`;
  // DuckDB joins with constant separators alone, so each item brings its own.
  const pieces = sql`list_transform(${items}[1:${reached}], lambda its_piece: concat(${separator}, its_piece))`;
  return sql`substr(${textsJoined(pieces, sql`''`)}, length(${separator}) + 1, ${MOST})`;
}

/** NULL for what is empty. `nullif` would evaluate its argument twice, and groups in groups 2ⁿ times. */
function unlessEmpty(text: Sql): Sql {
  return sql`list_filter([${text}], lambda its_text: its_text <> '')[1]`;
}

function sum(numbers: readonly Sql[]): Sql {
  return join(numbers, sql` + `);
}

/** From left to right: what has been made so far is the first of the next group. */
function inGroups(texts: readonly Sql[], made: (group: readonly Sql[]) => Sql): Sql {
  let whole = made(texts.slice(0, GROUP));
  for (let at = GROUP; at < texts.length; at += GROUP - 1) whole = made([whole, ...texts.slice(at, at + GROUP - 1)]);
  return whole;
}
