import { type Sql, trustedSql } from "../../kernel/sql.ts";

/**
 * The only place that makes and quotes DuckDB SQL. A template takes other fragments and nothing else; text of a user comes
 * in through `literal`; columns of the data plane are `s1…`, `f1…` and names of ours, so no user text is ever an identifier.
 */
export function sql(strings: TemplateStringsArray, ...parts: readonly Sql[]): Sql {
  return trustedSql(strings.reduce((text, piece, at) => text + piece + (parts[at]?.text ?? ""), ""));
}

/** A quoted text. Standard strings of DuckDB know one escape, the doubled quote; U+0000 ends a statement early and is refused. */
export function literal(value: string): Sql {
  if (value.includes("\u0000")) throw new RangeError("U+0000 cannot stand in SQL");
  return trustedSql(`'${value.replaceAll("'", "''")}'`);
}

/** The text that a fragment quotes, where it does nothing else. */
export function literalOf({ text }: Sql): string | undefined {
  return /^'(?:[^']|'')*'$/.test(text) ? text.slice(1, -1).replaceAll("''", "'") : undefined;
}

export function integer(value: number): Sql {
  if (!Number.isSafeInteger(value)) throw new RangeError(`${value} is not a safe integer`);
  return trustedSql(String(value));
}

/** A decimal as written by a person: digits with an optional sign and fraction, as many as DECIMAL(28,9) holds. */
export function isDecimal(text: string): boolean {
  return /^[+-]?[0-9]{1,19}(\.[0-9]{1,9})?$/.test(text);
}

export function decimal(text: string): Sql {
  if (!isDecimal(text)) throw new RangeError(`${text} is not a decimal`);
  return trustedSql(`CAST('${text}' AS DECIMAL(28,9))`);
}

/** A name of ours (a table, a column of a query): lower-case letters, digits, `_`. */
export function name(identifier: string): Sql {
  if (!/^[a-z][a-z0-9_]{0,62}$/.test(identifier)) throw new RangeError(`${identifier} isn't a valid identifier`);
  return trustedSql(`"${identifier}"`);
}

/** A DuckDB type out of a table of ours. */
export function type(text: string): Sql {
  if (!/^[A-Z][A-Za-z0-9 _,()[\]]*$/.test(text)) throw new RangeError(`${text} isn't a valid type`);
  return trustedSql(text);
}

export function join(parts: readonly Sql[], separator: Sql): Sql {
  return trustedSql(parts.map(({ text }) => text).join(separator.text));
}

export function list(parts: readonly Sql[]): Sql {
  return join(parts, trustedSql(", "));
}

/**
 * Whether a text is one of some. Not `IN`: with five constants or more DuckDB makes that a hash join, and a join in the chain
 * loses the order of the rows. `written`: how a word becomes SQL. It must give the same for words joined by line feeds as for each alone.
 */
export function isAmong(text: Sql, words: readonly string[], written: (words: string) => Sql = literal): Sql {
  return sql`list_contains(${textList(words, written)}, ${text})`;
}

/**
 * The same inside a lambda, where DuckDB splits the words again for each value: they are looked for as they are joined. The text must have no line
 * feeds.
 */
export function isAmongInLambda(text: Sql, words: readonly string[]): Sql {
  const [joined, end] = [literal(["", ...words, ""].join(BETWEEN_WORDS)), literal(BETWEEN_WORDS)];
  return sql`contains(${joined}, ${end} || ${text} || ${end})`;
}

/** Each constant takes DuckDB some ten microseconds to plan, so hundreds of words are written as one. */
function textList(words: readonly string[], written: (words: string) => Sql = literal): Sql {
  const isShort = words.length < 5;
  if (isShort || words.some((word) => word.includes(BETWEEN_WORDS))) return sql`[${list(words.map(written))}]`;
  return sql`string_split(${written(words.join(BETWEEN_WORDS))}, ${literal(BETWEEN_WORDS)})`;
}

const BETWEEN_WORDS = "\n";

/** Text of ours that is SQL already: patterns of keywords in tables (`ASC`, `<=`). */
export function keyword(text: "ASC" | "DESC" | "=" | "<>" | "<" | "<=" | ">" | ">=" | "AND" | "OR"): Sql {
  return trustedSql(text);
}
