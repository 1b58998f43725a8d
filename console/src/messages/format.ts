/** How numbers, sizes and times are written. Each formatter is made once for its options: making one takes longer than using it. */

const LOCALE = "en";
const number = once(() => new Intl.NumberFormat(LOCALE));
const relative = once(() => new Intl.RelativeTimeFormat(LOCALE, { numeric: "auto" }));
const zoned = new Map<string, Intl.DateTimeFormat>();

const SECOND_MS = 1_000;
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

/** "All tables (3)": the title of a list, which says no number until it's known. */
export function counted(title: string, count: number | undefined): string {
  return count === undefined ? title : `${title} (${formatCount(count)})`;
}

/** "12.4 %". What is little, but not nothing, isn't "0 %", and what isn't all isn't "100 %". */
export function formatShare(part: number, whole: number): string {
  if (whole === 0) return "0 %";
  const percent = (100 * part) / whole;
  if (percent > 0 && percent < 0.1) return "< 0.1 %";
  if (percent >= 99.5 && part < whole) return `${formatCount(Math.min(99.9, Math.floor(percent * 10) / 10))} %`;
  return `${formatCount(percent < 10 ? Math.round(percent * 10) / 10 : Math.round(percent))} %`;
}

const BYTE_UNITS = ["B", "kB", "MB", "GB"] as const;

/** "3.4 MB". */
export function formatBytes(bytes: number): string {
  const power = Math.min(BYTE_UNITS.length - 1, bytes < 1 ? 0 : Math.floor(Math.log10(bytes) / 3));
  const value = bytes / 1_000 ** power;
  return `${formatCount(power === 0 || value >= 100 ? Math.round(value) : Math.round(value * 10) / 10)} ${BYTE_UNITS[power] ?? ""}`;
}

/** "850 ms", "12 s", "3 min 20 s". */
export function formatDuration(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  const seconds = Math.round(ms / 1_000);
  if (seconds < MINUTE) return `${seconds} s`;
  const rest = seconds % MINUTE;
  return `${formatCount(Math.floor(seconds / MINUTE))} min${rest === 0 ? "" : ` ${rest} s`}`;
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
  return inZone("exact", timeZone).format(new Date(time));
}

/** The same as short as an axis needs it: "Nov 28" for a midnight, else "2 PM", with minutes and seconds if it has any. */
export function formatTick(at: number, timeZone: string | undefined): string {
  const seconds = (at + zoneOffset(at, timeZone)) / SECOND_MS;
  const kind = seconds % DAY === 0 ? "day" : seconds % HOUR === 0 ? "hour" : seconds % MINUTE === 0 ? "minute" : "second";
  return inZone(kind, timeZone).format(at);
}

/** By how many milliseconds the clocks of the zone are ahead of UTC at that moment. */
export function zoneOffset(at: number, timeZone: string | undefined): number {
  const name = inZone("offset", timeZone)
    .formatToParts(at)
    .find(({ type }) => type === "timeZoneName");
  const [, sign, hours = 0, minutes = 0, seconds = 0] = /([+-])(\d+):(\d+)(?::(\d+))?/.exec(name?.value ?? "") ?? [];
  const ahead = Number(hours) * HOUR + Number(minutes) * MINUTE + Number(seconds);
  return (sign === "-" ? -ahead : ahead) * SECOND_MS;
}

const IN_ZONE = {
  exact: { dateStyle: "medium", timeStyle: "long" },
  day: { month: "short", day: "numeric" },
  hour: { hour: "numeric" },
  minute: { timeStyle: "short" },
  second: { timeStyle: "medium" },
  offset: { timeZoneName: "longOffset" },
} as const satisfies Readonly<Record<string, Intl.DateTimeFormatOptions>>;

function inZone(kind: keyof typeof IN_ZONE, timeZone = "UTC"): Intl.DateTimeFormat {
  const key = `${kind} ${timeZone}`;
  const known = zoned.get(key);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat(LOCALE, { ...IN_ZONE[kind], timeZone });
  zoned.set(key, made);
  return made;
}

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

/** Letters that are written from right to left, and characters that turn the direction. */
const TURNS = /[\p{Bidi_Control}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;
const ISOLATES = /[\u2066-\u2069]/gu;

/** A name that people type, as a part of a sentence, in the way that the API isolates it: the sentence around it keeps its own direction. */
export function isolated(name: string): string {
  // An isolate of the name's own could end ours.
  return TURNS.test(name) ? `\u2068${name.replaceAll(ISOLATES, "")}\u2069` : name;
}
