import type { calculate } from "../../../src/engine/rules/calculate.ts";
import type { convertCurrency } from "../../../src/engine/rules/convert-currency.ts";
import type { priceAdjust } from "../../../src/engine/rules/price-adjust.ts";
import { amountOf, bounded, decimalsOf, exactNumber, moneyText, plainNumber, product, rounding, unitsOf, withEnding } from "./amounts.ts";
import { firstPresent, type MembersOf, type RuleReference } from "./rule-row.ts";

export const calculateReference: RuleReference<MembersOf<typeof calculate>> = (
  { target, decimals, rounding: how, ending },
  { present, at },
) => {
  const value = amountOf(at("/value"));
  if (value === undefined) return firstPresent(present);
  const isPrice = target === "price" || target === "sale_price";
  const named = value.currency || amountOf(present)?.currency || at("currency");
  const currency = isPrice && /^[A-Z]{3}$/.test(named) ? named : "";
  const rounded = rounding(value.units, decimals ?? decimalsOf(currency), how);
  const amount = ending === undefined ? rounded : withEnding(rounded, ending);
  if (currency !== "") return moneyText(amount, currency);
  return decimals === undefined ? plainNumber(amount) : exactNumber(amount, Math.max(decimals, ending?.split(".")[1]?.length ?? 0));
};

/** What a price column holds once a bare amount was written into it, in a row of that currency: `.5` and `5.` are amounts there. */
export function inCurrency(text: string, currency: string): string {
  const amount = amountOf(text.replace(/^(\s*[+-]?)(?=\.[0-9])/, "$10").replace(/([0-9])\.(?=\s*$)/, "$1"));
  return amount?.currency !== "" || !/^[A-Z]{3}$/.test(currency) ? text : moneyText(amount.units, currency);
}

export const priceAdjustReference: RuleReference<MembersOf<typeof priceAdjust>> = (members, { present }) => {
  const { decimals, ending } = members;
  const price = amountOf(present);
  const raised = price === undefined ? undefined : raisedPrice(price.units, members);
  if (price === undefined || raised === undefined) return firstPresent(present);
  const { currency } = price;
  if (currency === "") {
    const rounded = rounding(raised, decimals ?? 2, "half_up");
    return plainNumber(ending === undefined ? rounded : withEnding(rounded, ending));
  }
  const written = moneyText(decimals === undefined ? raised : rounding(raised, decimals, "half_up"), currency);
  return ending === undefined ? written : moneyText(withEnding(unitsOf(written), ending), currency);
};

function raisedPrice(price: bigint, { percent, amount, minimum }: MembersOf<typeof priceAdjust>): bigint | undefined {
  const changed = percent === undefined ? bounded(price + unitsOf(amount ?? 0)) : product(price, unitsOf(1 + percent / 100));
  const least = unitsOf(minimum);
  return changed === undefined || changed >= least ? changed : least;
}

export const convertCurrencyReference: RuleReference<MembersOf<typeof convertCurrency>> = ({ to, lookup }, { present, at }) => {
  const price = amountOf(present);
  const rate = amountOf(at(lookup === undefined ? "/rate" : "/lookup"))?.units ?? 0n;
  if (price === undefined || price.currency === "" || price.currency === to || rate <= 0n) return present;
  const converted = product(price.units, rate);
  return converted === undefined ? present : moneyText(converted, to);
};
