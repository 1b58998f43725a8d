import type { Sql } from "../../../kernel/sql.ts";
import { integer, sql } from "../../sql/fragment.ts";
import { countOf, TEXT_LENGTH_MAX } from "../../sql/text-sql.ts";
import { MATCHED_LENGTH_MAX } from "../pattern.ts";
import { asBoolean, asDate, asList, asNumber, asText, type Term } from "../term.ts";
import { argument } from "./function-entry.ts";

/** An argument as what the function takes it for. An entry may mention each as often as it likes: the compiler has named it. */

export const textAt = (args: readonly Term[], at: number): Sql => asText(argument(args, at));
export const numberAt = (args: readonly Term[], at: number): Sql => asNumber(argument(args, at));
export const booleanAt = (args: readonly Term[], at: number): Sql => asBoolean(argument(args, at));
export const dateAt = (args: readonly Term[], at: number): Sql => asDate(argument(args, at));
export const listAt = (args: readonly Term[], at: number): Sql => asList(argument(args, at));

/** A count, position or length: its whole part, blank is 0, bounded; found while compiling where it is written out. */
export function countAt(args: readonly Term[], at: number): Sql {
  const given = argument(args, at);
  if (given.type !== "number" || given.literal === undefined) return countOf(asNumber(given));
  return integer(Math.trunc(Math.min(Math.max(Number(given.literal), -TEXT_LENGTH_MAX), TEXT_LENGTH_MAX)));
}

/** As much of a text as a regular expression sees. */
export const seenAt = (args: readonly Term[], at: number): Sql => sql`left(${textAt(args, at)}, ${integer(MATCHED_LENGTH_MAX)})`;

/** The text of an argument that may be left out. */
export function optionalText(args: readonly Term[], at: number, fallback: Sql): Sql {
  return args.length > at ? textAt(args, at) : fallback;
}
