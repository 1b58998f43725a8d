/** Numbers of the language as bigint, scaled by 10^9, and what rules make of amounts; `undefined` is blank. */

const SCALE_DIGITS = 9;
const SCALE = 10n ** BigInt(SCALE_DIGITS);
/** DECIMAL(28,9) */
const LIMIT = 10n ** 28n;

const NUMBER = /^[\t\n\f\r ]*([+-]?)(\d{1,18})(?:\.(\d{1,9}))?(?: ([A-Z]{3}))?[\t\n\f\r ]*$/;

export interface Amount {
  readonly units: bigint;
  readonly currency: string;
}

export function amountOf(text: string): Amount | undefined {
  const found = NUMBER.exec(text);
  if (found === null) return undefined;
  const [, sign, whole = "0", fraction = "", currency = ""] = found;
  const units = BigInt(whole) * SCALE + BigInt(fraction.padEnd(SCALE_DIGITS, "0"));
  return { units: sign === "-" ? -units : units, currency };
}

export function unitsOf(value: number | string): bigint {
  return amountOf(typeof value === "number" ? value.toFixed(SCALE_DIGITS) : value)?.units ?? 0n;
}

/** Without exponent and trailing zeros. */
export function plainNumber(units: bigint): string {
  const digits = (units < 0n ? -units : units).toString().padStart(SCALE_DIGITS + 1, "0");
  const fraction = digits.slice(-SCALE_DIGITS).replace(/0+$/, "");
  return `${units < 0n ? "-" : ""}${digits.slice(0, -SCALE_DIGITS)}${fraction === "" ? "" : `.${fraction}`}`;
}

/** `12.90 USD` */
export function moneyText(units: bigint, currency: string): string {
  const decimals = decimalsOf(currency);
  return `${exactNumber(rounding(units, decimals, "half_up"), decimals)} ${currency}`;
}

/** With all of so many decimals, of which it has no more. */
export function exactNumber(units: bigint, decimals: number): string {
  const [whole = "0", fraction = ""] = plainNumber(units).split(".");
  return `${whole}${decimals === 0 ? "" : `.${fraction.padEnd(decimals, "0")}`}`;
}

/** Two where there is no currency. */
export function decimalsOf(currency: string): number {
  if (["JPY", "KRW", "CLP"].includes(currency)) return 0;
  return ["KWD", "BHD"].includes(currency) ? 3 : 2;
}

export function bounded(units: bigint): bigint | undefined {
  return units > -LIMIT && units < LIMIT ? units : undefined;
}

export function product(a: bigint, b: bigint): bigint | undefined {
  return bounded(divided(a * b, SCALE));
}

/** Rounded half away from zero. */
function divided(a: bigint, b: bigint): bigint {
  const quotient = (a < 0n ? -a : a) / b;
  const rest = (a < 0n ? -a : a) % b;
  const rounded = 2n * rest >= b ? quotient + 1n : quotient;
  return a < 0n ? -rounded : rounded;
}

export function rounding(units: bigint, decimals: number, how: "half_up" | "up" | "down"): bigint {
  const step = 10n ** BigInt(SCALE_DIGITS - decimals);
  if (how === "half_up") return divided(units, step) * step;
  const below = (units - (((units % step) + step) % step)) / step;
  const exact = below * step === units;
  return (how === "down" || exact ? below : below + 1n) * step;
}

/** The least amount from `units` up that ends so: by its fraction, or by as many digits as the ending has. */
export function withEnding(units: bigint, ending: string): bigint {
  const [whole = "", fraction = ""] = ending.split(".");
  const end = unitsOf(`${whole === "" ? "0" : whole}${fraction === "" ? "" : `.${fraction}`}`);
  const step = /^0*$/.test(whole) ? SCALE : SCALE * 10n ** BigInt(whole.length);
  const from = units - ((((units - end) % step) + step) % step);
  return from === units ? units : from + step;
}
