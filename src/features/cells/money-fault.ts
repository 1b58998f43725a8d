import type { SourceColumn } from "../../engine/source/source-columns.ts";
import { isCurrency } from "../../kernel/money.ts";

/** As the language reads numbers (rules, section 1). */
const AMOUNT = /^[\t\n\f\r ]*[+-]?[0-9]{1,18}(?:\.[0-9]{1,9})?(?: (?<code>[A-Z]{3}))?[\t\n\f\r ]*$/;
/** As much of a value as a message repeats. */
const SHOWN_LENGTH_MAX = 40;

/** What is wrong with a cell that holds an amount or a currency. `currency`: what the row's prices are in, as far as anybody knows. */
export function moneyFault(
  { name, type }: Pick<SourceColumn, "name" | "type">,
  value: string,
  currency: string | null,
): string | undefined {
  if (value.trim() === "") return undefined;
  if (name === "currency") return currencyFault(value, currency);
  return type === "money" ? amountFault(value, currency) : undefined;
}

function currencyFault(value: string, currency: string | null): string | undefined {
  return value === currency || isCurrency(value) ? undefined : `${shown(value)} isn't a currency. Write an ISO 4217 code such as EUR.`;
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
