/**
 * The part of Go's template language that our chart uses, so that it can be rendered and checked where no Helm is. Whatever else a template
 * says is an error here, never skipped.
 */

export type Expression =
  | { readonly kind: "literal"; readonly value: unknown }
  /** `.a.b`, `$.a.b` and `$name.a`; the path is followed from what `from` is. */
  | { readonly kind: "path"; readonly from: Expression | "dot" | { readonly variable: string }; readonly path: readonly string[] }
  | { readonly kind: "call"; readonly name: string; readonly args: readonly Expression[] };

export type TemplateNode =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "print"; readonly value: Expression }
  | { readonly kind: "set"; readonly variable: string; readonly value: Expression }
  | { readonly kind: "if" | "with"; readonly value: Expression; readonly body: Block; readonly otherwise: Block }
  | { readonly kind: "range"; readonly variables: readonly string[]; readonly value: Expression; readonly body: Block }
  | { readonly kind: "define"; readonly name: string; readonly body: Block };

export type Block = readonly TemplateNode[];

type Token = { readonly text: string } | { readonly action: string };

const ACTION = /\{\{(-)?((?:\s*\/\*[\s\S]*?\*\/\s*)|(?:"(?:[^"\\]|\\.)*"|[^"])*?)(-)?\}\}/g;
const WORD = /\s*("(?:[^"\\]|\\.)*"|\(|\)\.?[\w.]*|\||:=|,|\$?[\w.]*\w|\$|\.)/y;

export function parseTemplate(source: string): Block {
  const reader = { tokens: tokensOf(source), at: 0 };
  const { body, end } = parseBlock(reader);
  if (end !== undefined) throw new Error(`{{ ${end} }} closes nothing`);
  return body;
}

function tokensOf(source: string): readonly Token[] {
  const tokens: Token[] = [];
  let at = 0;
  let trimStart = false;
  for (const match of source.matchAll(ACTION)) {
    const [whole, before, action = "", after] = match;
    const text = source.slice(at, match.index);
    const trimmed = trimStart ? text.trimStart() : text;
    tokens.push({ text: before === undefined ? trimmed : trimmed.trimEnd() });
    if (!/^\s*\/\*/.test(action)) tokens.push({ action: action.trim() });
    trimStart = after !== undefined;
    at = match.index + whole.length;
  }
  const rest = source.slice(at);
  if (rest.includes("{{")) throw new Error(`an action isn't closed: ${rest.slice(rest.indexOf("{{"), rest.indexOf("{{") + 40)}`);
  tokens.push({ text: trimStart ? rest.trimStart() : rest });
  return tokens;
}

interface Reader {
  readonly tokens: readonly Token[];
  at: number;
}

/** Up to the `end` or `else` that closes it, or to the end of the file. */
function parseBlock(reader: Reader): { readonly body: Block; readonly end: string | undefined } {
  const body: TemplateNode[] = [];
  for (;;) {
    const token = reader.tokens[reader.at];
    if (token === undefined) return { body, end: undefined };
    reader.at += 1;
    if ("text" in token) {
      if (token.text !== "") body.push({ kind: "text", text: token.text });
    } else if (token.action === "end" || /^else\b/.test(token.action)) return { body, end: token.action };
    else body.push(parseAction(reader, token.action));
  }
}

function parseAction(reader: Reader, action: string): TemplateNode {
  const [, keyword, rest = ""] = /^(if|with|range|define)\s+([\s\S]*)$/.exec(action) ?? [];
  if (keyword === "if" || keyword === "with") return parseCondition(reader, keyword, rest);
  if (keyword === "define") return { kind: "define", name: String(JSON.parse(rest)), body: closedBlock(reader) };
  if (keyword === "range") {
    const [, names, list = rest] = /^((?:\$\w+\s*,\s*)?\$\w+)\s*:=\s*([\s\S]*)$/.exec(rest) ?? [];
    const variables = names === undefined ? [] : names.split(",").map((name) => name.trim());
    return { kind: "range", variables, value: parseExpression(list), body: closedBlock(reader) };
  }
  const [, variable, value] = /^(\$\w+)\s*:?=\s*([\s\S]*)$/.exec(action) ?? [];
  if (variable !== undefined && value !== undefined) return { kind: "set", variable, value: parseExpression(value) };
  return { kind: "print", value: parseExpression(action) };
}

function parseCondition(reader: Reader, kind: "if" | "with", condition: string): TemplateNode {
  const value = parseExpression(condition);
  const { body, end } = parseBlock(reader);
  if (end === "end") return { kind, value, body, otherwise: [] };
  if (end === "else") return { kind, value, body, otherwise: closedBlock(reader) };
  const next = /^else if\s+([\s\S]*)$/.exec(end ?? "")?.[1];
  if (next === undefined) throw new Error(`{{ ${kind} ${condition} }} isn't closed`);
  return { kind, value, body, otherwise: [parseCondition(reader, "if", next)] };
}

function closedBlock(reader: Reader): Block {
  const { body, end } = parseBlock(reader);
  if (end !== "end") throw new Error(`a block ends with ${end ?? "the file"}`);
  return body;
}

function parseExpression(text: string): Expression {
  const words: string[] = [];
  WORD.lastIndex = 0;
  for (let at = 0; text.slice(at).trim() !== ""; at = WORD.lastIndex) {
    const word = WORD.exec(text)?.[1];
    if (word === undefined) throw new Error(`can't read: ${text.slice(at)}`);
    words.push(word);
  }
  const cursor = { words, at: 0 };
  const value = parsePipeline(cursor);
  if (cursor.at < words.length) throw new Error(`can't read ${words[cursor.at] ?? ""} in: ${text}`);
  return value;
}

interface Cursor {
  readonly words: readonly string[];
  at: number;
}

/** `a | b c` is `b c a`. */
function parsePipeline(cursor: Cursor): Expression {
  let value = parseCall(cursor, []);
  while (cursor.words[cursor.at] === "|") {
    cursor.at += 1;
    value = parseCall(cursor, [value]);
  }
  return value;
}

function parseCall(cursor: Cursor, last: readonly Expression[]): Expression {
  const terms: Expression[] = [];
  for (let word = cursor.words[cursor.at]; word !== undefined && word !== "|" && !word.startsWith(")"); word = cursor.words[cursor.at])
    terms.push(parseTerm(cursor, word));
  const [first, ...args] = [...terms, ...last];
  if (first === undefined) throw new Error("an action is empty");
  if (first.kind === "call" && first.args.length === 0) return { ...first, args };
  if (args.length === 0) return first;
  // `.Files.Get "x"` is a method of what the chart is rendered with.
  if (first.kind === "path" && first.path.join(".") === "Files.Get") return { kind: "call", name: "Files.Get", args };
  throw new Error("a value isn't a function");
}

function parseTerm(cursor: Cursor, word: string): Expression {
  cursor.at += 1;
  if (word === "(") return parseGroup(cursor);
  if (word.startsWith('"')) return { kind: "literal", value: JSON.parse(word) };
  if (/^\d+$/.test(word)) return { kind: "literal", value: Number(word) };
  if (word === "true" || word === "false") return { kind: "literal", value: word === "true" };
  if (word.startsWith(".")) return { kind: "path", from: "dot", path: pathOf(word) };
  const [, variable, path = ""] = /^(\$\w*)(\..*)?$/.exec(word) ?? [];
  if (variable !== undefined) return { kind: "path", from: { variable }, path: pathOf(path) };
  return { kind: "call", name: word, args: [] };
}

function parseGroup(cursor: Cursor): Expression {
  const inner = parsePipeline(cursor);
  const closing = cursor.words[cursor.at];
  if (closing?.startsWith(")") !== true) throw new Error("a parenthesis isn't closed");
  cursor.at += 1;
  const value: Expression = inner.kind === "call" ? { kind: "path", from: inner, path: [] } : inner;
  return closing === ")" ? value : { kind: "path", from: value, path: pathOf(closing.slice(1)) };
}

const pathOf = (text: string): readonly string[] => text.split(".").filter(Boolean);
