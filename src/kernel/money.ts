/** ISO 4217 currencies whose amounts have other than two decimals. */
export const CURRENCIES_BY_DECIMALS: readonly (readonly [number, readonly string[]])[] = Object.freeze([
  [0, ["BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG", "RWF", "UGX", "UYI", "VND", "VUV", "XAF", "XOF", "XPF"]],
  [3, ["BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND"]],
  [4, ["CLF", "UYW"]],
]);

const DECIMALS: ReadonlyMap<string, number> = new Map(
  CURRENCIES_BY_DECIMALS.flatMap(([decimals, codes]) => codes.map((code) => [code, decimals] as const)),
);

/** Decimals that amounts of a currency have. */
export function decimalsOf(currency: string): number {
  return DECIMALS.get(currency) ?? 2;
}

const AMOUNT = /^(\d{1,18})(?:\.(\d{0,18}))?$/;

/** An amount with its currency's decimals, rounded half up, because platforms drop trailing zeros (`39.6`, `11709.0`). Null if it isn't an amount. */
export function amountText(amount: string, currency: string): string | null {
  const [, whole, fraction = ""] = AMOUNT.exec(amount) ?? [];
  if (whole === undefined) return null;
  const decimals = decimalsOf(currency);
  const digits = `${whole}${fraction.slice(0, decimals).padEnd(decimals, "0")}`;
  const rounded = fraction.charAt(decimals) >= "5" ? String(BigInt(digits) + 1n).padStart(digits.length, "0") : digits;
  return decimals === 0 ? rounded : `${rounded.slice(0, -decimals)}.${rounded.slice(-decimals)}`;
}

/** Whether an amount is zero once it's rounded to the decimals of its currency, such as `0.40` in yen. An amount below zero isn't. */
export function isZeroIn(amount: string, currency: string): boolean {
  return Number(amount) === 0 || Number(amountText(amount, currency) ?? amount) === 0;
}

const CURRENCIES: ReadonlySet<string> = new Set(Intl.supportedValuesOf("currency"));

/** Whether three capital letters are a currency by the list that comes with Node. */
export function isCurrency(code: string): boolean {
  return CURRENCIES.has(code);
}
