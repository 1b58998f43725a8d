import { INSTRUCTIONS_OF_PART, PARTS_OF_FEED_MAX } from "../../engine/expression/expression-parts.ts";
import { FEEDWIDE_MAX } from "../../engine/expression/functions/catalog.ts";
import type { Bound } from "./section.ts";

type SharedBound = Pick<Bound<never>, "name" | "max" | "message">;

/** Rules, section 2: what planning stays quick with. Rules that don't run take no part in it. */
export const PARTS_BOUND: SharedBound = {
  name: "parts",
  max: PARTS_OF_FEED_MAX,
  message: (total) =>
    `The active rules and the mappings of a feed have at most ${PARTS_OF_FEED_MAX} parts together (columns, values, functions and comparisons; a table lookup counts as 20, and every ${INSTRUCTIONS_OF_PART} instructions of a regular expression as one); so they would have ${total}.`,
};

export const FEEDWIDE_BOUND: SharedBound = {
  name: "feedwide",
  max: FEEDWIDE_MAX,
  message: (total) =>
    `A feed has at most ${FEEDWIDE_MAX} functions over all its rows (rank, group_min, limit_rows, deduplicate and the like) in its rules and mappings; so it would have ${total}.`,
};
