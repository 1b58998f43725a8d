import { resolve, sep } from "node:path";

/**
 * What a session may run. DuckDB has one list of folders for reading and writing, and a session reads its shop's objects; so that it writes
 * into its own folder alone, every text is one statement that makes tables of the session, or copies into a file there.
 */

/** Quoted texts whole (a doubled quote parts one in two), brackets one by one. */
const TOKENS = /'[^']*'|"[^"]*"|[()]|[^'"()]+|['"]/gy;
/** Other ways to quote, a comment, or the end of a statement: the tokens would not be DuckDB's. */
const NOT_READ = /[$;]|--|\/\*/;
/** `E'…'` and `U&'…'` have escapes, so a quote need not end them; ours name one byte each. */
const ESCAPING_QUOTE = /(?:^|[^a-z0-9_])(?:e|u&)$/i;
const ESCAPED_BYTES = /^'(?:\\x[0-9a-f]{2})*'$/;

/** None of these writes a file, whatever follows. */
const WITHOUT_FILES = /^\s*(?:CREATE|INSERT|DROP|SELECT|FROM)\b/i;
const COPIES = /^\s*COPY\s*(?:\(\)|\w+|"\w+")\s*TO\s*((?:'[^']*')+)\s*(?:\(\)\s*)?$/i;

export function requireSessionStatement(text: string, folder: string | null): void {
  const outline = outlineOf(text);
  if (WITHOUT_FILES.test(outline)) return;
  const target = COPIES.exec(outline)?.[1];
  if (target === undefined) throw new Error("a session runs only CREATE, INSERT, DROP, SELECT and COPY … TO a file of its folder");
  requireWithin(folder, target.slice(1, -1).replaceAll("''", "'"));
}

export function isWithin(folder: string, path: string): boolean {
  return resolve(path).startsWith(resolve(folder) + sep);
}

export function requireWithin(folder: string | null, path: string): void {
  if (folder === null || !isWithin(folder, path)) throw new Error(`${path} is not in the session's folder`);
}

/** The statement without what stands in brackets. */
function outlineOf(text: string): string {
  let outline = "";
  let depth = 0;
  let before = "";
  for (const [token] of text.matchAll(TOKENS)) {
    const isQuoted = /^['"]/.test(token);
    const isEscaping = isQuoted && ESCAPING_QUOTE.test(before);
    if (isEscaping ? !ESCAPED_BYTES.test(token) : isQuoted ? token.length < 2 : NOT_READ.test(token))
      throw new Error("a session's statement is one statement, without comments, parameters and escapes");
    if (token === ")") depth -= 1;
    if (depth === 0) outline += token;
    if (token === "(") depth += 1;
    // A doubled quote goes on with the same text.
    if (!isEscaping) before = isQuoted ? "" : token;
  }
  if (depth !== 0) throw new Error("a session's statement has brackets that don't match");
  return outline;
}
