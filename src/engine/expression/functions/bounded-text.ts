import type { Sql } from "../../../kernel/sql.ts";
import { integer, join, list, literalOf, sql } from "../../sql/fragment.ts";
import { TEXT_LENGTH_MAX, textsJoined } from "../../sql/text-sql.ts";
import { named } from "./named.ts";

/**
 * Text that may have grown, bounded (rules, section 1). Arguments are in bounds; what is made of several must not be large
 * even in between, because DuckDB holds 2,048 rows of it at once.
 */

const MOST = integer(TEXT_LENGTH_MAX);

/** At most as many code points as a text may have. */
export function cut(text: Sql): Sql {
  return sql`left(${text}, ${MOST})`;
}

/** Texts one after another. Their bytes are known without looking at them and are at least as many as their code points. */
export function concatenated(texts: readonly Sql[]): Sql {
  const bytes = sum(texts.map(bytesOf));
  const lengths = texts.map((text) => sql`length(${text})`);
  const reached = withinReach(texts, { lengths, reach: MOST, nothing: sql`''` }, (some) => sql`concat(${list(some)})`);
  return sql`CASE WHEN ${bytes} <= ${MOST} THEN concat(${list(texts)}) ELSE ${cut(reached)} END`;
}

/** Texts with a separator between; a NULL is left out, separator and all. */
export function joined(texts: readonly Sql[], separator: Sql): Sql {
  const bytes = sum([...texts.map((text) => sql`coalesce(strlen(${text}), 0)`), sql`${integer(texts.length)} * strlen(${separator})`]);
  const lengths = texts.map((text) => sql`coalesce(length(${text}) + length(${separator}), 0)`);
  const whole = (some: readonly Sql[]): Sql => sql`concat_ws(${separator}, ${list(some)})`;
  // Every text was counted with a separator, and the last one has none behind it.
  const reach = sql`${MOST} + length(${separator})`;
  return sql`CASE WHEN ${bytes} <= ${MOST} THEN ${whole(texts)} ELSE ${cut(withinReach(texts, { lengths, reach, nothing: sql`NULL` }, whole))} END`;
}

/** So few are all taken, whether they can be seen or not. */
const FEW = 4;
/** Holds a length beside a count: more than any length so far. */
const COUNT_UNIT = integer(1_000_000_000);

interface Reach {
  /** Of each text, with what stands between. */
  readonly lengths: readonly Sql[];
  /** The length from which on nothing more is seen. */
  readonly reach: Sql;
  /** What stands for a text that cannot be seen. */
  readonly nothing: Sql;
}

/**
 * What is made of as many texts, from the first on, as can be seen of the whole: behind so many characters nothing is added. To cut
 * what few are at a time, group by group, would keep what each group makes in memory until all are done.
 */
function withinReach(texts: readonly Sql[], { lengths, reach, nothing }: Reach, made: (some: readonly Sql[]) => Sql): Sql {
  if (texts.length <= FEW) return made(texts);
  const more = sql`CASE WHEN its_sum % ${COUNT_UNIT} < ${reach} THEN its_sum + its_length + ${COUNT_UNIT} ELSE its_sum END`;
  const counted = sql`list_reduce([${list(lengths)}], lambda its_sum, its_length: ${more}, CAST(0 AS BIGINT)) // ${COUNT_UNIT}`;
  return named(counted, "count", (count) => {
    const reached = texts.map((text, at) => (at === 0 ? text : sql`CASE WHEN ${count} > ${integer(at)} THEN ${text} ELSE ${nothing} END`));
    return made(reached);
  });
}

/** Texts of a list, each of so many characters at least, with a separator between; what cannot be reached is left out first. */
export function itemsJoined(items: Sql, separator: Sql, shortest: 0 | 1): Sql {
  const reached = sql`${MOST} // greatest(length(${separator}) + ${integer(shortest)}, 1) + 2`;
  // DuckDB joins with constant separators alone, so each item brings its own.
  const pieces = sql`list_transform(${items}[1:${reached}], lambda its_piece: concat(${separator}, its_piece))`;
  return sql`substr(${textsJoined(pieces, sql`''`)}, length(${separator}) + 1, ${MOST})`;
}

/** Those of a literal are counted here, once for all rows. */
function bytesOf(text: Sql): Sql {
  const written = literalOf(text);
  return written === undefined ? sql`strlen(${text})` : integer(Buffer.byteLength(written));
}

function sum(numbers: readonly Sql[]): Sql {
  return join(numbers, sql` + `);
}
