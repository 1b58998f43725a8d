import {
  boolean,
  divided,
  floored,
  type Given,
  inBounds,
  number,
  numberIn,
  ofNumbers,
  product,
  quotient,
  type References,
  sizeOf,
  text,
} from "../given.ts";
import { plainNumber, SCALE, type Value } from "../values.ts";

const step = (given: Given): bigint => 10n ** BigInt(9 - (given.has(1) ? given.count(1) : 0));
const all = (given: Given): readonly (bigint | null)[] => given.values.map((_, at) => given.number(at));
const some = (given: Given): readonly bigint[] => all(given).filter((value) => value !== null);

function rounding(of: (units: bigint, step: bigint) => bigint): (given: Given) => Value {
  return (given) => ofNumbers([given.number(0)], ([units = 0n]) => inBounds(of(units, step(given)) * step(given)));
}

function powerOf(base: bigint, exponent: number): bigint | null {
  let so: bigint | null = SCALE;
  for (let at = 0; at < Math.abs(exponent); at += 1) so = so === null ? null : exponent < 0 ? quotient(so, base) : product(so, base);
  return so;
}

const DECIMALS: Readonly<Record<string, number>> = { JPY: 0, KRW: 0, KWD: 3, CLF: 4 };

/** `12.90 USD`; blank past 18 digits and for what is no currency. */
function moneyText(units: bigint | null, code: string): Value {
  if (units === null || !/^[A-Z]{3}$/.test(code)) return text("");
  const decimals = DECIMALS[code] ?? 2;
  const shown = divided(units, 10n ** BigInt(9 - decimals));
  const digits = String(sizeOf(shown)).padStart(decimals + 1, "0");
  if (digits.length - decimals > 18) return text("");
  const point = digits.length - decimals;
  return text(`${shown < 0n ? "-" : ""}${digits.slice(0, point)}${decimals === 0 ? "" : `.${digits.slice(point)}`} ${code}`);
}

function codeOf(given: Given): string {
  return numberIn(given.text(0)) === null ? "" : (/ ([A-Z]{3})\s*$/.exec(given.text(0))?.[1] ?? "");
}

export const NUMBERS: References = {
  number: (given) => number(given.number(0)),
  is_number: (given) => boolean(given.number(0) !== null),
  abs: (given) => ofNumbers([given.number(0)], ([units = 0n]) => sizeOf(units)),
  round: rounding(divided),
  ceil: rounding((units, unit) => -floored(-units, unit)),
  floor: rounding(floored),
  min: (given) => number(some(given).reduce<bigint | null>((least, units) => (least === null || units < least ? units : least), null)),
  max: (given) => number(some(given).reduce<bigint | null>((most, units) => (most === null || units > most ? units : most), null)),
  mod: (given) => ofNumbers(all(given), ([units = 0n, divisor = 0n]) => (divisor === 0n ? null : units % divisor)),
  power: (given) => ofNumbers([given.number(0)], ([base = 0n]) => powerOf(base, given.count(1))),
  percent_of: (given) =>
    ofNumbers(all(given), ([part = 0n, of = 0n]) => {
      const hundredfold = inBounds(100n * part);
      return hundredfold === null ? null : quotient(hundredfold, of);
    }),
  clamp: (given) => {
    const [units, low, high] = [given.number(0), given.number(1), given.number(2)];
    if (units === null) return number(null);
    const below = high !== null && units > high ? high : units;
    return number(low !== null && below < low ? low : below);
  },
  money: (given) => moneyText(given.number(0), given.text(1)),
  amount: (given) => number(given.number(0)),
  currency: (given) => text(codeOf(given)),
  convert: (given) => {
    const [units, rate] = [given.number(0), given.number(1)];
    return moneyText(units === null || rate === null ? null : product(units, rate), given.text(2));
  },
  margin_percent: (given) =>
    ofNumbers([given.number(0), given.number(1)], ([price = 0n, cost = 0n]) => {
      const hundredfold = inBounds(price - cost) === null ? null : inBounds(100n * (price - cost));
      return hundredfold === null ? null : quotient(hundredfold, price);
    }),
  price_ending: (given) => {
    const price = given.number(0);
    const ending = numberIn(given.text(1).replace(/^\./, "0.")) ?? 0n;
    if (price === null) return text("");
    let power = SCALE;
    while (power <= ending) power *= 10n;
    if (inBounds(price - ending) === null) return text("");
    // The first amount of that ending which is not below the price.
    const next = inBounds(ending - power * floored(ending - price, power));
    if (next === null) return text("");
    return codeOf(given) === "" ? text(plainNumber(next)) : moneyText(next, codeOf(given));
  },
};
