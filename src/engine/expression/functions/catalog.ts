import type { FeedwideName } from "../expression.ts";
import type { FunctionEntry, Parameter } from "./function-entry.ts";

/**
 * Functions that look beyond the row. They see the rows that are not excluded so far, as they stand at the rule that asks; for an
 * excluded row they are blank. Ties keep the feed's order. A narrow query beside the chain computes them (plan/aside-query.ts).
 */

/** Feed-wide functions, `limit_rows` and `deduplicate` a feed may have together (rules, section 3). */
export const FEEDWIDE_MAX = 16;

const number = (name: string): Parameter => ({ name, type: "number" });
const text = (name: string): Parameter => ({ name, type: "text" });
const any = (name: string): Parameter => ({ name, type: "any" });

const feedwide = (entry: Pick<FunctionEntry, "parameters" | "returns" | "summary" | "blank">): FunctionEntry => ({
  ...entry,
  examples: [],
  compile: () => {
    throw new RangeError("a function over the feed has no value in a row alone");
  },
});

const NOT_COUNTED = "Rows with a blank value are left out, and blank themselves.";

export const CATALOG = {
  rank: feedwide({
    parameters: [
      any("value"),
      { name: "order", type: "text", optional: true, literal: { form: "word", of: ["desc", "asc"] } },
      { ...text("group"), optional: true },
    ],
    returns: "number",
    summary: 'The place of the row by a value, from 1 for the highest (or the lowest with "asc"), in the feed or within its group.',
    blank: NOT_COUNTED,
  }),
  percentile: feedwide({
    parameters: [number("value")],
    returns: "number",
    summary: "The share of rows whose value is not above this one's, from 0 to 100.",
    blank: NOT_COUNTED,
  }),
  sum_in_feed: feedwide({
    parameters: [number("value")],
    returns: "number",
    summary: "The sum of a value over the feed.",
    blank: "Blank values add nothing.",
  }),
  avg_in_feed: feedwide({
    parameters: [number("value")],
    returns: "number",
    summary: "The mean of a value over the feed.",
    blank: "Blank values are left out.",
  }),
  min_in_feed: feedwide({
    parameters: [number("value")],
    returns: "number",
    summary: "The least value in the feed.",
    blank: "Blank values are left out.",
  }),
  max_in_feed: feedwide({
    parameters: [number("value")],
    returns: "number",
    summary: "The greatest value in the feed.",
    blank: "Blank values are left out.",
  }),
  count_in_feed: feedwide({
    parameters: [{ name: "condition", type: "boolean", optional: true }],
    returns: "number",
    summary: "How many rows the feed has, or how many of them meet a condition.",
    blank: "Nothing is blank here.",
  }),
  group_min: feedwide({
    parameters: [number("value"), text("key")],
    returns: "number",
    summary: "The least value among the rows with the same key.",
    blank: "Rows with a blank key have no group.",
  }),
  group_max: feedwide({
    parameters: [number("value"), text("key")],
    returns: "number",
    summary: "The greatest value among the rows with the same key.",
    blank: "Rows with a blank key have no group.",
  }),
  group_sum: feedwide({
    parameters: [number("value"), text("key")],
    returns: "number",
    summary: "The sum of a value over the rows with the same key.",
    blank: "Rows with a blank key have no group; blank values add nothing, and a group without any value is blank.",
  }),
  group_count: feedwide({
    parameters: [text("key")],
    returns: "number",
    summary: "How many rows have the same key.",
    blank: "Rows with a blank key have no group.",
  }),
  is_first_in_group: feedwide({
    parameters: [text("key")],
    returns: "boolean",
    summary: "Whether the row is the first of the feed with its key.",
    blank: "False for a blank key.",
  }),
  is_duplicate: feedwide({
    parameters: [text("value")],
    returns: "boolean",
    summary: "Whether another row of the feed has the same value.",
    blank: "False for a blank value.",
  }),
} as const satisfies Readonly<Record<Exclude<FeedwideName, `_${string}`>, FunctionEntry>>;

/** For documents: the checker reads `lookup` by itself. */
export const lookup: FunctionEntry = {
  parameters: [text("table"), text("key"), { ...text("column"), optional: true }, { ...text("default"), optional: true }],
  returns: "text",
  summary: "The value of a lookup table by its key, ignoring case; without a column that of the first column after the key.",
  blank: "The default where the table has no such key, else blank.",
  examples: [],
  compile: () => {
    throw new RangeError("a lookup has no value in a row alone");
  },
};

export function feedwideName(name: string): keyof typeof CATALOG | undefined {
  return isFeedwide(name) ? name : undefined;
}

function isFeedwide(name: string): name is keyof typeof CATALOG {
  return Object.hasOwn(CATALOG, name);
}
