import { FEED_COLUMNS } from "../plan/feed-columns.ts";

/** Facts that several channels' tables name. */

export const FEED_COLUMN_NAMES: ReadonlySet<string> = new Set(FEED_COLUMNS.map(({ name }) => name));

/** For channels that write true and false where Google writes yes and no. */
export const TRUE_OR_FALSE = Object.freeze({
  allowedValues: ["true", "false"],
  spellings: { yes: "true", no: "false" },
} as const);

/** Meta's and Pinterest's numbers for product sets have 32 bits. */
export const CUSTOM_NUMBERS = Object.freeze([0, 4_294_967_295] as const);

export const ENERGY_CLASSES = Object.freeze(["A+++", "A++", "A+", "A", "B", "C", "D", "E", "F", "G"]);

/** Units of what a unit price is for. */
export const UNIT_PRICING_UNITS = Object.freeze([
  ...["oz", "lb", "mg", "g", "kg", "floz", "pt", "qt", "gal", "ml", "cl", "l", "cbm"],
  ...["in", "ft", "yd", "cm", "m", "sqft", "sqm", "ct"],
]);
