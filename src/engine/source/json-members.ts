import type { Sql } from "../../kernel/sql.ts";
import { integer, list, literal, sql } from "../sql/fragment.ts";

/** Members of a JSON text that holds what is named by the platform: dynamic columns, markets. */

/** The members of some names, as a list in their order; NULL where there is none of the name. One reading of the text for all. */
export function memberTexts(json: Sql, members: readonly string[]): Sql {
  return sql`json_extract_string(${json}, CAST([${list(members.map((member) => pointer(member)))}] AS VARCHAR[]))`;
}

/** One of a list of `memberTexts`, counted from 0. */
export function memberAt(texts: Sql, at: number): Sql {
  return sql`${texts}[${integer(at + 1)}]`;
}

/** A JSON pointer to a member whose name is the platform's text. */
export function pointer(...members: readonly string[]): Sql {
  return literal(members.map((member) => `/${member.replaceAll("~", "~0").replaceAll("/", "~1")}`).join(""));
}
