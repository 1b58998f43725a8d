import { isDecimal } from "../sql/fragment.ts";
import { type ColumnsInScope, didYouMean, findColumn, nearestNames } from "./column-names.ts";
import { BLANK, call, type Expression, type Word } from "./expression.ts";
import { type FunctionEntry, type LiteralForm, type Parameter, signatureOf } from "./functions/function-entry.ts";
import { isCall, isWritable, WRITABLE } from "./functions/every-function.ts";
import { feedwideName } from "./functions/catalog.ts";
import { patternFault } from "./pattern.ts";
import type { Written } from "./parse-expression.ts";
import type { ValueType } from "./term.ts";

/** One thing that is wrong, at an offset of what was written. */
export interface CheckFault {
  readonly code: "syntax" | "unknown_column" | "unknown_function" | "type_mismatch" | "invalid_value";
  readonly message: string;
  readonly at: number;
}

/** A checked expression and what it is; `blank` fits everywhere. */
export interface Checked {
  readonly expression: Expression;
  readonly type: ValueType | "blank";
}

export interface CheckContext {
  readonly columns: ColumnsInScope;
  /** Columns that are not in scope read as blank instead of being refused: a run goes on when a metafield is gone. */
  readonly lenient: boolean;
  /** Lookup tables of the shop by name, with their columns after the key; null where they are not known. */
  readonly tables: ReadonlyMap<string, readonly string[]> | null;
}

/** Resolves names and checks types; collects every fault and answers something harmless in its place. */
export function checkExpression(written: Written, context: CheckContext, faults: CheckFault[]): Checked {
  const check = (part: Written): Checked => checkExpression(part, context, faults);
  const needed = (part: Written, type: ValueType, what: string): Expression => converted(part, check(part), { type, what }, faults);
  switch (written.kind) {
    case "text":
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
      return checkCall(written, context, faults);
    case "arithmetic":
      return checkArithmetic(written, check, faults);
    case "join":
      return { expression: joined(written.parts.map((part) => needed(part, "text", "&"))), type: "text" };
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
    case "between": {
      const value = check(written.value);
      const low = rightSide(written.low, value, context, faults);
      const high = rightSide(written.high, value, context, faults);
      const { caseSensitive } = written;
      return { expression: { kind: "between", value: value.expression, low: low.expression, high: high.expression, caseSensitive }, type: "boolean" };
    }
    case "case":
      return checkCase(written, check, faults);
    default:
      return written satisfies never;
  }
}

function checkNumber({ value, at }: Written & { readonly value: string }, faults: CheckFault[]): Checked {
  const plain = plainDecimal(value);
  if (isDecimal(plain)) return { expression: { kind: "number", value: plain }, type: "number" };
  faults.push({ code: "invalid_value", message: `A number has at most 19 digits before and 9 after the point; found ${value.slice(0, 40)}.`, at });
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
  faults.push({ code: "unknown_column", message: unknownColumn(side, name, columns), at });
  return { expression: BLANK, type: "blank" };
}

function unknownColumn(side: "D" | "G" | null, name: string, columns: ColumnsInScope): string {
  const known = [
    ...(side === "G" ? [] : [...columns.source.keys()].map((column) => ({ column, shown: `[D]${column}` }))),
    ...(side === "D" ? [] : [...columns.output.keys()].map((column) => ({ column, shown: `[G]${column}` }))),
  ];
  const nearest = nearestNames(name, new Set(known.map(({ column }) => column)));
  const shown = nearest.map((near) => known.find(({ column }) => column === near)?.shown ?? near);
  const otherSide = side === "D" && columns.output.has(name) ? [`[G]${name}`] : side === "G" && columns.source.has(name) ? [`[D]${name}`] : [];
  const what = side === "D" ? `source column ${name}` : side === "G" ? `feed column ${name}` : `column ${name}`;
  const text = side === null ? " A text stands in quotes." : "";
  return `There is no ${what}.${didYouMean([...otherSide, ...shown].slice(0, 3))}${text}`;
}

function checkArithmetic(
  { operator, left, right }: Extract<Written, { kind: "arithmetic" }>,
  check: (part: Written) => Checked,
  faults: CheckFault[],
): Checked {
  const [l, r] = [check(left), check(right)];
  if (operator === "+" && (l.type === "text" || r.type === "text")) {
    const text = { type: "text", what: "+" } as const;
    return { expression: joined([converted(left, l, text, faults), converted(right, r, text, faults)]), type: "text" };
  }
  const number = { type: "number", what: operator } as const;
  const sides = { left: converted(left, l, number, faults), right: converted(right, r, number, faults) };
  return { expression: { kind: "arithmetic", operator, ...sides }, type: "number" };
}

/** Joins of joins are one. */
function joined(parts: readonly Expression[]): Expression {
  return call("concat", ...parts.flatMap((part) => (part.kind === "call" && part.fn === "concat" ? part.args : [part])));
}

function checkComparison(written: Extract<Written, { kind: "compare" }>, context: CheckContext, faults: CheckFault[]): Checked {
  const { operator, caseSensitive } = written;
  const left = checkExpression(written.left, context, faults);
  if (operator === "matches") {
    const value = converted(written.left, left, { type: "text", what: "matches" }, faults);
    return { expression: { kind: "matches", value, pattern: patternOf(written.right, faults), caseSensitive }, type: "boolean" };
  }
  const ordering = ["<", "<=", ">", ">="].includes(operator);
  const right = rightSide(written.right, left, context, faults, ordering);
  return { expression: { kind: "compare", operator, left: left.expression, right: right.expression, caseSensitive }, type: "boolean" };
}

/** A lone bare word is a column where only a column makes sense: beside a number, or in an order. Everywhere else it is text. */
function rightSide(written: Written, left: Checked, context: CheckContext, faults: CheckFault[], ordering = false): Checked {
  const numeric = left.type === "number" || left.type === "money";
  if (written.kind === "phrase" && (numeric || ordering)) {
    const found = findColumn(context.columns, null, written.value);
    if (found !== undefined) return { expression: { kind: "column", side: found.side, name: found.name }, type: found.type };
  }
  return checkExpression(written, context, faults);
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
  if (words.length > WORDS_MAX) faults.push({ code: "invalid_value", message: `\`in\` lists at most ${WORDS_MAX} values; use a lookup table for more.`, at });
  const found = words.map((word): Word => {
    const { expression } = word.kind === "phrase" ? { expression: { kind: "text", value: word.value } as const } : check(word);
    if (expression.kind === "text" || expression.kind === "number") return expression;
    if (expression.kind === "boolean") return { kind: "text", value: String(expression.value) };
    faults.push({ code: "type_mismatch", message: "`in` lists texts and numbers; compare with = for anything else.", at: word.at });
    return { kind: "text", value: "" };
  });
  return { expression: { kind: "in", value: check(value).expression, words: found, caseSensitive }, type: "boolean" };
}

function checkCase(written: Extract<Written, { kind: "case" }>, check: (part: Written) => Checked, faults: CheckFault[]): Checked {
  const whens = written.branches.map((branch) => converted(branch.when, check(branch.when), { type: "boolean", what: "a condition" }, faults));
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

/** What values of several types are together: the one they share, else text. */
export function commonType(types: readonly (ValueType | "blank")[]): ValueType | "blank" {
  const told = types.filter((type) => type !== "blank");
  const [first] = told;
  if (first === undefined) return "blank";
  return told.every((type) => type === first) ? first : "text";
}

interface Needed {
  readonly type: ValueType;
  /** The operator or function that needs it, for the message. */
  readonly what: string;
}

const TYPE_WORDS: Readonly<Record<ValueType | "blank", string>> = {
  text: "a text",
  number: "a number",
  money: "an amount of money",
  boolean: "true or false",
  date: "a date",
  list: "a list",
  blank: "blank",
};

/** The expression where it fits, by the few conversions that happen by themselves (rules, section 1); else a fault. */
function converted(written: Written, { expression, type }: Checked, { type: needed, what }: Needed, faults: CheckFault[]): Expression {
  const message = misfit(expression, type, needed);
  if (message === undefined) return expression;
  faults.push({ code: "type_mismatch", message: `Expected ${TYPE_WORDS[needed]} for ${what === "&" || what.length < 4 ? `\`${what}\`` : what}, found ${message}`, at: written.at });
  return BLANK;
}

function misfit(expression: Expression, type: ValueType | "blank", needed: ValueType): string | undefined {
  if (type === "blank" || type === needed) return undefined;
  switch (needed) {
    case "text":
      if (type === "list") return `${TYPE_WORDS.list}. Use list_join(list, ", ") to make a text of it.`;
      if (type === "boolean") return `${TYPE_WORDS.boolean}. Write if … then "…" else "…".`;
      return undefined;
    case "money":
    case "number":
      if (type === "money" || type === "number") return undefined;
      if (type !== "text") return `${TYPE_WORDS[type]}.`;
      return expression.kind === "text" && !readsAsNumber(expression.value) ? `the text "${expression.value.slice(0, 40)}", which is no number.` : undefined;
    case "date":
      if (type !== "text") return `${TYPE_WORDS[type]}.`;
      return expression.kind === "text" && !/^\s*[0-9]{4}-[0-9]{2}-[0-9]{2}/.test(expression.value)
        ? `the text "${expression.value.slice(0, 40)}", which is no ISO date such as 2026-11-30.`
        : undefined;
    case "boolean":
      return `${TYPE_WORDS[type]}. Compare it with something, as in \`= "x"\` or \`is not blank\`.`;
    case "list":
      return `${TYPE_WORDS[type]}. Use list(text, ",") to make a list of it.`;
    default:
      return needed satisfies never;
  }
}

function readsAsNumber(text: string): boolean {
  return /^\s*[+-]?[0-9]{1,18}(?:\.[0-9]{1,9})?(?: [A-Z]{3})?\s*$/.test(text);
}

function checkCall(written: Extract<Written, { kind: "call" }>, context: CheckContext, faults: CheckFault[]): Checked {
  const name = written.name.toLowerCase();
  if (name === "lookup") return checkLookup(written, context, faults);
  if (!isWritable(name)) {
    const near = nearestNames(name, Object.keys(WRITABLE));
    faults.push({ code: "unknown_function", message: `There is no function ${written.name}.${didYouMean(near)} GET /v1/rules/functions lists them.`, at: written.at });
    for (const argument of written.args) checkExpression(argument, context, faults);
    return { expression: BLANK, type: "blank" };
  }
  const entry: FunctionEntry = WRITABLE[name];
  const { parameters, repeats } = entry;
  const fewest = parameters.filter(({ optional }) => optional !== true).length;
  const most = repeats ?? parameters.length;
  if (written.args.length < fewest || written.args.length > most) {
    const count = fewest === most ? String(fewest) : most > 100 ? `at least ${fewest}` : `${fewest} to ${most}`;
    faults.push({
      code: "invalid_value",
      message: `${name} takes ${count} argument${count === "1" ? "" : "s"}, found ${written.args.length}: ${signatureOf(name, entry)}.`,
      at: written.at,
    });
    return { expression: BLANK, type: "blank" };
  }
  const checked = written.args.map((argument, at) => {
    const parameter = parameters[at] ?? parameters.at(-1);
    return parameter === undefined ? { expression: BLANK, type: "blank" as const } : checkArgument({ argument, parameter, name }, context, faults);
  });
  const args = checked.map(({ expression }) => expression);
  const common = parameters.flatMap(({ type }, at) => (type === "any" ? checked.slice(at, at === parameters.length - 1 ? undefined : at + 1) : []));
  const type = entry.returns === "same" ? commonType(common.map((argument) => argument.type)) : entry.returns;
  const feedwide = feedwideName(name);
  if (feedwide !== undefined) return { expression: { kind: "feedwide", fn: feedwide, args }, type };
  if (!isCall(name)) throw new RangeError(`${name} is read by itself`);
  return { expression: name === "concat" ? joined(args) : { kind: "call", fn: name, args }, type };
}

interface Argument {
  readonly argument: Written;
  readonly parameter: Parameter;
  readonly name: string;
}

function checkArgument({ argument, parameter, name }: Argument, context: CheckContext, faults: CheckFault[]): Checked {
  const checked = checkExpression(argument, context, faults);
  if (parameter.literal !== undefined) return { ...checked, expression: literalOf({ argument, parameter, name }, checked, parameter.literal, faults) };
  if (parameter.type === "any") return checked;
  return { ...checked, expression: converted(argument, checked, { type: parameter.type, what: `${parameter.name} of ${name}` }, faults) };
}

function literalOf({ argument, parameter, name }: Argument, { expression }: Checked, form: LiteralForm, faults: CheckFault[]): Expression {
  const fault = (message: string): Expression => {
    faults.push({ code: "invalid_value", message: `${parameter.name} of ${name}: ${message}`, at: argument.at });
    return BLANK;
  };
  if (form.form === "integer") {
    const value = expression.kind === "number" ? Number(expression.value) : Number.NaN;
    return Number.isInteger(value) && value >= form.min && value <= form.max
      ? expression
      : fault(`expected a whole number from ${form.min} to ${form.max}, written as such.`);
  }
  if (expression.kind !== "text") return fault("expected a text in quotes.");
  if (form.form === "word") {
    const word = form.of.find((known) => known.toLowerCase() === expression.value.toLowerCase());
    return word === undefined ? fault(`expected ${form.of.map((known) => `"${known}"`).join(" or ")}, found "${expression.value.slice(0, 40)}".`) : { kind: "text", value: word };
  }
  const wrong = form.form === "pattern" ? patternFault(expression.value) : form.fault?.(expression.value);
  return wrong === undefined ? expression : fault(wrong);
}

/** `lookup(table, key[, column][, default])`. */
function checkLookup(written: Extract<Written, { kind: "call" }>, context: CheckContext, faults: CheckFault[]): Checked {
  const [tableArgument, keyArgument, columnArgument, defaultArgument] = written.args;
  const wrong = (message: string, at: number): Checked => {
    faults.push({ code: "invalid_value", message, at });
    return { expression: BLANK, type: "blank" };
  };
  if (tableArgument === undefined || keyArgument === undefined || written.args.length > 4)
    return wrong(`lookup takes 2 to 4 arguments, found ${written.args.length}: lookup(table, key[, column][, default]).`, written.at);
  const table = checkExpression(tableArgument, context, faults).expression;
  if (table.kind !== "text") return wrong("The table of lookup is a text in quotes.", tableArgument.at);
  const key = converted(keyArgument, checkExpression(keyArgument, context, faults), { type: "text", what: "key of lookup" }, faults);
  const column = columnArgument === undefined ? BLANK : checkExpression(columnArgument, context, faults).expression;
  if (columnArgument !== undefined && column.kind !== "text" && column.kind !== "blank-value")
    return wrong("The column of lookup is a text in quotes, or blank for the first one.", columnArgument.at);
  const otherwise =
    defaultArgument === undefined
      ? undefined
      : converted(defaultArgument, checkExpression(defaultArgument, context, faults), { type: "text", what: "default of lookup" }, faults);
  const known = lookupFault(table.value, column.kind === "text" ? column.value : undefined, context);
  if (known !== undefined) return wrong(known, tableArgument.at);
  return {
    expression: {
      kind: "lookup",
      table: table.value,
      key,
      ...(column.kind === "text" ? { column: column.value } : {}),
      ...(otherwise === undefined ? {} : { otherwise }),
    },
    type: "text",
  };
}

/** What is wrong with naming a table and a column of it; tables are known by name, whatever the case of its letters. */
export function lookupFault(table: string, column: string | undefined, { tables }: Pick<CheckContext, "tables">): string | undefined {
  if (tables === null) return undefined;
  const found = [...tables].find(([name]) => name.toLowerCase() === table.toLowerCase());
  if (found === undefined) return `There is no lookup table ${table}.${didYouMean(nearestNames(table, tables.keys()))} PUT /v1/lookup_tables/${encodeURIComponent(table)} makes one.`;
  if (column === undefined) return found[1].length === 0 ? `The lookup table ${table} has no column besides its key.` : undefined;
  return found[1].some((name) => name.toLowerCase() === column.toLowerCase())
    ? undefined
    : `The lookup table ${table} has no column ${column}; it has ${found[1].join(", ")}.`;
}
