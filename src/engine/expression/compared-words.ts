import type { Checked } from "./check-faults.ts";
import { readsAsNumber } from "./conversions.ts";
import type { Comparison, Expression } from "./expression.ts";

/** Texts in rules that are meant as a date or a number but can't be read as one. Unchecked, they would be compared as text or set no limit. */

/** As rows' dates are read (rules, section 1). */
const DAY = "\\s*([0-9]{4})-([0-9]{2})-([0-9]{2})";
const MOMENT = "[T ]([0-9]{2}):([0-9]{2})(?::([0-9]{2})(?:\\.[0-9]{1,6})?)?(?:Z|[+-][0-9]{2}:?[0-9]{2})?";
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

/** 0 for a month that doesn't exist. */
function daysOf(year: number, month: number): number {
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return month === 2 && isLeap ? 29 : (DAYS[month - 1] ?? 0);
}

/** Missing parts are NaN, which is never greater. */
function isBeyondClock([hour = 0, minute = 0, second = 0]: readonly number[]): boolean {
  return hour > 24 || minute > 59 || second > 60;
}
