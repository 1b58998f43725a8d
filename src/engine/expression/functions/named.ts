import type { Sql } from "../../../kernel/sql.ts";
import { name, sql } from "../../sql/fragment.ts";
import type { Term } from "../term.ts";
import { numberAt } from "./arguments.ts";

/** SQL this short, a column or a number, is its own name. */
const SHORT = 50;

/**
 * A value under a name, for SQL that speaks of it many times: the parameter of a lambda over a list of one, which costs 10 ns
 * a row. Written out, arithmetic on arithmetic would grow by the product of what each mentions.
 */
export function named(value: Sql, called: string, of: (value: Sql) => Sql): Sql {
  return value.text.length <= SHORT ? of(value) : namedHere(value, called, of);
}

/**
 * The same whatever the value is, so that it is mentioned once: what is mentioned oftener becomes a column of an earlier layer, and
 * where a hundred rules each have one, carrying the columns costs more than the lambdas.
 */
export function namedHere(value: Sql, called: string, of: (value: Sql) => Sql): Sql {
  const as = name(`its_${called}`);
  return sql`(list_transform([${value}], lambda ${as}: ${of(as)})[1])`;
}

/** A number argument under a name. */
export function namedNumber(args: readonly Term[], at: number, of: (number: Sql) => Sql): Sql {
  return named(numberAt(args, at), `number_${at + 1}`, of);
}
