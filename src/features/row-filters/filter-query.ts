import { z } from "zod";

/** As much as fits an address beside everything else. */
const FILTER_LENGTH_MAX = 4_000;

/** What lists of rows can be filtered by. */
export const FilterQuery = z
  .string()
  .max(FILTER_LENGTH_MAX)
  .optional()
  .meta({
    description:
      "Only rows that meet this condition of the rule language. It can't use functions that look at other rows, lookup tables or categories.",
    examples: ['[D]price < 20 and [D]vendor contains "acme"'],
  });
