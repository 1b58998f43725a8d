import { z } from "zod";
import { idSchema } from "../../kernel/ids.ts";
import { PageMeta, PageQuery } from "../../kernel/page.ts";
import { ListedPageMeta } from "../runs/index.ts";
import { SearchQuery } from "../products/index.ts";
import { FilterQuery } from "../row-filters/index.ts";

/** What a spreadsheet fetches at once. */
const ROWS_MAX = 500;
const CUT_DEFAULT = 200;
const CUT_MAX = 20_000;

const number = (max: number, fallback: number, description: string) =>
  z
    .string()
    .regex(/^[0-9]{1,5}$/, `must be an integer from 1 to ${max}`)
    .transform(Number)
    .pipe(z.int().min(1).max(max))
    .default(fallback)
    .meta({ description });

export const SourceRowsQuery = PageQuery.extend({
  per_page: number(ROWS_MAX, 25, "Rows per page."),
  columns: z
    .string()
    .max(8_000)
    .optional()
    .meta({
      description: "Source columns to show, separated by commas, at most 100. Defaults to the first 100.",
      examples: ["title,vendor,price"],
    }),
  search: SearchQuery,
  filter: FilterQuery,
  sort: z
    .string()
    .max(200)
    .optional()
    .meta({ description: "Source column to sort by. Defaults to the feed's own order.", examples: ["price"] }),
  order: z.enum(["asc", "desc"]).default("asc").meta({ description: "Direction." }),
  edited: z
    .enum(["true", "false"], 'must be "true" or "false"')
    .transform((text) => text === "true")
    .pipe(z.boolean())
    .optional()
    .meta({ description: "`true` lists only rows with a cell in this feed, `false` only those without.", examples: [true] }),
  cut: number(CUT_MAX, CUT_DEFAULT, "Characters of a value to show."),
});
export type SourceRowsQuery = z.output<typeof SourceRowsQuery>;

const values = z.record(z.string(), z.string());

export const SourceRowShape = z
  .strictObject({
    object: z.literal("source_row"),
    row_id: z.string().meta({ description: "Source row: the platform's variant id." }),
    product_id: idSchema("prod", "Id of the same row in the product endpoints."),
    values: values.meta({ description: "The platform's values, by source column. Blank is an empty string." }),
    edited: values.meta({ description: "The row's cells in this feed, by source column: what the feed reads instead." }),
    overridden: z
      .array(z.string())
      .meta({ description: "Feed columns with an override, which wins over the source. `excluded` if the row is excluded by hand." }),
    cut: z.array(z.string()).meta({ description: "Columns whose value or cell is longer than `cut` and is shown in part." }),
    excluded: z.boolean().meta({ description: "Whether the feed's live run, or its held run if there is no live one, excluded the row." }),
    excluded_reason: z.string().nullable().meta({ description: "The one reason the row is excluded." }),
  })
  .meta({ id: "SourceRow" });
export type SourceRowShape = z.input<typeof SourceRowShape>;

export const SourceRowsMeta = z
  .strictObject({
    ...ListedPageMeta.shape,
    per_page: PageMeta.shape.page.max(ROWS_MAX).meta({ description: "Rows per page." }),
    snapshot_id: idSchema("ext", "The extract that the rows come from. Null before the shop's first one.").nullable(),
    version: z.int().meta({ description: "Version of the feed's definition. Send it as `expected_version` with a change." }),
  })
  .meta({ id: "SourceRowsMeta" });
