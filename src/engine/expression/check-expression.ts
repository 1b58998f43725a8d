import { isDecimal } from "../sql/fragment.ts";
import { TEXT_LENGTH_MAX } from "../sql/text-sql.ts";
import { checkCall } from "./check-calls.ts";
import { type CheckContext, type Checked, type CheckFault, GUESSED_MAX } from "./check-faults.ts";
import { type ColumnsInScope, didYouMean, findColumn, nearestNames, outputNames } from "./column-names.ts";
import { commonType, converted } from "./conversions.ts";
import { BLANK, type Comparison, type Expression, joinedTexts, type Word } from "./expression.ts";
import { comparedFault, reversedFault } from "./compared-words.ts";
import type { Written } from "./written.ts";
import { patternFault } from "./pattern.ts";
import type { ValueType } from "./term.ts";

/** Resolves names and checks types; collects every fault and answers something harmless in its place. */
export function checkExpression(written: Written, context: CheckContext, faults: CheckFault[]): Checked {
  const check = (part: Written): Checked => checkExpression(part, context, faults);
  const needed = (part: Written, type: ValueType, what: string): Expression => converted(part, check(part), { type, what }, faults);
  switch (written.kind) {
    case "text":
      if (written.value.length > TEXT_LENGTH_MAX)
        faults.push({ code: "invalid_value", message: `Text can have at most ${TEXT_LENGTH_MAX} characters.`, at: written.at });
      return { expression: { kind: "text", value: written.value }, type: "text" };
    case "number":
      return checkNumber(written, faults);
    case "boolean":
      return { expression: { kind: "boolean", value: written.value }, type: "boolean" };
    case "blank-value":
      return { expression: BLANK, type: "blank" };
    case "phrase":
      return { expression: { kind: "text", value: written.value }, type: "text" };
    case "column":
      return checkColumn(written, context, faults);
    case "call":
      return checkCall(written, { context, faults, check });
    case "arithmetic":
      return checkArithmetic(written, check, faults);
    case "join":
      return { expression: joinedTexts(written.parts.map((part) => needed(part, "text", "&"))), type: "text" };
    case "negative":
      return { expression: { kind: "negative", value: needed(written.value, "number", "-") }, type: "number" };
    case "not":
      return { expression: { kind: "not", part: needed(written.value, "boolean", "not") }, type: "boolean" };
    case "blank":
      return { expression: { kind: "blank", value: check(written.value).expression }, type: "boolean" };
    case "all":
    case "any": {
      const word = written.kind === "all" ? "and" : "or";
      return { expression: { kind: written.kind, parts: written.parts.map((part) => needed(part, "boolean", word)) }, type: "boolean" };
    }
    case "compare":
      return checkComparison(written, context, faults);
    case "in":
      return checkIn(written, check, faults);
    case "between":
      return checkBetween(written, context, faults);
    case "case":
      return checkCase(written, check, faults);
    default:
      return written satisfies never;
  }
}

function checkNumber({ value, at }: Written & { readonly value: string }, faults: CheckFault[]): Checked {
  const plain = plainDecimal(value);
  if (isDecimal(plain)) return { expression: { kind: "number", value: plain }, type: "number" };
  faults.push({
    code: "invalid_value",
    message: `A number can have at most 19 digits before the decimal point and 9 after it, found ${value.slice(0, 40)}.`,
    at,
  });
  return { expression: { kind: "number", value: "0" }, type: "number" };
}

/** As numbers print: no leading zeros, no zeros at the end of a fraction. */
function plainDecimal(written: string): string {
  const [, sign = "", digits = "", fraction = ""] = /^(-?)0*([0-9]+?)(?:\.([0-9]*?)0*)?$/.exec(written) ?? [];
  const plain = `${digits}${fraction === "" ? "" : `.${fraction}`}`;
  return plain === "0" ? "0" : `${sign}${plain}`;
}

function checkColumn(written: Extract<Written, { kind: "column" }>, { columns, lenient }: CheckContext, faults: CheckFault[]): Checked {
  const { side, name, at } = written;
  const found = findColumn(columns, side, name);
  if (found !== undefined) return { expression: { kind: "column", side: found.side, name: found.name }, type: found.type };
  if (lenient && side !== null) return { expression: { kind: "column", side, name }, type: "text" };
  const message = unknownColumn(side, name, faults.length < GUESSED_MAX ? columns : null);
  faults.push({ code: "unknown_column", message, at, unknown: { side, name } });
  return { expression: BLANK, type: "blank" };
}

/** What a message shows of a name. */
const SHOWN_MAX = 100;

function unknownColumn(side: "D" | "G" | null, name: string, columns: ColumnsInScope | null): string {
  const shown = name.length > SHOWN_MAX ? `${name.slice(0, SHOWN_MAX)}…` : name;
  const what = side === "D" ? `source column ${shown}` : side === "G" ? `feed column ${shown}` : `column ${shown}`;
  const text = side === null ? " Put text in quotes." : "";
  return `There is no ${what}.${columns === null ? "" : didYouMean(columnsMeant(side, name, columns))}${text}`;
}

function columnsMeant(side: "D" | "G" | null, name: string, columns: ColumnsInScope): readonly string[] {
  const known = [
    ...(side === "G" ? [] : [...columns.source.keys()].map((column) => ({ column, shown: `[D]${column}` }))),
    ...(side === "D" ? [] : outputNames(columns).map((column) => ({ column, shown: `[G]${column}` }))),
  ];
  const nearest = nearestNames(name, new Set(known.map(({ column }) => column)));
  const shown = nearest.map((near) => known.find(({ column }) => column === near)?.shown ?? near);
  const otherSide =
    side === "D" && outputNames(columns).includes(name) ? [`[G]${name}`] : side === "G" && columns.source.has(name) ? [`[D]${name}`] : [];
  return [...otherSide, ...shown].slice(0, 3);
}

function checkArithmetic(
  { operator, left, right }: Extract<Written, { kind: "arithmetic" }>,
  check: (part: Written) => Checked,
  faults: CheckFault[],
): Checked {
  const [l, r] = [check(left), check(right)];
  if (operator === "+" && (l.type === "text" || r.type === "text")) {
    const text = { type: "text", what: "+" } as const;
    return { expression: joinedTexts([converted(left, l, text, faults), converted(right, r, text, faults)]), type: "text" };
  }
  const number = { type: "number", what: operator } as const;
  const sides = { left: converted(left, l, number, faults), right: converted(right, r, number, faults) };
  return { expression: { kind: "arithmetic", operator, ...sides }, type: "number" };
}

function checkComparison(written: Extract<Written, { kind: "compare" }>, context: CheckContext, faults: CheckFault[]): Checked {
  const { operator, caseSensitive } = written;
  const left = checkExpression(written.left, context, faults);
  if (operator === "matches") {
    const value = converted(written.left, left, { type: "text", what: "matches" }, faults);
    return { expression: { kind: "matches", value, pattern: patternOf(written.right, faults), caseSensitive }, type: "boolean" };
  }
  const ordering = ["<", "<=", ">", ">="].includes(operator);
  const right = rightSide(written.right, { value: left, operator, numeric: isNumber(left) || ordering, context, faults });
  return { expression: { kind: "compare", operator, left: left.expression, right: right.expression, caseSensitive }, type: "boolean" };
}

function checkBetween(written: Extract<Written, { kind: "between" }>, context: CheckContext, faults: CheckFault[]): Checked {
  const value = checkExpression(written.value, context, faults);
  const beside = { value, operator: "between", numeric: isNumber(value), context, faults } as const;
  const bounds = { low: rightSide(written.low, beside).expression, high: rightSide(written.high, beside).expression };
  const wrong = context.lenient ? undefined : reversedFault(value.type, bounds.low, bounds.high);
  if (wrong !== undefined) faults.push({ code: "invalid_value", message: wrong, at: written.low.at });
  return { expression: { kind: "between", value: value.expression, ...bounds, caseSensitive: written.caseSensitive }, type: "boolean" };
}

function isNumber({ type }: Checked): boolean {
  return type === "number" || type === "money";
}

interface RightSide {
  /** Beside a number, or in an order. */
  readonly numeric: boolean;
  /** What it's compared with, and how. */
  readonly value: Checked;
  readonly operator: Comparison | "between";
  readonly context: CheckContext;
  readonly faults: CheckFault[];
}

/** A lone bare word is a column where only a column makes sense: beside a number, or in an order. Everywhere else it is text. */
function rightSide(written: Written, { value, operator, numeric, context, faults }: RightSide): Checked {
  if (written.kind === "phrase" && numeric) {
    const found = findColumn(context.columns, null, written.value);
    if (found !== undefined) return { expression: { kind: "column", side: found.side, name: found.name }, type: found.type };
  }
  const checked = checkExpression(written, context, faults);
  // Rules that were stored before stay as they are.
  const wrong = context.lenient ? undefined : comparedFault(operator, value.type, checked.expression);
  if (wrong !== undefined) faults.push({ code: "invalid_value", message: wrong, at: written.at });
  return checked;
}

function patternOf(written: Written, faults: CheckFault[]): string {
  if (written.kind !== "text" && written.kind !== "phrase") {
    faults.push({ code: "type_mismatch", message: "Expected a regular expression in quotes after `matches`.", at: written.at });
    return "";
  }
  const fault = patternFault(written.value);
  if (fault !== undefined) faults.push({ code: "invalid_value", message: fault, at: written.at });
  return fault === undefined ? written.value : "";
}

/** Words `in` may list. */
const WORDS_MAX = 1_000;

function checkIn(written: Extract<Written, { kind: "in" }>, check: (part: Written) => Checked, faults: CheckFault[]): Checked {
  const { value, words, caseSensitive, at } = written;
  if (words.length > WORDS_MAX)
    faults.push({ code: "invalid_value", message: `\`in\` can list at most ${WORDS_MAX} values. Use a lookup table for more.`, at });
  const found = words.map((word): Word => {
    const { expression } = word.kind === "phrase" ? { expression: { kind: "text", value: word.value } as const } : check(word);
    if (expression.kind === "text" || expression.kind === "number") return expression;
    if (expression.kind === "boolean") return { kind: "text", value: String(expression.value) };
    faults.push({ code: "type_mismatch", message: "`in` only takes text and numbers. Compare anything else with =.", at: word.at });
    return { kind: "text", value: "" };
  });
  return { expression: { kind: "in", value: check(value).expression, words: found, caseSensitive }, type: "boolean" };
}

function checkCase(written: Extract<Written, { kind: "case" }>, check: (part: Written) => Checked, faults: CheckFault[]): Checked {
  const whens = written.branches.map((branch) =>
    converted(branch.when, check(branch.when), { type: "boolean", what: "a condition" }, faults),
  );
  const values = [...written.branches.map(({ then }) => then), written.otherwise];
  const checked = values.map(check);
  const type = commonType(checked.map((value) => value.type));
  const thens = values.map((value, at) => {
    const found = checked[at] ?? { expression: BLANK, type: "blank" };
    return type === "blank" ? found.expression : converted(value, found, { type, what: "then and else" }, faults);
  });
  const branches = whens.map((condition, at) => ({ when: condition, then: thens[at] ?? BLANK }));
  return { expression: { kind: "case", branches, otherwise: thens.at(-1) ?? BLANK }, type };
}
