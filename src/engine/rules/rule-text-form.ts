import { ExpressionParser, NESTING_MAX } from "../expression/parse-expression.ts";
import { placeOf, SyntaxFault, type Token, tokenShown } from "../expression/tokens.ts";
import { didYouMean, nearestNames } from "../expression/column-names.ts";
import { takesValues } from "./rule-members.ts";
import { RuleInvalid } from "./rule-fault.ts";
import { findRuleType, RULE_TYPE_NAMES } from "./rule-types.ts";

/**
 * A definition as one line of text (rules, section 2): `Set … to …`, `Exclude because "…"`, `Include`, `Replace "…" with "…" in …`, and
 * for every type `type(member: value, …)`, each with `when …` behind it.
 */
export interface RuleFromText {
  readonly definition: Readonly<Record<string, unknown>>;
  readonly places: RuleTextPlaces;
}

/** Where each member stands in the text, by JSON Pointer, and what was taken from there. */
export type RuleTextPlaces = ReadonlyMap<string, { readonly offset: number; readonly source: string }>;

export function readRuleText(text: string): RuleFromText {
  try {
    return parsedRule(text);
  } catch (error) {
    if (!(error instanceof SyntaxFault)) throw error;
    throw new RuleInvalid([{ at: "/text", code: "syntax", message: error.message, ...placeOf(text, error.at) }]);
  }
}

class RuleParser extends ExpressionParser {
  readonly places = new Map<string, { readonly offset: number; readonly source: string }>();

  /** Members of the rule's type that take a value; in others a column is the name of one. */
  values: ReadonlySet<string> = new Set();

  /** Whether a column comes next, in a member that takes a value. */
  isColumnOfValue(pointer: string): boolean {
    return this.peek().kind === "column" && this.values.has(pointer.split("/")[1] ?? "");
  }

  note(pointer: string, offset: number, source: string): void {
    this.places.set(pointer, { offset, source });
  }

  /** An expression's own text, as far as it goes. */
  written(): { readonly text: string; readonly start: number } {
    const { start } = this.peek();
    this.expression();
    return { text: this.source.slice(start, this.peek().start).trimEnd(), start };
  }
}

function parsedRule(text: string): RuleFromText {
  const parser = new RuleParser(text);
  const token = parser.take();
  if (token.kind !== "word")
    throw new SyntaxFault(`A rule starts with Set, Exclude, Include, Replace or a rule type, found ${tokenShown(token)}.`, token.start);
  const definition = headOf(parser, token);
  if (parser.takes("when")) {
    const condition = parser.written();
    definition["condition"] = condition.text;
    parser.note("/condition", condition.start, condition.text);
  }
  const rest = parser.peek();
  if (rest.kind !== "end")
    throw new SyntaxFault(
      `Expected \`when\` or the end of the rule, found ${tokenShown(rest)}. ${conditionHint(rest) ?? "Put text of several words in quotes, and join values with &."}`,
      rest.start,
    );
  return { definition, places: parser.places };
}

/** Words that other languages begin a condition with, and how it begins here. */
const CONDITION_WORDS: Readonly<Record<string, string>> = { if: "`when`", where: "`when`", unless: "`when not (…)`" };

function conditionHint({ kind, value }: Token): string | undefined {
  const hint = kind === "word" && Object.hasOwn(CONDITION_WORDS, value.toLowerCase()) ? CONDITION_WORDS[value.toLowerCase()] : undefined;
  return hint === undefined ? undefined : conditionLast(hint);
}

const conditionLast = (begins: string): string => `Put the condition at the end of the rule and start it with ${begins}.`;

function headOf(parser: RuleParser, token: Extract<Token, { kind: "word" }>): Record<string, unknown> {
  const word = token.value.toLowerCase();
  const next = parser.peek();
  if (next.kind === "symbol" && next.value === "(") return membersOf(parser, token);
  switch (word) {
    case "set":
      return setOf(parser);
    case "exclude":
      return excludeOf(parser);
    case "include":
      return { type: "include" };
    case "replace":
      return replaceOf(parser);
    default:
      break;
  }
  const hint = word === "when" ? "Put the condition at the end of the rule." : conditionHint(token);
  const near = nearestNames(word, ["Set", "Exclude", "Include", "Replace", ...RULE_TYPE_NAMES]);
  throw new SyntaxFault(
    `A rule starts with Set, Exclude, Include, Replace or a rule type with its fields in parentheses, found ${tokenShown(token)}.${hint === undefined ? didYouMean(near) : ` ${hint}`}`,
    token.start,
  );
}

function setOf(parser: RuleParser): Record<string, unknown> {
  const target = columnOf(parser, "/target");
  parser.expect("to", "after the column of Set");
  return { type: "set_value", target, value: valueOf(parser, "/value") };
}

function excludeOf(parser: RuleParser): Record<string, unknown> {
  if (!parser.takes("because")) return { type: "exclude" };
  return { type: "exclude", reason: textOf(parser, "/reason", "after because") };
}

function replaceOf(parser: RuleParser): Record<string, unknown> {
  const find = textOf(parser, "/find", "after Replace");
  parser.expect("with", "after the text to replace");
  const replaceWith = textOf(parser, "/replace_with", "after with");
  parser.expect("in", "before the column");
  return { type: "replace", target: columnOf(parser, "/target"), find, replace_with: replaceWith };
}

function textOf(parser: RuleParser, pointer: string, where: string): string {
  const token = parser.take();
  if (token.kind !== "text") throw new SyntaxFault(`Expected text in quotes ${where}, found ${tokenShown(token)}.`, token.start);
  parser.note(pointer, token.start, token.value);
  return token.value;
}

/** The column a rule writes is an output column, with `[G]` or without. */
function columnOf(parser: RuleParser, pointer: string): string {
  const token = parser.take();
  if (token.kind === "column" && token.side === "D")
    throw new SyntaxFault("A rule can only write feed columns ([G]). Source columns ([D]) are read-only.", token.start);
  if (token.kind !== "column" && token.kind !== "word" && token.kind !== "text")
    throw new SyntaxFault(`Expected the name of a feed column, found ${tokenShown(token)}.`, token.start);
  parser.note(pointer, token.start, token.value);
  return token.value;
}

/** A lone text or number is itself; everything else is an expression. */
function valueOf(parser: RuleParser, pointer: string): string | number {
  const first = parser.peek();
  const { text, start } = parser.written();
  if (first.kind === "text" && start + text.length === first.end) {
    parser.note(pointer, start, first.value);
    return first.value.startsWith("=") ? `=${first.value}` : first.value;
  }
  if (/^-?[0-9]{1,15}(?:\.[0-9]{1,9})?$/.test(text) && String(Number(text)) === text) return Number(text);
  parser.note(pointer, start - 1, `=${text}`);
  return `=${text}`;
}

/** `type(member: value, …)`. */
function membersOf(parser: RuleParser, token: Extract<Token, { kind: "word" }>): Record<string, unknown> {
  parser.expect("(", "after the rule type");
  parser.note("/type", token.start, token.value);
  const shape = findRuleType(token.value)?.members.shape ?? {};
  parser.values = new Set(Object.keys(shape).filter((name) => takesValues(shape[name])));
  return { type: token.value, ...namedValues(parser, ")", "") };
}

/** A condition has no place between the parentheses of a rule, except in quotes, as the field `condition`. */
function refuseCondition(token: Token): void {
  const hint = token.kind === "word" && token.value.toLowerCase() === "when" ? conditionLast("`when`") : conditionHint(token);
  if (hint !== undefined) throw new SyntaxFault(`There is no field ${tokenShown(token)}. ${hint}`, token.start);
}

/** A level of a condition is an object and a list in it; what stands around it is a few more. */
const VALUES_NESTING_MAX = 2 * NESTING_MAX + 10;

function namedValues(parser: RuleParser, close: ")" | "}", pointer: string, depth = 1): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  if (parser.takes(close)) return values;
  do {
    const token = parser.take();
    if (token.kind !== "word" && token.kind !== "text")
      throw new SyntaxFault(`Expected a field name, found ${tokenShown(token)}.`, token.start);
    if (close === ")") refuseCondition(token);
    if (Object.hasOwn(values, token.value) || token.value === "__proto__")
      throw new SyntaxFault(`The field ${token.value} appears twice. Remove one.`, token.start);
    parser.expect(":", `after the field ${token.value}`);
    values[token.value] = memberValue(parser, `${pointer}/${token.value}`, depth);
  } while (parser.takes(","));
  parser.expect(close, "or `,` after a field");
  return values;
}

function memberValue(parser: RuleParser, pointer: string, depth: number): unknown {
  const start = parser.peek();
  if (depth > VALUES_NESTING_MAX) throw new SyntaxFault(`Fields can be nested at most ${VALUES_NESTING_MAX} levels deep.`, start.start);
  if (parser.takes("=") || parser.isColumnOfValue(pointer)) {
    const { text, start: at } = parser.written();
    parser.note(pointer, at - 1, `=${text}`);
    return `=${text}`;
  }
  if (parser.takes("{")) return namedValues(parser, "}", pointer, depth + 1);
  if (parser.takes("[")) return listValues(parser, pointer, depth);
  const negative = parser.takes("-");
  const token = parser.take();
  parser.note(pointer, start.start, token.value);
  if (token.kind === "number") return Number(`${negative ? "-" : ""}${token.value}`);
  if (negative) throw new SyntaxFault(`Expected a number after \`-\`, found ${tokenShown(token)}.`, token.start);
  if (token.kind === "text") return token.value;
  if (token.kind === "column") return parser.source.slice(token.start, token.end);
  if (token.kind === "word") return token.value === "true" || token.value === "false" ? token.value === "true" : token.value;
  throw new SyntaxFault(`Expected a field value, found ${tokenShown(token)}.`, token.start);
}

function listValues(parser: RuleParser, pointer: string, depth: number): readonly unknown[] {
  const items: unknown[] = [];
  if (parser.takes("]")) return items;
  do items.push(memberValue(parser, `${pointer}/${items.length}`, depth + 1));
  while (parser.takes(","));
  parser.expect("]", "or `,` after an item");
  return items;
}
