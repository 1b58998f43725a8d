import type { Sql } from "../../../kernel/sql.ts";
import { integer, literal, sql } from "../../sql/fragment.ts";
import { booleanTerm, dateTerm, numberTerm, type Term, textTerm } from "../term.ts";
import { dateAt, numberAt, textAt } from "./arguments.ts";
import { formatFault, FORMAT_CODES, PARSE_CODES } from "./date-format.ts";
import { type FunctionEntry, literalText } from "./function-entry.ts";
import { named } from "./named.ts";

/** Dates and moments, all in UTC, from year 1 to year 9999; what lies beyond is blank. */

const DATE = { name: "date", type: "date" } as const;

const inCalendar = (date: Sql): Sql =>
  named(
    date,
    "date",
    (found) => sql`CASE WHEN ${found} BETWEEN TIMESTAMP '0001-01-01 00:00:00' AND TIMESTAMP '9999-12-31 23:59:59.999999' THEN ${found} END`,
  );

export const date: FunctionEntry = {
  parameters: [
    { name: "text", type: "text" },
    { name: "format", type: "text", optional: true, literal: { form: "text", fault: (text) => formatFault(text, PARSE_CODES) } },
  ],
  returns: "date",
  summary: `The date or time in the text, in ISO form or in the given format (${PARSE_CODES.join(" ")}). Without a time zone, it's read as UTC. Month names are English.`,
  blank: "Blank if the text isn't such a date.",
  examples: [
    [`date("2026-11-01T10:30:00+02:00")`, "2026-11-01T08:30:00Z"],
    [`date("2026-11-01T10:30+02:00")`, "2026-11-01T08:30:00Z"],
    [`date("21.11.2026", "%d.%m.%Y")`, "2026-11-21"],
    [`date("2026-02-30")`, ""],
  ],
  compile: (args) => {
    if (args.length < 2) return dateTerm(inCalendar(dateAt(args, 0)));
    return dateTerm(inCalendar(sql`try_strptime(${textAt(args, 0)}, ${literal(literalText(args, 1, "%Y-%m-%d"))})`));
  },
};

export const nowAtRun: FunctionEntry = {
  parameters: [],
  returns: "date",
  summary: "The time the run began. It's the same for all rows, and when the run is repeated.",
  blank: "Never blank.",
  examples: [
    [`date_diff(now_at_run(), now_at_run(), "hour")`, "0"],
    [`in_window(now_at_run(), "2000-01-01", blank)`, "true"],
  ],
  compile: (_, environment) => dateTerm(environment.now),
};

const UNITS = ["day", "week", "month", "year", "hour", "minute"] as const;
type Unit = (typeof UNITS)[number];
const UNIT = { name: "unit", type: "text", literal: { form: "word", of: UNITS } } as const;

/** Seconds of the units that always have as many; the others go by the calendar, in months. */
const SECONDS: Readonly<Partial<Record<Unit, number>>> = { day: 86_400, week: 604_800, hour: 3_600, minute: 60 };
/** More than all the years there are. */
const YEARS_MAX = 20_000;
const SECONDS_A_YEAR = 31_622_400;

export const dateAdd: FunctionEntry = {
  parameters: [DATE, { name: "amount", type: "number" }, UNIT],
  returns: "date",
  summary: `The date moved forward by a number of units, or back if the amount is negative (${UNITS.join(", ")}). The amount is cut to a whole number. If the resulting month is too short for the day, the result is the month's last day.`,
  blank: "Blank if any argument is blank, or if the result is outside the years 1 to 9999.",
  examples: [
    [`date_add("2026-01-31", 1, "month")`, "2026-02-28"],
    [`date_add("2026-11-01", -36, "hour")`, "2026-10-30T12:00:00Z"],
  ],
  compile: (args) => {
    const unit = unitAt(args, 2);
    const seconds = SECONDS[unit];
    const most = seconds === undefined ? YEARS_MAX * 12 : Math.ceil((YEARS_MAX * SECONDS_A_YEAR) / seconds);
    const whole = (amount: Sql): Sql => {
      const count = sql`CAST(trunc(${amount}) AS BIGINT)`;
      const added =
        seconds === undefined
          ? sql`${dateAt(args, 0)} + to_months(CAST(${count} * ${integer(unit === "year" ? 12 : 1)} AS INTEGER))`
          : sql`make_timestamp(epoch_us(${dateAt(args, 0)}) + ${count} * ${integer(seconds * 1_000_000)})`;
      return sql`CASE WHEN abs(${amount}) <= ${integer(most)} THEN ${added} END`;
    };
    return dateTerm(inCalendar(named(numberAt(args, 1), "amount", whole)));
  },
};

export const dateDiff: FunctionEntry = {
  parameters: [{ name: "from", type: "date" }, { name: "to", type: "date" }, UNIT],
  returns: "number",
  summary: `The number of whole units between two dates (${UNITS.join(", ")}), negative if the second date is earlier.`,
  blank: "Blank if either date is blank.",
  examples: [
    [`date_diff("2026-11-01", "2026-11-21", "day")`, "20"],
    [`date_diff("2026-03-31", "2026-02-28", "month")`, "-1"],
    [`date_diff("2026-11-01", blank, "day")`, ""],
  ],
  compile: (args) => numberTerm(sql`CAST(date_sub(${literal(unitAt(args, 2))}, ${dateAt(args, 0)}, ${dateAt(args, 1)}) AS DECIMAL(28,9))`),
};

export const dateFormat: FunctionEntry = {
  parameters: [DATE, { name: "format", type: "text", literal: { form: "text", fault: (text) => formatFault(text, FORMAT_CODES) } }],
  returns: "text",
  summary: `The date as text in a strftime format (${FORMAT_CODES.join(" ")}), in UTC and with English names.`,
  blank: "A blank date is blank.",
  examples: [
    [`date_format("2026-11-01", "%d %B %Y")`, "01 November 2026"],
    [`date_format("2026-11-01T15:04:05Z", "%-d.%-m.%y %I:%M %p")`, "1.11.26 03:04 PM"],
  ],
  compile: (args) => textTerm(sql`coalesce(strftime(${dateAt(args, 0)}, ${literal(literalText(args, 1, "%Y-%m-%d"))}), '')`),
};

export const dateRange: FunctionEntry = {
  parameters: [
    { name: "from", type: "date" },
    { name: "to", type: "date" },
  ],
  returns: "text",
  summary: "An interval in the form of `sale_price_effective_date`. An end date without a time includes the whole day.",
  blank: "Blank if either date is blank, or if the first is later.",
  examples: [
    [`date_range("2026-11-01", "2026-11-30")`, "2026-11-01T00:00:00Z/2026-11-30T23:59:59Z"],
    [`date_range("2026-11-01", "2026-10-01")`, ""],
  ],
  compile: (args) => {
    const to = dateAt(args, 1);
    const end = named(
      to,
      "to",
      (day) => sql`CASE WHEN date_trunc('day', ${day}) = ${day} THEN ${day} + INTERVAL 86399 SECOND ELSE ${day} END`,
    );
    const iso = literal("%Y-%m-%dT%H:%M:%SZ");
    const interval = (last: Sql): Sql =>
      sql`coalesce(CASE WHEN ${dateAt(args, 0)} <= ${last} THEN strftime(${dateAt(args, 0)}, ${iso}) || '/' || strftime(${last}, ${iso}) END, '')`;
    return textTerm(named(end, "end", interval));
  },
};

export const inWindow: FunctionEntry = {
  parameters: [DATE, { name: "from", type: "date" }, { name: "to", type: "date" }],
  returns: "boolean",
  summary: "Whether a date is at or after `from` and before `to`.",
  blank: "A blank date is never within. A blank `from` or `to` sets no limit.",
  examples: [
    [`in_window("2026-11-21", "2026-11-01", "2026-12-01")`, "true"],
    [`in_window("2026-12-01", "2026-11-01", "2026-12-01")`, "false"],
    [`in_window("2026-12-01", "2026-11-01", blank)`, "true"],
  ],
  compile: (args) => {
    const within = (found: Sql): Sql =>
      sql`(${found} IS NOT NULL AND coalesce(${found} >= ${dateAt(args, 1)}, true) AND coalesce(${found} < ${dateAt(args, 2)}, true))`;
    return booleanTerm(named(dateAt(args, 0), "date", within));
  },
};

export const weekday: FunctionEntry = {
  parameters: [DATE],
  returns: "number",
  summary: "The day of the week, from 1 for Monday to 7 for Sunday.",
  blank: "Blank for a blank date.",
  examples: [
    [`weekday("2026-11-21")`, "6"],
    [`weekday(blank)`, ""],
  ],
  compile: (args) => numberTerm(sql`CAST(isodow(${dateAt(args, 0)}) AS DECIMAL(28,9))`),
};

function unitAt(args: readonly Term[], at: number): Unit {
  const word = literalText(args, at, "day");
  return UNITS.find((unit) => unit === word) ?? "day";
}
