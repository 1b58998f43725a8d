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

const NOT_COUNTED = "Rows with a blank value aren't counted, and get a blank result.";

export const CATALOG = {
  rank: feedwide({
    parameters: [
      any("value"),
      { name: "order", type: "text", optional: true, literal: { form: "word", of: ["desc", "asc"] } },
      { ...text("group"), optional: true },
    ],
    returns: "number",
    summary: 'The row\'s rank by a value, in the feed or within its group. 1 is the highest value, or the lowest with "asc".',
    blank: NOT_COUNTED,
  }),
  percentile: feedwide({
    parameters: [number("value")],
    returns: "number",
    summary: "The percentage of rows whose value isn't above this row's, from 0 to 100.",
    blank: NOT_COUNTED,
  }),
  sum_in_feed: feedwide({
    parameters: [number("value")],
    returns: "number",
    summary: "The sum of a value over all rows of the feed.",
    blank: "Blank values add nothing.",
  }),
  avg_in_feed: feedwide({
    parameters: [number("value")],
    returns: "number",
    summary: "The mean of a value over all rows of the feed.",
    blank: "Blank values are ignored.",
  }),
  min_in_feed: feedwide({
    parameters: [number("value")],
    returns: "number",
    summary: "The smallest value in the feed.",
    blank: "Blank values are ignored.",
  }),
  max_in_feed: feedwide({
    parameters: [number("value")],
    returns: "number",
    summary: "The largest value in the feed.",
    blank: "Blank values are ignored.",
  }),
  count_in_feed: feedwide({
    parameters: [{ name: "condition", type: "boolean", optional: true }],
    returns: "number",
    summary: "The number of rows in the feed, or of those that meet a condition.",
    blank: "Never blank.",
  }),
  group_min: feedwide({
    parameters: [number("value"), text("key")],
    returns: "number",
    summary: "The smallest value among the rows with the same key.",
    blank: "Rows with a blank key belong to no group.",
  }),
  group_max: feedwide({
    parameters: [number("value"), text("key")],
    returns: "number",
    summary: "The largest value among the rows with the same key.",
    blank: "Rows with a blank key belong to no group.",
  }),
  group_sum: feedwide({
    parameters: [number("value"), text("key")],
    returns: "number",
    summary: "The sum of a value over the rows with the same key.",
    blank: "Rows with a blank key belong to no group. Blank values add nothing. A group with only blank values is blank.",
  }),
  group_count: feedwide({
    parameters: [text("key")],
    returns: "number",
    summary: "The number of rows with the same key.",
    blank: "Rows with a blank key belong to no group.",
  }),
  is_first_in_group: feedwide({
    parameters: [text("key")],
    returns: "boolean",
    summary: "Whether the row is the first in the feed with its key.",
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
  summary: "The value that a lookup table has for a key, ignoring case. Without a column, it's read from the first column after the key.",
  blank: "The default if the table doesn't have the key; blank if there is no default.",
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
