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
  if (value.text.length <= SHORT) return of(value);
  const as = name(`its_${called}`);
  return sql`(list_transform([${value}], lambda ${as}: ${of(as)})[1])`;
}

/** A number argument under a name. */
export function namedNumber(args: readonly Term[], at: number, of: (number: Sql) => Sql): Sql {
  return named(numberAt(args, at), `number_${at + 1}`, of);
}
