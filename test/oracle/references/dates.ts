import { boolean, type Given, type References, text, whole } from "../given.ts";
import { date, number, SCALE, type Value } from "../values.ts";

const DAY = 86_400_000;
const SIZES: Readonly<Record<string, number>> = { week: 7 * DAY, day: DAY, hour: DAY / 24, minute: 60_000 };
const FIRST = Date.UTC(2000, 0, 1) - 730_119 * DAY;
const LAST = Date.UTC(10_000, 0, 1) - 1;

const inCalendar = (moment: number | null): Value => date(moment === null || moment < FIRST || moment > LAST ? null : moment);

/** The same day and time so many months later, or the last day of a shorter month. */
function plusMonths(moment: number, months: number): number {
  const start = new Date(moment);
  const found = new Date(moment);
  found.setUTCDate(1);
  found.setUTCMonth(start.getUTCMonth() + months);
  const days = new Date(found.getTime());
  days.setUTCMonth(days.getUTCMonth() + 1);
  days.setUTCDate(0);
  found.setUTCDate(Math.min(start.getUTCDate(), days.getUTCDate()));
  return found.getTime();
}

/**
 * Whole months from one moment to another, earlier or later. The last day of a month completes it for every later day that
 * the month does not have.
 */
function monthsBetween(from: number, to: number): number {
  if (to < from) return -monthsBetween(to, from);
  const [a, b] = [new Date(from), new Date(to)];
  const guess = (b.getUTCFullYear() - a.getUTCFullYear()) * 12 + b.getUTCMonth() - a.getUTCMonth();
  return plusMonths(from, guess) <= to ? guess : guess - 1;
}

const MONTHS = ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"];
const DAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

function formatted(moment: number, format: string): string {
  const at = new Date(moment);
  const two = (value: number): string => String(value).padStart(2, "0");
  const year = String(at.getUTCFullYear()).padStart(4, "0");
  const newYear = new Date(moment);
  newYear.setUTCMonth(0, 0);
  const codes: Readonly<Record<string, string>> = {
    "%%": "%",
    "%Y": year,
    "%y": year.slice(-2),
    "%m": two(at.getUTCMonth() + 1),
    "%-m": String(at.getUTCMonth() + 1),
    "%d": two(at.getUTCDate()),
    "%-d": String(at.getUTCDate()),
    "%H": two(at.getUTCHours()),
    "%I": two(at.getUTCHours() % 12 || 12),
    "%M": two(at.getUTCMinutes()),
    "%S": two(at.getUTCSeconds()),
    "%p": at.getUTCHours() < 12 ? "AM" : "PM",
    "%j": String(Math.floor(moment / DAY) - Math.floor(newYear.getTime() / DAY)).padStart(3, "0"),
    "%a": (DAYS[at.getUTCDay()] ?? "").slice(0, 3),
    "%A": DAYS[at.getUTCDay()] ?? "",
    "%b": (MONTHS[at.getUTCMonth()] ?? "").slice(0, 3),
    "%B": MONTHS[at.getUTCMonth()] ?? "",
  };
  return format.replace(/%-?./g, (code) => codes[code] ?? code);
}

const moments = (given: Given): readonly [number, number] | undefined => {
  const [from, to] = [given.date(0), given.date(1)];
  return from === null || to === null ? undefined : [from, to];
};

export const DATES: References = {
  date_add: (given) => {
    const [moment, units] = [given.date(0), given.number(1)];
    if (moment === null || units === null) return date(null);
    const amount = Number(units / SCALE);
    const size = SIZES[given.text(2)];
    if (Math.abs(amount) > 1e11) return date(null);
    if (size !== undefined) return inCalendar(moment + amount * size);
    const months = amount * (given.text(2) === "year" ? 12 : 1);
    return Math.abs(months) > 250_000 ? date(null) : inCalendar(plusMonths(moment, months));
  },
  date_diff: (given) => {
    const found = moments(given);
    if (found === undefined) return number(null);
    const size = SIZES[given.text(2)];
    if (size !== undefined) return whole(Math.trunc((found[1] - found[0]) / size));
    return whole(Math.trunc(monthsBetween(...found) / (given.text(2) === "year" ? 12 : 1)));
  },
  date_format: (given) => {
    const moment = given.date(0);
    return text(moment === null ? "" : formatted(moment, given.text(1)));
  },
  date_range: (given) => {
    const found = moments(given);
    if (found === undefined) return text("");
    const end = found[1] % DAY === 0 ? found[1] + DAY - 1_000 : found[1];
    const iso = (moment: number): string => formatted(moment, "%Y-%m-%dT%H:%M:%SZ");
    return text(found[0] <= end ? `${iso(found[0])}/${iso(end)}` : "");
  },
  in_window: (given) => {
    const [moment, from, to] = [given.date(0), given.date(1), given.date(2)];
    return boolean(moment !== null && (from === null || moment >= from) && (to === null || moment < to));
  },
  weekday: (given) => {
    const moment = given.date(0);
    return moment === null ? number(null) : whole(new Date(moment).getUTCDay() || 7);
  },
};
