import type { Checked } from "./check-faults.ts";
import { readsAsNumber } from "./conversions.ts";
import { BLANK, type Comparison, type Expression } from "./expression.ts";

/**
 * Texts in rules that are meant as a date or a number but can't be read as one, and bounds in the wrong order. Unchecked, they would be compared
 * as text, set no limit, or match nothing.
 */

/** As rows' dates are read (rules, section 1). */
const DAY = "\\s*([0-9]{4})-([0-9]{2})-([0-9]{2})";
const MOMENT = "[T ]([0-9]{2}):([0-9]{2})(?::([0-9]{2})(?:\\.[0-9]{1,6})?)?(?:Z|([+-])([0-9]{2}):?([0-9]{2}))?";
const ISO = new RegExp(`^${DAY}(?:${MOMENT})?\\s*$`, "u");
/** What is meant as a date. Anything else is compared as text. */
const MEANT = new RegExp(`^${DAY}`, "u");
const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;

/** What is wrong with a text that is written where a date belongs, such as `2026-02-30`; nothing if it isn't meant as one. */
export function dateFault(expression: Expression): string | undefined {
  if (expression.kind !== "text" || !MEANT.test(expression.value)) return undefined;
  const shown = expression.value.trim().slice(0, 40);
  const [found, ...parts] = ISO.exec(expression.value) ?? [];
  if (found === undefined) return `${shown} isn't an ISO date such as 2026-11-30 or 2026-11-30T18:00Z.`;
  const [year = 0, month = 0, day = 0, ...clock] = parts.map(Number);
  if (day < 1 || day > daysOf(year, month)) return `There is no date ${shown}.`;
  return isBeyondClock(clock) ? `There is no time ${shown}.` : undefined;
}

/** `19,99`, `€5`, `1e3`, `2 kg`, but not a date. */
const MEANT_AS_NUMBER = /^\s*[+-]?\p{Sc}?\s*[0-9](?![0-9]{3}-)/u;
const COMPARED: ReadonlySet<string> = new Set(["=", "!=", "<", "<=", ">", ">=", "between"]);

/** What is wrong with a text that is compared with a value of a type. */
export function comparedFault(operator: Comparison | "between", type: Checked["type"], word: Expression): string | undefined {
  if (!COMPARED.has(operator)) return undefined;
  if (type === "date") return dateFault(word);
  if (word.kind !== "text" || (type !== "number" && type !== "money")) return undefined;
  if (!MEANT_AS_NUMBER.test(word.value) || readsAsNumber(word.value)) return undefined;
  return `${word.value.slice(0, 40)} isn't a number. Write digits with a point before the decimals, such as 12 or 1.5.`;
}

/**
 * What is wrong with the bounds of `between`, if they're constants and no value can be between them. A text column is compared as text, so dates there
 * are refused only if they're in the wrong order as texts, too.
 */
export function reversedFault(type: Checked["type"], low: Expression, high: Expression): string | undefined {
  const isNumeric = type === "number" || type === "money" || (low.kind !== "text" && high.kind !== "text");
  return (isNumeric ? reversedNumbers(low, high) : undefined) ?? reversedDates(low, high, type === "date");
}

/** What is wrong with the bounds of `in_window`, which are dates. */
export function windowFault([, from, to]: readonly Expression[]): string | undefined {
  return from === undefined || to === undefined ? undefined : reversedDates(from, to, true);
}

function reversedNumbers(low: Expression, high: Expression): string | undefined {
  const [least, most] = [numberOf(low), numberOf(high)];
  if (least === undefined || most === undefined || least.value <= most.value) return undefined;
  // Amounts in two currencies can't be compared.
  if (least.currency !== "" && most.currency !== "" && least.currency !== most.currency) return undefined;
  return `${least.shown} is greater than ${most.shown}, so nothing is between them. Write the smaller one first.`;
}

function reversedDates(low: Expression, high: Expression, areDates: boolean): string | undefined {
  const [from, to] = [dateOf(low), dateOf(high)];
  if (from === undefined || to === undefined || from.time <= to.time || (!areDates && from.shown <= to.shown)) return undefined;
  return `${from.shown} is later than ${to.shown}, so nothing is between them. Write the earlier one first.`;
}

/** A number, or a text that reads as one. Rounding to a double keeps the order, so a smaller bound never looks greater. */
function numberOf(expression: Expression): { readonly value: number; readonly currency: string; readonly shown: string } | undefined {
  if (expression.kind !== "number" && (expression.kind !== "text" || !readsAsNumber(expression.value))) return undefined;
  const shown = expression.value.trim();
  const [digits, currency = ""] = shown.split(" ");
  return { value: Number(digits), currency, shown };
}

/** A text in ISO form, or `date` of one, in whole seconds. */
function dateOf(expression: Expression): { readonly time: number; readonly shown: string } | undefined {
  if (expression.kind === "call" && expression.fn === "date" && expression.args.length === 1) return dateOf(expression.args[0] ?? BLANK);
  if (expression.kind !== "text" || dateFault(expression) !== undefined) return undefined;
  const [found, year, month, day, hour, minute, second, sign, ...east] = ISO.exec(expression.value) ?? [];
  if (found === undefined) return undefined;
  // Years before 100 would be taken for those of the last century. The calendar repeats after 400 years.
  const days = Date.UTC(Number(year) + 400, Number(month) - 1, Number(day)) / 1_000;
  const offset = secondsOf(east) * (sign === "-" ? -1 : 1);
  return { time: days + secondsOf([hour, minute, second]) - offset, shown: found.trim() };
}

function secondsOf([hours = "0", minutes = "0", seconds = "0"]: readonly (string | undefined)[]): number {
  return (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds);
}

/** 0 for a month that doesn't exist. */
function daysOf(year: number, month: number): number {
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return month === 2 && isLeap ? 29 : (DAYS[month - 1] ?? 0);
}

/** Missing parts are NaN, which is never greater. */
function isBeyondClock([hour = 0, minute = 0, second = 0]: readonly number[]): boolean {
  return hour > 24 || minute > 59 || second > 60;
}
