import { lookupFault } from "../expression/check-calls.ts";
import { checkExpression } from "../expression/check-expression.ts";
import { ANSWERED_MAX, type CheckContext, type CheckFault } from "../expression/check-faults.ts";
import { findColumn, didYouMean, nearestNames, outputNames } from "../expression/column-names.ts";
import { TYPE_WORDS } from "../expression/conversions.ts";
import { BLANK, childrenOf, type Expression, number, output, text } from "../expression/expression.ts";
import { ExpressionParser } from "../expression/parse-expression.ts";
import { patternFault } from "../expression/pattern.ts";
import { patternsOf } from "../expression/patterns-of.ts";
import { printColumn, printExpression } from "../expression/print-expression.ts";
import type { ValueType } from "../expression/term.ts";
import { placeOf, SyntaxFault } from "../expression/tokens.ts";
import { conditionExpression } from "./condition-expression.ts";
import type { RuleCondition } from "./condition-tree.ts";
import type { RuleFault } from "./rule-fault.ts";
import type { RuleReading } from "./rule-type.ts";

/** What a definition's texts were found to say: canonical texts by their place, and what must still be judged. */
export interface ReadTexts {
  readonly faults: RuleFault[];
  readonly canonical: Map<string, string>;
  /** Regular expressions, for DuckDB to judge when the rule is written. */
  readonly patterns: Map<string, string>;
  /** Lookup tables by name. */
  readonly tables: Set<string>;
}

export function openReading(context: CheckContext, matched: Expression, texts: ReadTexts): RuleReading {
  const { faults, canonical } = texts;
  const fault = (at: string, message: string, code = "invalid_param"): Expression => {
    faults.push({ at, code, message: sentence(message) });
    return BLANK;
  };
  const expression = (written: string, at: string, expected?: ValueType): Expression => {
    const read = expressionAt({ written, at, prefix: 1 }, context, texts, expected);
    if (read !== undefined) canonical.set(at, `=${printExpression(read)}`);
    return read ?? BLANK;
  };
  return {
    matched,
    value(value, at, expected) {
      if (typeof value === "number") return number(value);
      if (value.startsWith("==")) return text(value.slice(1));
      return value.startsWith("=") ? expression(value, at, expected) : literalValue(value, at, expected, fault);
    },
    operand(written, at, expected) {
      if (written.startsWith("=")) return expression(written, at, expected);
      return columnOperand(written, at, { context, texts, fault });
    },
    condition: (condition, at) => conditionAt(condition, at, context, texts),
    target(column, at) {
      const found = findColumn(context.columns, "G", column.replace(/^\[[Gg]\]/, ""));
      if (found !== undefined) {
        if (found.name !== column) canonical.set(at, found.name);
        return output(found.name);
      }
      if (context.lenient) return output(column.replace(/^\[[Gg]\]/, ""));
      const near = nearestNames(column, outputNames(context.columns));
      return fault(
        at,
        `There is no feed column ${column}.${didYouMean(near)} To add an extra column, use PATCH /v1/feeds/{feed_id}/extra_columns.`,
        "unknown_column",
      );
    },
    pattern(pattern, at) {
      const wrong = patternFault(pattern);
      if (wrong !== undefined) return fault(at, wrong);
      texts.patterns.set(at, pattern);
      return text(pattern);
    },
    lookup(table, key, at, column) {
      const wrong = lookupFault(table, column, context);
      if (wrong !== undefined) return fault(at, wrong);
      texts.tables.add(table);
      return { kind: "lookup", table, key, ...(column === undefined ? {} : { column }) };
    },
    rewritten: (at, rewritten) => void canonical.set(at, rewritten),
    fault: (at, message) => void fault(at, message),
  };
}

/** A message of a rule type, as a sentence. */
function sentence(message: string): string {
  const begun = `${message.charAt(0).toUpperCase()}${message.slice(1)}`;
  return /[.?!]$/.test(begun) ? begun : `${begun}.`;
}

function literalValue(
  value: string,
  at: string,
  expected: ValueType | undefined,
  fault: (at: string, message: string) => Expression,
): Expression {
  if (expected === "number" && !/^\s*[+-]?[0-9]{1,18}(?:\.[0-9]{1,9})?(?: [A-Z]{3})?\s*$/.test(value))
    return fault(at, `Expected a number or an expression that starts with =, found "${value.slice(0, 40)}".`);
  return text(value);
}

interface OperandWork {
  readonly context: CheckContext;
  readonly texts: ReadTexts;
  readonly fault: (at: string, message: string, code?: string) => Expression;
}

/** `[D]title`, `[G]title`, `[D]"Column with spaces"` or a bare name. */
function columnOperand(written: string, at: string, { context, texts, fault }: OperandWork): Expression {
  const sided = /^\s*\[[DGdg]\]/.test(written);
  const found = sided ? expressionAt({ written, at, prefix: 0 }, context, texts) : bareColumn(written.trim(), context);
  if (found === undefined) {
    if (sided) return BLANK;
    const near = nearestNames(written, [...outputNames(context.columns), ...context.columns.source.keys()]);
    return fault(at, `There is no column ${written}.${didYouMean(near)} Start an expression with =.`, "unknown_column");
  }
  if (found.kind !== "column") return fault(at, "Expected a column. Start an expression with =.");
  texts.canonical.set(at, printColumn(found.side, found.name));
  return found;
}

function bareColumn(written: string, { columns }: CheckContext): Expression | undefined {
  const found = findColumn(columns, null, written);
  return found === undefined ? undefined : { kind: "column", side: found.side, name: found.name };
}

function conditionAt(condition: RuleCondition, at: string, context: CheckContext, texts: ReadTexts): Expression {
  if (typeof condition !== "string") return conditionExpression(condition, at, context, texts);
  if (/^\s*always\s*$/i.test(condition)) return { kind: "boolean", value: true };
  const read = expressionAt({ written: condition, at, prefix: 0 }, context, texts, "boolean");
  if (read === undefined) return { kind: "boolean", value: true };
  texts.canonical.set(at, printExpression(read));
  return read;
}

interface WrittenAt {
  readonly written: string;
  readonly at: string;
  /** Characters before the expression. */
  readonly prefix: number;
}

/** The expression, or nothing once its faults are noted. */
function expressionAt(
  { written, at, prefix }: WrittenAt,
  context: CheckContext,
  texts: ReadTexts,
  expected?: ValueType,
): Expression | undefined {
  const faults: CheckFault[] = [];
  const found = parsed({ written, at, prefix }, context, faults, expected);
  for (const { code, message, at: offset } of faults.slice(0, ANSWERED_MAX))
    texts.faults.push({ at, code, message, ...placeOf(written, offset) });
  if (found === undefined || faults.length > 0) return undefined;
  noteContents(found, at, texts);
  return found;
}

function parsed({ written, prefix }: WrittenAt, context: CheckContext, faults: CheckFault[], expected?: ValueType): Expression | undefined {
  try {
    const parser = new ExpressionParser(written, prefix);
    const tree = parser.expression();
    parser.finish();
    const { expression, type } = checkExpression(tree, context, faults);
    const fault = expected === undefined ? undefined : unexpected(type, expected);
    if (fault !== undefined) faults.push({ code: "type_mismatch", message: fault, at: prefix });
    return expression;
  } catch (error) {
    if (!(error instanceof SyntaxFault)) throw error;
    faults.push({ code: "syntax", message: error.message, at: error.at });
    return undefined;
  }
}

function unexpected(type: ValueType | "blank", expected: ValueType): string | undefined {
  if (type === "blank" && expected !== "boolean") return undefined;
  if (expected === "boolean" && type !== "boolean")
    return `Expected a condition, found ${TYPE_WORDS[type]}. Compare the value with something, as in \`= "x"\` or \`is not blank\`.`;
  if (expected === "number" && (type === "boolean" || type === "date" || type === "list"))
    return `Expected a number, found ${TYPE_WORDS[type]}.`;
  return undefined;
}

/** Patterns and tables within an expression. */
function noteContents(expression: Expression, at: string, texts: ReadTexts): void {
  const waiting = [expression];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (node.kind === "lookup") texts.tables.add(node.table);
    for (const pattern of patternsOf(node)) texts.patterns.set(`${at}#${texts.patterns.size}`, pattern);
    waiting.push(...childrenOf(node));
  }
}
