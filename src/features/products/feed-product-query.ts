import { z } from "zod";
import { PageQuery } from "../../kernel/page.ts";
import { FilterQuery } from "../row-filters/index.ts";
import { Flag } from "./flag-query.ts";
import { ReasonQuery } from "./reason-query.ts";
import { SearchQuery } from "./search-query.ts";

/** Columns that one answer can be limited to. */
export const COLUMNS_MAX = 100;

export const FeedProductsQuery = PageQuery.extend({
  columns: z
    .string()
    .max(8_000)
    .optional()
    .meta({
      description: `Feed columns to show in \`fields\`, separated by commas, at most ${COLUMNS_MAX}. Defaults to all columns.`,
      examples: ["title,price"],
    }),
  search: SearchQuery,
  filter: FilterQuery,
  excluded: z
    .optional(Flag)
    .meta({ description: "`true` lists only rows that the run excluded, `false` only those it included.", examples: [false] }),
  excluded_reason: ReasonQuery,
  rule_id: z
    .string()
    .max(40)
    .optional()
    .meta({ description: "Only rows that this rule excluded in the run.", examples: ["rule_7"] }),
  finding: z
    .string()
    .max(200)
    .optional()
    .meta({
      description: "Only rows with this finding: its code, or the channel's slug, a colon and the code. Muted findings don't count.",
      examples: ["google:missing_image_link"],
    }),
  sort: z
    .string()
    .max(100)
    .optional()
    .meta({ description: "Feed column to sort by. Defaults to the feed's own order.", examples: ["price"] }),
  order: z.enum(["asc", "desc"]).default("asc").meta({ description: "Direction." }),
});
export type FeedProductsQuery = z.output<typeof FeedProductsQuery>;
