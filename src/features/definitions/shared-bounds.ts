import { INSTRUCTIONS_OF_PART, PARTS_OF_FEED_MAX } from "../../engine/expression/expression-parts.ts";
import { FEEDWIDE_MAX } from "../../engine/expression/functions/catalog.ts";
import type { Bound } from "./section.ts";

type SharedBound = Pick<Bound<never>, "name" | "max" | "message">;

/** Rules, section 2: what planning stays quick with. Rules that don't run take no part in it. */
export const PARTS_BOUND: SharedBound = {
  name: "parts",
  max: PARTS_OF_FEED_MAX,
  message: (total) =>
    `A feed's active rules and mappings can have at most ${PARTS_OF_FEED_MAX} parts together, but this change would make it ${total}. Columns, values, functions and comparisons each count as one part, a table lookup as 20, and a regular expression as one per ${INSTRUCTIONS_OF_PART} instructions. Shorten or remove some.`,
};

export const FEEDWIDE_BOUND: SharedBound = {
  name: "feedwide",
  max: FEEDWIDE_MAX,
  message: (total) =>
    `A feed's rules and mappings can have at most ${FEEDWIDE_MAX} functions that run over all rows (rank, group_min, limit_rows, deduplicate and similar), but this change would make it ${total}. Remove some.`,
};
