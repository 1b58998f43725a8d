/** How numbers, sizes and times are written. Each formatter is made once for its options: making one takes longer than using it. */

const LOCALE = "en";
const number = once(() => new Intl.NumberFormat(LOCALE));
const relative = once(() => new Intl.RelativeTimeFormat(LOCALE, { numeric: "auto" }));
const exact = new Map<string, Intl.DateTimeFormat>();

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const UNITS: readonly (readonly [unit: Intl.RelativeTimeFormatUnit, seconds: number])[] = [
  ["day", DAY],
  ["hour", HOUR],
  ["minute", MINUTE],
];

export function formatCount(value: number): string {
  return number().format(value);
}

/** "3 products", "1 product". */
export function countOf(value: number, singular: string, plural = `${singular}s`): string {
  return `${formatCount(value)} ${value === 1 ? singular : plural}`;
}

/** "4 minutes ago", "in 2 hours". */
export function formatRelative(time: string, now: number): string {
  const seconds = Math.round((Date.parse(time) - now) / 1_000);
  const unit = UNITS.find(([, length]) => Math.abs(seconds) >= length);
  if (unit === undefined) return Math.abs(seconds) < 10 ? "just now" : relative().format(seconds, "second");
  return relative().format(Math.trunc(seconds / unit[1]), unit[0]);
}

/** The exact time in the shop's zone. */
export function formatTime(time: string, timeZone: string | undefined): string {
  const zone = timeZone ?? "UTC";
  let format = exact.get(zone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat(LOCALE, { dateStyle: "medium", timeStyle: "long", timeZone: zone });
    exact.set(zone, format);
  }
  return format.format(new Date(time));
}

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}
