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

/**
 * All members of some names as one record, read by place with `memberOf`; NULL where there is none of the name. It costs one pass over
 * the JSON however many names there are, where `memberTexts` looks for each name among all members. The names differ ignoring case.
 */
export function memberRecord(json: Sql, members: readonly string[]): Sql {
  if (members.length === 0) return sql`NULL`;
  return sql`json_transform(${json}, ${literal(JSON.stringify(Object.fromEntries(members.map((member) => [member, "VARCHAR"]))))})`;
}

/** One of a `memberRecord`, counted from 0. */
export function memberOf(members: Sql, at: number): Sql {
  return sql`struct_extract_at(${members}, ${integer(at + 1)})`;
}

/** A JSON pointer to a member whose name is the platform's text. */
export function pointer(...members: readonly string[]): Sql {
  return literal(members.map((member) => `/${member.replaceAll("~", "~0").replaceAll("/", "~1")}`).join(""));
}
