import { z } from "zod";

/** A search past this is no search of a person. */
const SEARCH_LENGTH_MAX = 200;

/** What every list of products can be searched by. */
export const SearchQuery = z
  .string()
  .max(SEARCH_LENGTH_MAX)
  .optional()
  .meta({ description: "Search term.", examples: ["linen"] });
