import type { z } from "zod";

/** What a schema finds wrong with a value, in words that say what to write instead. Schemas with a message of their own keep it. */
const plainFault: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case "invalid_type":
      return `must be ${TYPES[issue.expected] ?? `of type ${issue.expected}`}`;
    case "too_small":
      return bound(
        issue.origin,
        issue.exact === true ? "exactly" : "at least",
        issue.minimum,
        issue.inclusive === false ? "more than" : null,
      );
    case "too_big":
      return bound(
        issue.origin,
        issue.exact === true ? "exactly" : "at most",
        issue.maximum,
        issue.inclusive === false ? "less than" : null,
      );
    case "invalid_value":
      return oneOf(issue.values);
    case "invalid_union":
      return Array.isArray(issue.options) ? oneOf(issue.options) : undefined;
    case "invalid_key":
      return issue.issues[0]?.message;
    case "not_multiple_of":
      return `must be a multiple of ${issue.divisor}`;
    case "invalid_format":
      return FORMATS[issue.format];
    default:
      return undefined;
  }
};

/** How everything a person or program sent is parsed. */
export const PLAINLY = Object.freeze({ reportInput: true, error: plainFault } satisfies z.core.ParseContext<z.core.$ZodIssue>);

const TYPES: Readonly<Record<string, string>> = {
  string: "a string",
  number: "a number",
  int: "an integer",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  record: "an object",
  null: "null",
  nan: "a number",
};

const FORMATS: Readonly<Record<string, string>> = {
  url: "must be a URL",
  email: "must be an e-mail address",
  datetime: "must be an ISO 8601 time with a time zone, such as 2026-11-22T12:00:00Z",
  date: "must be a date such as 2026-11-22",
  safeint: "must be an integer between -2^53 and 2^53",
};

/** `strictly`: a bound that the value may not reach. */
function bound(origin: string, loosely: string, limit: number | bigint, strictly: string | null): string {
  if (origin === "string") return `must have ${loosely} ${limit} ${limit === 1 ? "character" : "characters"}`;
  if (origin === "array" || origin === "set") return `must have ${loosely} ${limit} ${limit === 1 ? "item" : "items"}`;
  if (origin === "object" || origin === "record" || origin === "map")
    return `must have ${loosely} ${limit} ${limit === 1 ? "field" : "fields"}`;
  return `must be ${strictly ?? loosely} ${limit}`;
}

function oneOf(values: readonly unknown[]): string {
  return values.length === 1 ? `must be ${written(values[0])}` : `must be one of ${values.map(written).join(", ")}`;
}

function written(value: unknown): string {
  return typeof value === "string" ? `"${value}"` : String(value);
}

/**
 * Whether a required member was left out, or sent as null, which means the same. `at` is its JSON Pointer: an item of a list has a place, so null is
 * a wrong item there.
 */
export function isMissing(issue: z.core.$ZodIssue, at: string): boolean {
  if (issue.code !== "invalid_type" && issue.code !== "invalid_value") return false;
  return (issue.input === undefined || issue.input === null) && at !== "" && !/\/[0-9]+$/.test(at);
}

/** One fault for each place. What is of another type is told that alone: a schema goes on to the bounds of the type it should be. */
export function firstAtEach<T>(faults: readonly T[], placeOf: (fault: T) => string): readonly T[] {
  return [...Map.groupBy(faults, placeOf).values()].flatMap(([first]) => first ?? []);
}
