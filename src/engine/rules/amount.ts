import { call, type Expression, isBlank, number, text, when } from "../expression/expression.ts";
import { fullEnding } from "./rule-members.ts";

/** How rules that work an amount out write it: rounded, with an ending, and with the currency the column had. */

/** Exact to six decimals, which is what factors are kept to. */
const FACTOR_DECIMALS = 6;

/** What a price is multiplied by: 10 percent more is 1.1. */
export function factorOf(percent: number): Expression {
  return number(Number((1 + percent / 100).toFixed(FACTOR_DECIMALS)));
}

/** The next amount up that ends so. */
export function ended(amount: Expression, ending: string | undefined): Expression {
  return ending === undefined ? amount : call("price_ending", amount, text(fullEnding(ending)));
}

/** `12.90 USD` where `present` has a currency, else a plain number. */
export function inCurrencyOf(present: Expression, amount: Expression, plain: Expression = amount): Expression {
  const currency = call("currency", present);
  return when(isBlank(currency), plain, call("money", amount, currency));
}
