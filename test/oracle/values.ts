/**
 * The values of the rule language as plain TypeScript has them: what the references take and yield. Text is never null, blank
 * is ""; numbers are counted in units of 10⁻⁹; dates are milliseconds since 1970 (UTC); lists hold no blank.
 */
export type Value =
  | { readonly type: "text"; readonly value: string }
  | { readonly type: "number"; readonly value: bigint | null }
  | { readonly type: "boolean"; readonly value: boolean }
  | { readonly type: "date"; readonly value: number | null }
  | { readonly type: "list"; readonly value: readonly string[] };

export const text = (value: string): Value => ({ type: "text", value });
export const number = (value: bigint | null): Value => ({ type: "number", value });
export const boolean = (value: boolean): Value => ({ type: "boolean", value });
export const date = (value: number | null): Value => ({ type: "date", value });
export const list = (value: readonly string[]): Value => ({ type: "list", value });

/** Units in one. */
export const SCALE = 10n ** 9n;
/** Units a number may have: DECIMAL(28,9). */
export const UNITS_MAX = 10n ** 28n - 1n;
/** Code points a text may have. */
export const TEXT_MAX = 20_000;

/** A number of units where numbers have a place for it. */
export function inBounds(units: bigint): bigint | null {
  return units > UNITS_MAX || units < -UNITS_MAX ? null : units;
}

/** A number as people write it: no exponent, no trailing zeros. */
export function plainNumber(units: bigint): string {
  const digits = String(units < 0n ? -units : units).padStart(10, "0");
  const fraction = digits.slice(-9).replace(/0+$/, "");
  return `${units < 0n ? "-" : ""}${digits.slice(0, -9)}${fraction === "" ? "" : `.${fraction}`}`;
}
