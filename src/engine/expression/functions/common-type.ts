import type { Sql } from "../../../kernel/sql.ts";
import { literal, sql } from "../../sql/fragment.ts";
import {
  asBoolean,
  asDate,
  asList,
  asNumber,
  asText,
  BLANK_TERM,
  booleanTerm,
  dateTerm,
  listTerm,
  numberTerm,
  readsAs,
  type Term,
  textWithin,
  type ValueType,
} from "../term.ts";

/**
 * The type of one value out of several (`returns: "same"`): that of all of them, else text. `blank` has none.
 */
function commonType(terms: readonly Term[]): ValueType {
  const types = new Set(terms.filter((term) => term !== BLANK_TERM).map(readsAs));
  const [only = "text"] = types;
  return types.size > 1 ? "text" : only;
}

/** A value of the common type, made of those of all terms: as they are kept where they are kept alike, so that `1.50` stays. */
export function oneOf(terms: readonly Term[], made: (values: readonly Sql[], blank: Sql) => Sql): Term {
  const type = commonType(terms);
  const kept = terms.every((term) => term.type === "text") ? "text" : type;
  const values = (as: (term: Term) => Sql): readonly Sql[] => terms.map(as);
  switch (kept) {
    case "text":
    case "money":
      return textWithin(made(values(asText), literal("")), terms, type);
    case "number":
      return numberTerm(made(values(asNumber), sql`CAST(NULL AS DECIMAL(28,9))`));
    case "boolean":
      return booleanTerm(made(values(asBoolean), sql`false`));
    case "date":
      return dateTerm(made(values(asDate), sql`CAST(NULL AS TIMESTAMP)`));
    case "list":
      return listTerm(made(values(asList), sql`CAST([] AS VARCHAR[])`));
    default:
      return kept satisfies never;
  }
}
