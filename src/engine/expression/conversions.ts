import type { Expression } from "./expression.ts";
import { BLANK } from "./expression.ts";
import type { CheckFault, Checked } from "./check-faults.ts";
import type { Written } from "./written.ts";
import type { ValueType } from "./term.ts";

/** What values of several types are together: the one they share, else text. */
export function commonType(types: readonly (ValueType | "blank")[]): ValueType | "blank" {
  const told = types.filter((type) => type !== "blank");
  const [first] = told;
  if (first === undefined) return "blank";
  return told.every((type) => type === first) ? first : "text";
}

export interface Needed {
  readonly type: ValueType;
  /** The operator or function that needs it, for the message. */
  readonly what: string;
}

/** How messages name a type. */
export const TYPE_WORDS: Readonly<Record<ValueType | "blank", string>> = {
  text: "text",
  number: "a number",
  money: "an amount of money",
  boolean: "true or false",
  date: "a date",
  list: "a list",
  blank: "blank",
};

/** The expression where it fits, by the few conversions that happen by themselves (rules, section 1); else a fault. */
export function converted(
  written: Written,
  { expression, type }: Checked,
  { type: needed, what }: Needed,
  faults: CheckFault[],
): Expression {
  const message = misfit(expression, type, needed);
  if (message === undefined) return expression;
  faults.push({
    code: "type_mismatch",
    message: `Expected ${TYPE_WORDS[needed]} for ${what === "&" || what.length < 4 ? `\`${what}\`` : what}, found ${message}`,
    at: written.at,
  });
  return BLANK;
}

function misfit(expression: Expression, type: ValueType | "blank", needed: ValueType): string | undefined {
  if (type === "blank" || type === needed) return undefined;
  switch (needed) {
    case "text":
      if (type === "list") return `${TYPE_WORDS.list}. Use list_join(list, ", ") to turn it into text.`;
      if (type === "boolean") return `${TYPE_WORDS.boolean}. Write if … then "…" else "…".`;
      return undefined;
    case "money":
    case "number":
      if (type === "money" || type === "number") return undefined;
      if (type !== "text") return `${TYPE_WORDS[type]}.`;
      return expression.kind === "text" && !readsAsNumber(expression.value)
        ? `the text "${expression.value.slice(0, 40)}", which isn't a number.`
        : undefined;
    case "date":
      if (type !== "text") return `${TYPE_WORDS[type]}.`;
      return expression.kind === "text" && !/^\s*[0-9]{4}-[0-9]{2}-[0-9]{2}/.test(expression.value)
        ? `the text "${expression.value.slice(0, 40)}", which isn't an ISO date such as 2026-11-30.`
        : undefined;
    case "boolean":
      return `${TYPE_WORDS[type]}. Compare the value with something, as in \`= "x"\` or \`is not blank\`.`;
    case "list":
      return `${TYPE_WORDS[type]}. Use list(text, ",") to turn it into a list.`;
    default:
      return needed satisfies never;
  }
}

export function readsAsNumber(text: string): boolean {
  return /^\s*[+-]?[0-9]{1,18}(?:\.[0-9]{1,9})?(?: [A-Z]{3})?\s*$/.test(text);
}
