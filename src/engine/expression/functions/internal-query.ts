import type { Sql } from "../../../kernel/sql.ts";
import { integer, join, list, literal, name, sql } from "../../sql/fragment.ts";
import { isBlank, partBefore, trimmed } from "../../sql/text-sql.ts";
import { asText, type Term, textTerm } from "../term.ts";
import { argument, type FunctionEntry, literalText } from "./function-entry.ts";
import { namedHere } from "./named.ts";

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
      const called = sql`url_encode(${literal(literalText(args, at, ""))})`;
      return [sql`${called} || '=' || url_encode(left(${trimmed(unlessBlank(argument(args, at + 1)))}, ${VALUE_LENGTH_MAX}))`];
    });
    return textTerm(sql`concat_ws('&', ${list(parameters)})`);
  },
};

/** NULL where a text is blank, and mentioned once; DuckDB reckons what is written out while it plans, but for lambdas. */
function unlessBlank(term: Term): Sql {
  const text = asText(term);
  if ("literal" in term) return sql`CASE WHEN NOT ${isBlank(text)} THEN ${text} END`;
  return sql`list_filter([${text}], lambda its_value: NOT ${isBlank(name("its_value"))})[1]`;
}

/** The query ends where the fragment begins, and a parameter of the same name gives way, however its name is encoded. */
export const addQuery: FunctionEntry = {
  parameters: [
    { name: "link", type: "text" },
    { name: "query", type: "text" },
    { name: "name", type: "text", literal: { form: "text" }, optional: true },
  ],
  repeats: PARAMETERS_MAX + 2,
  returns: "text",
  summary: "A link with a query added to the one it has, without white space around it; the names are those the query may have.",
  blank: "A link that nothing is added to stays as it is; the caller sees to it that it is not blank.",
  examples: [],
  compile: (args) => {
    const link = asText(argument(args, 0));
    const names = args.slice(2).map((_, at) => literalText(args, at + 2, ""));
    const either = (added: Sql): Sql => {
      // DuckDB makes ready what stands in a lambda when there is a row for it: few links come here.
      const any = namedHere(link, "rare", (rare) => namedHere(trimmed(rare), "link", (whole) => anyLink(whole, added)));
      return sql`CASE WHEN ${added} = '' THEN ${link} ELSE coalesce(${plainLink(link, added, names)}, ${any}) END`;
    };
    return textTerm(namedHere(asText(argument(args, 1)), "added", either));
  },
};

/**
 * Links as nearly all are, without a look at each of their parameters: without a query, with just the one that is to be added, or
 * with one that names none of its parameters and has nothing in percent form. NULL for any other.
 */
function plainLink(link: Sql, added: Sql, names: readonly string[]): Sql {
  const ends = [" ", "\t", "\n", "\f", "\r"].map((space) => sql` AND NOT ends_with(${link}, ${literal(space)})`);
  const ascii = sql`strlen(${link}) = length(${link})`;
  const plain = sql`starts_with(${link}, 'http') AND NOT contains(${link}, '#') AND ${ascii}${join(ends, sql``)}`;
  // What is added has no `?`, so the link's first one stands right before it.
  const has = sql`ends_with(${link}, ${added}) AND instr(${link}, '?') = strlen(${link}) - strlen(${added})`;
  const settled = sql`NOT ends_with(${link}, '?') AND NOT ends_with(${link}, '&')`;
  const without = ["%", "+", "&&", "?&", ...names].map((text) => sql` AND NOT contains(${link}, ${literal(text)})`);
  const others = names.length === 0 ? sql`` : sql` WHEN ${settled}${join(without, sql``)} THEN concat(${link}, '&', ${added})`;
  return sql`CASE WHEN ${plain} THEN CASE WHEN NOT contains(${link}, '?') THEN concat(${link}, '?', ${added}) WHEN ${has} THEN ${link}${others} END END`;
}

/** Any link, without white space around it. */
function anyLink(link: Sql, added: Sql): Sql {
  const before = partBefore(link, sql`'#'`);
  const path = partBefore(before, sql`'?'`);
  const fragment = sql`substr(${link}, length(${before}) + 1)`;
  const called = sql`replace(${partBefore(sql`part`, sql`'='`)}, '+', ' ')`;
  const plain = sql`CASE WHEN contains(${called}, '%') THEN coalesce(TRY(url_decode(${called})), ${called}) ELSE ${called} END`;
  const anew = sql`contains(concat('&', ${added}), concat('&', url_encode(${plain}), '='))`;
  const query = sql`string_split(substr(${before}, length(${path}) + 2), '&')`;
  const kept = sql`list_aggr(list_filter(${query}, lambda part: part <> '' AND NOT ${anew}), 'string_agg', '&')`;
  const queried = sql`concat(${path}, '?', concat_ws('&', ${kept}, ${added}), ${fragment})`;
  return sql`CASE WHEN contains(${before}, '?') THEN ${queried} ELSE concat(${before}, '?', ${added}, ${fragment}) END`;
}
