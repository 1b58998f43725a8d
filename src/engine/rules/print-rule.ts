import { ExpressionParser } from "../expression/parse-expression.ts";
import { printColumn, printText } from "../expression/print-expression.ts";
import { isPlainName, SyntaxFault } from "../expression/tokens.ts";
import { takesValues } from "./rule-members.ts";
import { findRuleType } from "./rule-types.ts";

/** The canonical text of a stored definition; reading it gives the same definition. */
export function printRule(definition: Readonly<Record<string, unknown>>): string {
  const { condition, ...own } = definition;
  const head = sentenceOf(own) ?? general(own);
  if (condition === undefined) return head;
  return typeof condition === "string" ? `${head} when ${condition}` : general(definition);
}

const COLUMN = /^\[[DG]\]/;

type Members = Readonly<Record<string, unknown>>;

/** Types with a form of their own, by the members that form can say. */
const SENTENCES: Readonly<Record<string, (own: Members) => string | undefined>> = {
  "set_value target,value": ({ target, value }) => {
    // JSON prints numbers with an exponent, which the language does not read.
    if (typeof value === "number" && /e/i.test(String(value))) return undefined;
    return `Set ${printColumn("G", String(target))} to ${typeof value === "number" ? value : printValue(String(value))}`;
  },
  "exclude ": () => "Exclude",
  "exclude reason": ({ reason }) => `Exclude because ${printText(String(reason))}`,
  "include ": () => "Include",
  "replace find,replace_with,target": ({ find, replace_with: by, target }) =>
    `Replace ${printText(String(find))} with ${printText(String(by))} in ${printColumn("G", String(target))}`,
};

function sentenceOf({ type, ...own }: Members): string | undefined {
  return SENTENCES[`${String(type)} ${Object.keys(own).toSorted().join()}`]?.(own);
}

/** In a sentence a text stands in quotes and an expression bare. */
function printValue(value: string): string {
  if (value.startsWith("==")) return printText(value.slice(1));
  return value.startsWith("=") ? value.slice(1).trim() : printText(value);
}

/** A tree as a condition is a member like any other. */
function general({ type, condition, ...members }: Readonly<Record<string, unknown>>): string {
  const tree = condition === undefined ? {} : { condition };
  const shape = findRuleType(String(type))?.members.shape ?? {};
  const named = Object.entries({ ...members, ...tree }).map(([name, value]) => printNamed(name, value, takesValues(shape[name])));
  return `${String(type)}(${named.join(", ")})`;
}

/** `isValue`: a text that looks like a column is a text there. */
function printNamed(name: string, value: unknown, isValue = false): string {
  return `${/^[A-Za-z_][A-Za-z0-9_]*$/.test(name) ? name : printText(name)}: ${printMember(value, isValue)}`;
}

function printMember(value: unknown, isValue = false): string {
  if (typeof value === "string") return isValue && COLUMN.test(value) ? printText(value) : printMemberText(value);
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  if (Array.isArray(value)) return `[${value.map((item) => printMember(item)).join(", ")}]`;
  if (typeof value === "object" && value !== null)
    return `{${Object.entries(value)
      .map(([name, member]) => printNamed(name, member, isValue))
      .join(", ")}}`;
  return "blank";
}

/** A text that only begins with `=`, such as an operator or a value of a tree, is none. */
function isExpression(text: string): boolean {
  if (text.trim() !== text) return false;
  try {
    const parser = new ExpressionParser(text);
    parser.expression();
    parser.finish();
    return true;
  } catch (error) {
    if (error instanceof SyntaxFault) return false;
    throw error;
  }
}

/** A column stands as it is, an expression behind its `=`, any other text in quotes. */
function printMemberText(value: string): string {
  if (value.startsWith("=") && isExpression(value.slice(1))) return `= ${value.slice(1)}`;
  return COLUMN.test(value) && isPlainName(value.slice(3)) ? value : printText(value);
}
