import { KEYWORDS, literalWord } from "../expression/bare-words.ts";
import { type ColumnsInScope, findColumn } from "../expression/column-names.ts";
import { FUNCTIONS } from "../expression/functions/function-catalogue.ts";
import { SyntaxFault, type Token, tokenAt } from "../expression/tokens.ts";
import { findRuleType } from "./rule-types.ts";

export const SPAN_KINDS = Object.freeze([
  ...(["keyword", "rule_type", "field", "function", "source_column", "feed_column"] as const),
  ...(["text", "number", "literal", "word", "symbol", "invalid"] as const),
]);

/** A part of a rule's text with what it is, for an editor to colour. Offsets count UTF-16 units, as editors do. */
export interface RuleSpan {
  readonly start: number;
  readonly end: number;
  readonly kind: (typeof SPAN_KINDS)[number];
}

/** Words that only a rule's own form has. */
const RULE_WORDS: ReadonlySet<string> = new Set([
  "set",
  "to",
  "exclude",
  "because",
  "include",
  "replace",
  "with",
  "starts",
  "ends",
  "cs",
  "blank",
  "always",
]);

/** The words of a rule's text, whether or not it can be read as a rule. What can't be a word is invalid, up to the next space. */
export function ruleSpans(text: string, columns: ColumnsInScope): readonly RuleSpan[] {
  const spans: RuleSpan[] = [];
  let at = 0;
  for (;;) {
    const token = tokenOrFault(text, at);
    if (token.kind === "end") return spans;
    const kind = token.kind === "invalid" ? token.kind : kindOf(token, { text, columns, isFirst: spans.length === 0 });
    spans.push({ start: token.start, end: token.end, kind });
    at = token.end;
  }
}

interface Invalid {
  readonly kind: "invalid";
  readonly start: number;
  readonly end: number;
}

function tokenOrFault(text: string, from: number): Token | Invalid {
  try {
    return tokenAt(text, from);
  } catch (error) {
    if (!(error instanceof SyntaxFault)) throw error;
    const start = from + text.slice(from).search(/\S/);
    const length = text.slice(start).search(/\s/);
    return { kind: "invalid", start, end: length === -1 ? text.length : start + length };
  }
}

interface Around {
  readonly text: string;
  readonly columns: ColumnsInScope;
  readonly isFirst: boolean;
}

function kindOf(token: Exclude<Token, { kind: "end" }>, around: Around): RuleSpan["kind"] {
  if (token.kind === "column") return token.side === "D" ? "source_column" : "feed_column";
  return token.kind === "word" ? wordKind(token, around) : token.kind;
}

/** A bare word is what the grammar would take it for where it stands. */
function wordKind({ value, end }: Token, { text, columns, isFirst }: Around): RuleSpan["kind"] {
  const next = text.slice(end).trimStart().charAt(0);
  const word = value.toLowerCase();
  if (next === ":") return "field";
  if (next === "(" && isFirst && findRuleType(value) !== undefined) return "rule_type";
  if (next === "(" && Object.hasOwn(FUNCTIONS, word)) return "function";
  if (word === "true" || word === "false") return "literal";
  if (KEYWORDS.has(word) || RULE_WORDS.has(word)) return "keyword";
  if (literalWord(value, 0) !== undefined) return "literal";
  const column = findColumn(columns, null, value);
  if (column === undefined) return "word";
  return column.side === "D" ? "source_column" : "feed_column";
}
