import type { SourceColumn } from "../../engine/source/source-columns.ts";
import { isCurrency } from "../../kernel/money.ts";

/** As the language reads numbers (rules, section 1). */
const AMOUNT = /^[\t\n\f\r ]*[+-]?[0-9]{1,18}(?:\.[0-9]{1,9})?(?: (?<code>[A-Z]{3}))?[\t\n\f\r ]*$/;
const NUMBER = /^[\t\n\f\r ]*[+-]?[0-9]{1,18}(?:\.[0-9]{1,9})?[\t\n\f\r ]*$/;
/** Settings and rules compare it without regard to case. */
const BOOLEAN = /^(?:true|false)$/i;
/** Words that settings and the stock go by, in any case. Any other one would be stored and change nothing. */
const WORDS: ReadonlyMap<string, readonly string[]> = new Map([
  ["status", ["active", "draft", "archived", "unlisted"]],
  ["inventory_policy", ["deny", "continue"]],
]);
/** As much of a value as a message repeats. */
const SHOWN_LENGTH_MAX = 40;

/** What is wrong with a cell of a column that has a type. `currency`: what the row's prices are in, as far as anybody knows. */
export function typedFault(
  { name, type }: Pick<SourceColumn, "name" | "type">,
  value: string,
  currency: string | null,
): string | undefined {
  if (value.trim() === "") return undefined;
  if (name === "currency") return currencyFault(value, currency);
  const words = WORDS.get(name);
  if (words !== undefined) return wordFault(name, value, words);
  switch (type) {
    case "money":
      return amountFault(value, currency);
    case "number":
      return NUMBER.test(value)
        ? undefined
        : `${shown(value)} isn't a number. Write digits with a point before the decimals, such as 12 or 1.5.`;
    case "boolean":
      return BOOLEAN.test(value) ? undefined : `${shown(value)} is neither true nor false. Write true or false.`;
    default:
      return undefined;
  }
}

function currencyFault(value: string, currency: string | null): string | undefined {
  return value === currency || isCurrency(value) ? undefined : `${shown(value)} isn't a currency. Write an ISO 4217 code such as EUR.`;
}

function wordFault(name: string, value: string, words: readonly string[]): string | undefined {
  if (words.includes(value.toLowerCase())) return undefined;
  return `${shown(value)} isn't a value of ${name}. Write ${words.slice(0, -1).join(", ")} or ${words.at(-1)}.`;
}

function amountFault(value: string, currency: string | null): string | undefined {
  const found = AMOUNT.exec(value);
  const example = `44.50${currency === null ? "" : ` or 44.50 ${currency}`}`;
  if (found === null) return `${shown(value)} isn't an amount. Write digits with a point before the decimals, such as ${example}.`;
  const code = found.groups?.["code"];
  if (code === undefined || code === currency) return undefined;
  if (currency === null) return `This row's currency isn't known. Write the amount without ${code}, such as 44.50.`;
  return `This row's prices are in ${currency}, not ${code}. Write the amount in ${currency}, such as ${example}.`;
}

function shown(value: string): string {
  const [text, rest] = [[...value].slice(0, SHOWN_LENGTH_MAX).join(""), value.length > SHOWN_LENGTH_MAX];
  return rest ? `${text}…` : text;
}
