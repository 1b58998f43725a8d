import type { Sql } from "../../../kernel/sql.ts";
import { integer, join, list, literal, sql } from "../../sql/fragment.ts";
import { isBlank, partBefore, TEXT_LENGTH_MAX, trimmed } from "../../sql/text-sql.ts";
import { asText, type Term, textTerm, textWithin } from "../term.ts";
import { cut } from "./bounded-text.ts";
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
    const parameters = args.flatMap((value, at) => (at % 2 === 0 ? [] : [{ called: literalText(args, at - 1, ""), value }]));
    return textTerm(joinedQuery(parameters.map(({ called, value }) => ({ value, pair: pairOf(called, value) }))));
  },
};

/** A pair is NULL where its value is blank. */
function joinedQuery(parameters: readonly { readonly value: Term; readonly pair: Sql }[]): Sql {
  const [first, ...others] = parameters;
  // Behind a pair that is there in any case each brings its separator, and joining costs half as much.
  if (first !== undefined && "literal" in first.value && NOT_BLANK.test(first.value.literal ?? ""))
    return sql`concat(${list([first.pair, ...others.map(({ pair }) => sql`'&' || ${pair}`)])})`;
  return sql`concat_ws('&', ${list(parameters.map(({ pair }) => pair))})`;
}

/** Something that DuckDB's `isBlank` takes for a text, at least. */
const NOT_BLANK = /[!-~]/;

function pairOf(called: string, value: Term): Sql {
  const text = asText(value);
  const encoded = "literal" in value ? encodedAny(text) : namedHere(text, "value", encodedValue);
  return sql`url_encode(${literal(called)}) || '=' || ${encoded}`;
}

/** A value in percent form, NULL where it is blank. Nearly all are short, of ASCII and without white space around them. */
function encodedValue(text: Sql): Sql {
  const settled = sql`strlen(${text}) <= ${VALUE_LENGTH_MAX} AND ${text} BETWEEN '!' AND '~' AND ${isAscii(text)}${noSpaceBehind(text)}`;
  return sql`CASE WHEN ${settled} THEN url_encode(${text}) ELSE ${namedHere(text, "rare", encodedAny)} END`;
}

function encodedAny(text: Sql): Sql {
  return sql`CASE WHEN NOT ${isBlank(text)} THEN url_encode(left(${trimmed(text)}, ${VALUE_LENGTH_MAX})) END`;
}

function isAscii(text: Sql): Sql {
  return sql`strlen(${text}) = length(${text})`;
}

function noSpaceBehind(ascii: Sql): Sql {
  return join(
    [" ", "\t", "\n", "\f", "\r"].map((space) => sql` AND NOT ends_with(${ascii}, ${literal(space)})`),
    sql``,
  );
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
  blank: "A blank link, and one that nothing is added to, stays as it is.",
  examples: [],
  compile: (args) => {
    const link = asText(argument(args, 0));
    const names = args.slice(2).map((_, at) => literalText(args, at + 2, ""));
    const either = (added: Sql): Sql => {
      const others = (rare: Sql): Sql => otherLink(rare, added, names);
      return sql`coalesce(${commonLink(link, added)}, ${namedHere(link, "rare", others)})`;
    };
    return textWithin(namedHere(asText(argument(args, 1)), "added", either), []);
  },
};

/*
 * DuckDB makes ready what stands in a lambda when there is a row for it, for each 2,048 of them: what most links need has to be little,
 * and the rest stands in lambdas of its own.
 */

/** Links as nearly all are: with just the query that is to be added, as a run before has left them, or without any. NULL for others. */
function commonLink(link: Sql, added: Sql): Sql {
  // What is added has no `?`, so where there is one alone, the path ends before it.
  const has = sql`ends_with(${link}, concat('?', ${added})) AND NOT ${link} LIKE '%?%?%'`;
  const bare = sql`NOT contains(${link}, '?') AND ${isAscii(link)}${noSpaceBehind(link)} AND ${staysShort(link, added)}`;
  const either = sql`CASE WHEN ${has} THEN ${link} WHEN ${bare} THEN concat(${link}, '?', ${added}) END`;
  return sql`CASE WHEN starts_with(${link}, 'http') AND NOT contains(${link}, '#') AND ${added} <> '' THEN ${either} END`;
}

function staysShort(link: Sql, added: Sql): Sql {
  return sql`strlen(${link}) + strlen(${added}) < ${integer(TEXT_LENGTH_MAX)}`;
}

/** Without a look at each of its parameters where a link names none of those to be added and has nothing in percent form. */
function otherLink(link: Sql, added: Sql, names: readonly string[]): Sql {
  const plain = sql`starts_with(${link}, 'http') AND NOT contains(${link}, '#') AND ${isAscii(link)}${noSpaceBehind(link)}`;
  const queried = sql`contains(${link}, '?') AND NOT ends_with(${link}, '?') AND NOT ends_with(${link}, '&')`;
  const without = ["%", "+", "&&", "?&", ...names].map((text) => sql` AND NOT contains(${link}, ${literal(text)})`);
  const settled = sql`${plain} AND ${staysShort(link, added)} AND ${queried}${join(without, sql``)}`;
  const appended = names.length === 0 ? sql`` : sql` WHEN ${settled} THEN concat(${link}, '&', ${added})`;
  const other = (whole: Sql): Sql => sql`CASE WHEN ${whole} = '' THEN '' ELSE ${cut(anyLink(whole, added))} END`;
  const any = namedHere(link, "any", (given) => namedHere(trimmed(given), "link", other));
  return sql`CASE WHEN ${added} = '' OR ${isBlank(link)} THEN ${link}${appended} ELSE ${any} END`;
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
