import { boolean, inBounds, list, number, plainNumber, SCALE, text, TEXT_MAX, type Value } from "./values.ts";

/** The arguments of a reference, each read as the language reads it; and what the language says of text, numbers and blanks. */

export type Reference = (given: Given) => Value;
export type References = Readonly<Record<string, Reference>>;

export interface Given {
  readonly values: readonly Value[];
  /** Whether so many arguments were given. */
  has(at: number): boolean;
  text(at: number): string;
  number(at: number): bigint | null;
  /** A count, position or length: whole, bounded, blank is 0. */
  count(at: number): number;
  boolean(at: number): boolean;
  date(at: number): number | null;
  list(at: number): readonly string[];
  isBlank(at: number): boolean;
}

export function given(values: readonly Value[]): Given {
  const at = (place: number): Value => values[place] ?? text("");
  return {
    values,
    has: (place) => place < values.length,
    text: (place) => textOf(at(place)),
    number: (place) => numberOf(at(place)),
    count: (place) => countOf(numberOf(at(place))),
    boolean: (place) => {
      const value = at(place);
      return value.type === "boolean" ? value.value : textOf(value).toLowerCase() === "true";
    },
    date: (place) => {
      const value = at(place);
      return value.type === "date" ? value.value : dateIn(textOf(value));
    },
    list: (place) => {
      const value = at(place);
      return value.type === "list" ? value.value : itemsIn(textOf(value), ",");
    },
    isBlank: (place) => isBlankValue(at(place)),
  };
}

export function textOf(value: Value): string {
  switch (value.type) {
    case "text":
      return value.value;
    case "number":
      return value.value === null ? "" : plainNumber(value.value);
    case "boolean":
      return String(value.value);
    case "date":
      return value.value === null ? "" : isoText(value.value);
    case "list":
      return value.value.map((item) => item.replaceAll(",", "\u201A")).join(",");
    default:
      return value satisfies never;
  }
}

export function numberOf(value: Value): bigint | null {
  return value.type === "number" ? value.value : numberIn(textOf(value));
}

/** Up to 18 digits, up to nine decimals, perhaps a currency. */
export function numberIn(written: string): bigint | null {
  const found = /^[ \t\n\f\r]*([+-]?)([0-9]{1,18})(?:\.([0-9]{1,9}))?(?: [A-Z]{3})?[ \t\n\f\r]*$/.exec(written);
  if (found === null) return null;
  const [, sign = "", digits = "", fraction = ""] = found;
  return BigInt(`${digits}${fraction.padEnd(9, "0")}`) * (sign === "-" ? -1n : 1n);
}

function countOf(units: bigint | null): number {
  const whole = (units ?? 0n) / SCALE;
  const most = BigInt(TEXT_MAX);
  return Number(whole > most ? most : whole < -most ? -most : whole);
}

export function isBlankText(value: string): boolean {
  return /^[ \t\n\r\u00A0]*$/.test(value);
}

function isBlankValue(value: Value): boolean {
  if (value.type === "text") return isBlankText(value.value);
  if (value.type === "list") return value.value.length === 0;
  return value.value === null;
}

/** ISO days and moments; the references are asked for those of years 1 to 9999. */
export function dateIn(written: string): number | null {
  const form = /^\s*([0-9]{4}-[0-9]{2}-[0-9]{2})(?:[T ]([0-9]{2}:[0-9]{2})(?::([0-9]{2}))?(Z|[+-][0-9]{2}:[0-9]{2})?)?\s*$/.exec(written);
  if (form === null) return null;
  const [, day = "", time = "00:00", seconds = "00", zone = "Z"] = form;
  const found = Date.parse(`${day}T${time}:${seconds}${zone}`);
  const exists = new Date(Date.parse(`${day}T00:00:00Z`)).toISOString().startsWith(day);
  return Number.isNaN(found) || !exists ? null : found;
}

function isoText(moment: number): string {
  const iso = new Date(moment).toISOString();
  return moment % 86_400_000 === 0 ? iso.slice(0, 10) : `${iso.slice(0, 19)}Z`;
}

/** White space as Unicode has it, for a class. */
export const SPACE = " \\t-\\r\\x85\\xA0\\u1680\\u2000-\\u200A\\u2028\\u2029\\u202F\\u205F\\u3000\\uFEFF";

const spaces = new RegExp(`[${SPACE}]+`, "gu");

export const collapsed = (value: string): string => value.replace(spaces, " ").replace(/^ | $/g, "");
/** Words as people read them, parted by white space. */
export const wordsOf = (value: string): readonly string[] => value.split(spaces).filter((word) => word !== "");
export const trimmed = (value: string): string => value.replace(/^[ \t\n\f\r\xA0\u202F\uFEFF]+|[ \t\n\f\r\xA0\u202F\uFEFF]+$/g, "");
export const itemsIn = (value: string, separator: string): readonly string[] =>
  (separator === "" ? [value] : value.split(separator)).map(trimmed).filter((item) => item !== "");

/** Cases one for one, as DuckDB has them. */
export const lower = (value: string): string => [...value].map((letter) => (letter === "İ" ? "i" : letter.toLowerCase())).join("");
export const upper = (value: string): string => [...value].map((letter) => (letter === "ß" ? "ẞ" : letter.toUpperCase())).join("");

export const points = (value: string): readonly string[] => [...value];
export const cut = (value: string): Value => text(points(value).slice(0, TEXT_MAX).join(""));

/** Half away from zero. */
export function divided(a: bigint, b: bigint): bigint {
  const size = (2n * sizeOf(a) + sizeOf(b)) / (2n * sizeOf(b));
  return a < 0n === b < 0n ? size : -size;
}

export const sizeOf = (units: bigint): bigint => (units < 0n ? -units : units);
export const floored = (a: bigint, b: bigint): bigint => a / b - (a % b < 0n ? 1n : 0n);
export const product = (a: bigint, b: bigint): bigint | null => inBounds(divided(a * b, SCALE));
export const quotient = (a: bigint, b: bigint): bigint | null => (b === 0n ? null : inBounds(divided(a * SCALE, b)));

/** A number made of others; blank where one of them is. */
export function ofNumbers(values: readonly (bigint | null)[], made: (numbers: readonly bigint[]) => bigint | null): Value {
  const numbers = values.filter((value) => value !== null);
  return number(numbers.length < values.length ? null : made(numbers));
}

export const whole = (value: number): Value => number(BigInt(value) * SCALE);
export { boolean, inBounds, list, number, text };
