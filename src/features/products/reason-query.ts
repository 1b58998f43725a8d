import { z } from "zod";

/** What lists are filtered by that show why rows are excluded. */
export const ReasonQuery = z
  .string()
  .min(1, "must be a reason such as Draft in the shop")
  .max(10_000)
  .optional()
  .meta({ description: "Only rows excluded for this reason, word for word as in `excluded_reason`.", examples: ["Draft in the shop"] });
