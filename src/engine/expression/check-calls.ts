import { didYouMean, nearestNames } from "./column-names.ts";
import { type CheckContext, type Checked, type CheckWork, GUESSED_MAX } from "./check-faults.ts";
import { commonType, converted } from "./conversions.ts";
import { BLANK, type Expression, joinedTexts } from "./expression.ts";
import { feedwideName } from "./functions/catalog.ts";
import { categoryFunction } from "./functions/category.ts";
import { isCall, isWritable, WRITABLE, type WritableName } from "./functions/every-function.ts";
import { type FunctionEntry, type LiteralForm, type Parameter, signatureOf } from "./functions/function-entry.ts";
import { optionCall } from "./functions/option.ts";
import { dateFault, windowFault } from "./compared-words.ts";
import type { Written } from "./written.ts";
import { patternFault } from "./pattern.ts";

/** Calls of functions: their names, how many arguments they take, of which types, and which of those are literals. */
export function checkCall(written: Extract<Written, { kind: "call" }>, work: CheckWork): Checked {
  const { faults } = work;
  const name = written.name.toLowerCase();
  if (name === "lookup") return checkLookup(written, work);
  if (!isWritable(name)) {
    const near = faults.length < GUESSED_MAX ? nearestNames(name, Object.keys(WRITABLE)) : [];
    faults.push({
      code: "unknown_function",
      message: `There is no function ${written.name.slice(0, 100)}.${didYouMean(near)} GET /v1/rules/functions lists them.`,
      at: written.at,
    });
    for (const argument of written.args) work.check(argument);
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
      message: `${name} takes ${count} argument${count === "1" ? "" : "s"}, but got ${written.args.length}: ${signatureOf(name, entry)}.`,
      at: written.at,
    });
    return { expression: BLANK, type: "blank" };
  }
  const checked = written.args.map((argument, at) => {
    const parameter = parameters[at] ?? parameters.at(-1);
    return parameter === undefined ? { expression: BLANK, type: "blank" as const } : checkArgument({ argument, parameter, name }, work);
  });
  const args = checked.map(({ expression }) => expression);
  if (name === "in_window") checkWindow(written, args, work);
  const common = parameters.flatMap(({ type }, at) =>
    type === "any" ? checked.slice(at, at === parameters.length - 1 ? undefined : at + 1) : [],
  );
  const type = entry.returns === "same" ? commonType(common.map((argument) => argument.type)) : entry.returns;
  return { expression: callOf(name, args), type };
}

function checkWindow({ args: [, from], at }: Extract<Written, { kind: "call" }>, args: readonly Expression[], work: CheckWork): void {
  const wrong = work.context.lenient ? undefined : windowFault(args);
  if (wrong !== undefined) work.faults.push({ code: "invalid_value", message: `in_window: ${wrong}`, at: from?.at ?? at });
}

function callOf(name: WritableName, args: readonly Expression[]): Expression {
  if (name === "option") return optionCall(args);
  if (name === "concat") return joinedTexts(args);
  const feedwide = feedwideName(name);
  if (feedwide !== undefined) return { kind: "feedwide", fn: feedwide, args };
  const category = categoryFunction(name);
  if (category !== undefined) return { kind: "category", fn: category, args };
  if (!isCall(name)) throw new RangeError(`${name} is not a function call`);
  return { kind: "call", fn: name, args };
}

interface Argument {
  readonly argument: Written;
  readonly parameter: Parameter;
  readonly name: string;
}

function checkArgument({ argument, parameter, name }: Argument, work: CheckWork): Checked {
  const { faults } = work;
  const checked = work.check(argument);
  if (parameter.literal !== undefined)
    return { ...checked, expression: literalOf({ argument, parameter, name }, checked, parameter.literal, faults) };
  if (parameter.type === "any") return checked;
  const { expression } = checked;
  if (parameter.most !== undefined && expression.kind === "number" && Number(expression.value) > parameter.most && !work.context.lenient)
    faults.push({
      code: "invalid_value",
      message: `${parameter.name} of ${name}: expected a number up to ${parameter.most}, found ${expression.value}.`,
      at: argument.at,
    });
  const wrong = parameter.type === "date" && !work.context.lenient ? dateFault(expression) : undefined;
  if (wrong !== undefined) faults.push({ code: "invalid_value", message: `${parameter.name} of ${name}: ${wrong}`, at: argument.at });
  return { ...checked, expression: converted(argument, checked, { type: parameter.type, what: `${parameter.name} of ${name}` }, faults) };
}

function literalOf(
  { argument, parameter, name }: Argument,
  { expression }: Checked,
  form: LiteralForm,
  faults: CheckWork["faults"],
): Expression {
  const fault = (message: string): Expression => {
    faults.push({ code: "invalid_value", message: `${parameter.name} of ${name}: ${message}`, at: argument.at });
    return BLANK;
  };
  if (form.form === "integer") {
    const value = expression.kind === "number" ? Number(expression.value) : Number.NaN;
    return Number.isInteger(value) && value >= form.min && value <= form.max
      ? expression
      : fault(`expected a literal whole number from ${form.min} to ${form.max}.`);
  }
  if (expression.kind !== "text") return fault("expected text in quotes.");
  if (form.form === "word") {
    const word = form.of.find((known) => known.toLowerCase() === expression.value.toLowerCase());
    return word === undefined
      ? fault(`expected ${form.of.map((known) => `"${known}"`).join(" or ")}, found "${expression.value.slice(0, 40)}".`)
      : { kind: "text", value: word };
  }
  const wrong = form.form === "pattern" ? patternFault(expression.value) : form.fault?.(expression.value);
  return wrong === undefined ? expression : fault(wrong);
}

/** `lookup(table, key[, column][, default])`. */
function checkLookup(written: Extract<Written, { kind: "call" }>, work: CheckWork): Checked {
  const { faults } = work;
  const [tableArgument, keyArgument, columnArgument, defaultArgument] = written.args;
  const wrong = (message: string, at: number): Checked => {
    faults.push({ code: "invalid_value", message, at });
    return { expression: BLANK, type: "blank" };
  };
  if (tableArgument === undefined || keyArgument === undefined || written.args.length > 4)
    return wrong(`lookup takes 2 to 4 arguments, but got ${written.args.length}: lookup(table, key[, column][, default]).`, written.at);
  const table = work.check(tableArgument).expression;
  if (table.kind !== "text") return wrong("Write the table of lookup as text in quotes.", tableArgument.at);
  const key = converted(keyArgument, work.check(keyArgument), { type: "text", what: "key of lookup" }, faults);
  const column = columnArgument === undefined ? BLANK : work.check(columnArgument).expression;
  if (columnArgument !== undefined && column.kind !== "text" && column.kind !== "blank-value")
    return wrong("Write the column of lookup as text in quotes, or leave it blank for the first one.", columnArgument.at);
  const otherwise =
    defaultArgument === undefined
      ? undefined
      : converted(defaultArgument, work.check(defaultArgument), { type: "text", what: "default of lookup" }, faults);
  const known = lookupFault(table.value, column.kind === "text" ? column.value : undefined, work.context);
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
  if (found === undefined)
    return `There is no lookup table ${table}.${didYouMean(nearestNames(table, tables.keys()))} To create it, use PUT /v1/lookup_tables/${encodeURIComponent(table.toWellFormed())}.`;
  if (column === undefined)
    return found[1].length === 0 ? `The lookup table ${table} has only its key column. Add a column of values.` : undefined;
  return found[1].some((name) => name.toLowerCase() === column.toLowerCase())
    ? undefined
    : `The lookup table ${table} has no column ${column}; it has ${found[1].join(", ")}.`;
}
