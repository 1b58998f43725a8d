import type { CheckContext, Checked } from "../expression/check-faults.ts";
import { findColumn, didYouMean, nearestNames, outputNames } from "../expression/column-names.ts";
import { BLANK, type Comparison, type Expression, not, type Word } from "../expression/expression.ts";
import { NESTING_MAX } from "../expression/parse-expression.ts";
import { patternFault } from "../expression/pattern.ts";
import { comparedFault, reversedFault } from "../expression/compared-words.ts";
import type { ConditionNode, ConditionTest, ConditionTree, OperatorWord } from "./condition-tree.ts";
import type { ReadTexts } from "./rule-reading.ts";

/** A condition that was written as a tree. Its operators are the words of the text form, and mean the same. */
export function conditionExpression(tree: ConditionTree, at: string, context: CheckContext, texts: ReadTexts): Expression {
  return nodeExpression(tree, { at, context, texts, depth: 1 });
}

interface NodeWork {
  readonly at: string;
  readonly context: CheckContext;
  readonly texts: ReadTexts;
  readonly depth: number;
}

function nodeExpression(node: ConditionNode, work: NodeWork): Expression {
  if (!("all" in node) && !("any" in node) && !("none" in node)) return testExpression(node, work);
  if (work.depth > NESTING_MAX)
    return faulty(work, work.at, `This condition is nested more than ${NESTING_MAX} levels deep. Split it into several rules.`);
  const [word, nodes] =
    "all" in node ? (["all", node.all] as const) : "any" in node ? (["any", node.any] as const) : (["none", node.none] as const);
  const parts = nodes.map((part, nth) => nodeExpression(part, { ...work, at: `${work.at}/${word}/${nth}`, depth: work.depth + 1 }));
  return word === "none" ? not({ kind: "any", parts }) : { kind: word, parts };
}

function faulty({ texts }: NodeWork, at: string, message: string, code = "invalid_param"): Expression {
  texts.faults.push({ at, code, message });
  return BLANK;
}

function testExpression(test: ConditionTest, work: NodeWork): Expression {
  const { columns, lenient } = work.context;
  const { side, column } = test;
  const found = findColumn(columns, side, column);
  if (found === undefined && !lenient) {
    const near = nearestNames(column, side === "D" ? columns.source.keys() : outputNames(columns));
    return faulty(
      work,
      `${work.at}/column`,
      `There is no ${side === "D" ? "source" : "feed"} column ${column}.${didYouMean(near)}`,
      "unknown_column",
    );
  }
  const left: Expression = { kind: "column", side, name: found?.name ?? column };
  const { word, negated } = operatorOf(test.operator);
  const wrong = lenient || found === undefined ? undefined : valueFault(test, word, found.type);
  if (wrong !== undefined) return faulty(work, `${work.at}/value`, wrong);
  const tested = testedExpression(left, word, test, work);
  return negated ? not(tested) : tested;
}

function valueFault({ value }: ConditionTest, word: PlainWord, type: Checked["type"]): string | undefined {
  if (word === "matches" || word === "in" || word === "is blank") return undefined;
  const words = valuesOf(value).map(wordOf);
  const unreadable = words.map((one) => comparedFault(word, type, one)).find((fault) => fault !== undefined);
  const [low, high] = words;
  if (unreadable !== undefined || word !== "between" || low === undefined || high === undefined) return unreadable;
  return reversedFault(type, low, high);
}

function valuesOf(value: ConditionTest["value"]): readonly (string | number | boolean)[] {
  if (value === undefined) return [];
  return Array.isArray(value) ? value : [value];
}

type PlainWord = Comparison | "matches" | "in" | "between" | "is blank";

function operatorOf(operator: OperatorWord): { readonly word: PlainWord; readonly negated: boolean } {
  switch (operator) {
    case "equals":
    case "is":
      return { word: "=", negated: false };
    case "not equals":
    case "is not":
      return { word: "!=", negated: false };
    case "is not blank":
      return { word: "is blank", negated: true };
    case "not contains":
      return { word: "contains", negated: true };
    case "not starts with":
      return { word: "starts with", negated: true };
    case "not ends with":
      return { word: "ends with", negated: true };
    case "not matches":
      return { word: "matches", negated: true };
    case "not in":
      return { word: "in", negated: true };
    case "not between":
      return { word: "between", negated: true };
    default:
      return { word: operator, negated: false };
  }
}

function testedExpression(
  left: Expression,
  word: PlainWord,
  { value, case_sensitive: caseSensitive }: ConditionTest,
  work: NodeWork,
): Expression {
  const at = `${work.at}/value`;
  const values = valuesOf(value);
  const [first, second] = values;
  if (word === "is blank")
    return first === undefined || first === ""
      ? { kind: "blank", value: left }
      : faulty(work, at, "`is blank` takes no value. Remove the value.");
  if (word === "in") {
    if (first === undefined) return faulty(work, at, "`in` needs a list of values.");
    return { kind: "in", value: left, words: values.map(wordOf), caseSensitive };
  }
  if (word === "between") {
    if (first === undefined || second === undefined || values.length > 2)
      return faulty(work, at, "`between` needs two values. Write the smaller one first.");
    return { kind: "between", value: left, low: wordOf(first), high: wordOf(second), caseSensitive };
  }
  if (values.length !== 1 || first === undefined)
    return faulty(work, at, `\`${word}\` needs exactly one value.`, value === undefined ? "missing_param" : "invalid_param");
  if (word !== "matches") return { kind: "compare", operator: word, left, right: wordOf(first), caseSensitive };
  return matchesExpression({ kind: "matches", value: left, pattern: String(first), caseSensitive }, at, work);
}

function matchesExpression(matches: Extract<Expression, { kind: "matches" }>, at: string, work: NodeWork): Expression {
  const wrong = patternFault(matches.pattern);
  if (wrong !== undefined) return faulty(work, at, wrong);
  work.texts.patterns.set(at, matches.pattern);
  return matches;
}

function wordOf(value: string | number | boolean): Word {
  return typeof value === "number" ? { kind: "number", value: String(value) } : { kind: "text", value: String(value) };
}
