import type { Sql } from "../../../kernel/sql.ts";
import { integer, list, literal, sql } from "../../sql/fragment.ts";
import { isBlank, trimmed } from "../../sql/text-sql.ts";
import { asText, textTerm } from "../term.ts";
import { argument, type FunctionEntry, literalText } from "./function-entry.ts";

/** Code points of a value that get into a link; encoded they are twelve times as many bytes at most. */
const VALUE_LENGTH_MAX = 500;

interface QueryParameter {
  readonly name: string;
  readonly value: Sql;
}

/**
 * Adds parameters to a link: the query ends where the fragment begins, and a parameter of the same name gives way, however its
 * name is encoded. DuckDB encodes what RFC 3986 does not call unreserved.
 */
export const addQuery: FunctionEntry = {
  parameters: [
    { name: "link", type: "text" },
    { name: "name", type: "text", literal: { form: "text" } },
    { name: "value", type: "text" },
  ],
  repeats: 41,
  returns: "text",
  summary: "A link with parameters, each a name and a value, added to its query.",
  blank: "A blank link stays blank; a blank value leaves its parameter out.",
  examples: [],
  compile: (args) => {
    const link = asText(argument(args, 0));
    const parameters = args.flatMap((_, at): readonly QueryParameter[] =>
      at % 2 === 1 ? [{ name: literalText(args, at, ""), value: asText(argument(args, at + 1)) }] : [],
    );
    const added = sql`concat_ws('&', ${list(parameters.map(encoded))})`;
    const [path, query, fragment] = [partOf(link, 1), partOf(link, 2), partOf(link, 3)];
    const kept = sql`CASE WHEN ${query} = '' THEN NULL ELSE ${keptQuery(query, parameters)} END`;
    const whole = sql`concat(${path}, '?', concat_ws('&', nullif(${kept}, ''), ${added}), ${fragment})`;
    return textTerm(sql`CASE WHEN ${isBlank(link)} OR ${added} = '' THEN ${link} ELSE ${whole} END`);
  },
};

/** What stands before the query, the query without its `?`, the fragment with its `#`. */
function partOf(link: Sql, part: 1 | 2 | 3): Sql {
  return sql`regexp_extract(${trimmed(link)}, '(?s)^([^?#]*)(?:\\?([^#]*))?(#.*)?$', ${integer(part)})`;
}

function encoded({ name, value }: QueryParameter): Sql {
  const text = sql`url_encode(left(${trimmed(value)}, ${integer(VALUE_LENGTH_MAX)}))`;
  return sql`CASE WHEN NOT ${isBlank(value)} THEN concat(url_encode(${literal(name)}), '=', ${text}) END`;
}

/** The query without the parameters that are written anew. */
function keptQuery(query: Sql, parameters: readonly QueryParameter[]): Sql {
  const written = parameters.map(({ name, value }) => sql`CASE WHEN NOT ${isBlank(value)} THEN ${literal(name)} END`);
  const plain = sql`replace(split_part(part, '=', 1), '+', ' ')`;
  const called = sql`CASE WHEN contains(part, '%') THEN coalesce(TRY(url_decode(${plain})), ${plain}) ELSE ${plain} END`;
  const parts = sql`list_filter(string_split(${query}, '&'), lambda part: part <> '' AND NOT list_contains([${list(written)}], ${called}))`;
  return sql`array_to_string(${parts}, '&')`;
}
