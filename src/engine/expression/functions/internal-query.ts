import { integer, list, literal, sql } from "../../sql/fragment.ts";
import { isBlank, partBefore, trimmed } from "../../sql/text-sql.ts";
import { asText, textTerm } from "../term.ts";
import { argument, type FunctionEntry, literalText } from "./function-entry.ts";

/** Parameters added to a link, in two steps: what is added is mentioned often, so it has a name of its own. */

/** Code points of a value that get into a link; encoded they are twelve times as many bytes at most. */
const VALUE_LENGTH_MAX = integer(500);
const PARAMETERS_MAX = 20;

/** DuckDB encodes what RFC 3986 does not call unreserved. */
export const queryOf: FunctionEntry = {
  parameters: [
    { name: "name", type: "text", literal: { form: "text" } },
    { name: "value", type: "text" },
  ],
  repeats: 2 * PARAMETERS_MAX,
  returns: "text",
  summary: "Names and values as the query of a link: `a=1&b=2`.",
  blank: "A blank value leaves its parameter out.",
  examples: [],
  compile: (args) => {
    const parameters = args.flatMap((_, at) => {
      if (at % 2 === 1) return [];
      const value = asText(argument(args, at + 1));
      const encoded = sql`url_encode(left(${trimmed(value)}, ${VALUE_LENGTH_MAX}))`;
      return [sql`CASE WHEN NOT ${isBlank(value)} THEN concat(url_encode(${literal(literalText(args, at, ""))}), '=', ${encoded}) END`];
    });
    return textTerm(sql`concat_ws('&', ${list(parameters)})`);
  },
};

/** The query ends where the fragment begins, and a parameter of the same name gives way, however its name is encoded. */
export const addQuery: FunctionEntry = {
  parameters: [
    { name: "link", type: "text" },
    { name: "query", type: "text" },
  ],
  returns: "text",
  summary: "A link with a query added to the one it has.",
  blank: "The caller sees to it that neither is blank.",
  examples: [],
  compile: (args) => {
    const [link, added] = [asText(argument(args, 0)), asText(argument(args, 1))];
    const before = partBefore(link, sql`'#'`);
    const path = partBefore(before, sql`'?'`);
    const fragment = sql`substr(${link}, length(${before}) + 1)`;
    const called = sql`replace(${partBefore(sql`part`, sql`'='`)}, '+', ' ')`;
    const plain = sql`CASE WHEN contains(${called}, '%') THEN coalesce(TRY(url_decode(${called})), ${called}) ELSE ${called} END`;
    const anew = sql`contains(concat('&', ${added}), concat('&', url_encode(${plain}), '='))`;
    const query = sql`string_split(substr(${before}, length(${path}) + 2), '&')`;
    const kept = sql`list_aggr(list_filter(${query}, lambda part: part <> '' AND NOT ${anew}), 'string_agg', '&')`;
    const queried = sql`concat(${path}, '?', concat_ws('&', ${kept}, ${added}), ${fragment})`;
    return textTerm(sql`CASE WHEN contains(${before}, '?') THEN ${queried} ELSE concat(${before}, '?', ${added}, ${fragment}) END`);
  },
};
