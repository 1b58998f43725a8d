import { z } from "zod";
import { idSchema, idText } from "../../kernel/ids.ts";
import { FindingChanges } from "../transforms/index.ts";
import { FeedPath } from "../feeds/index.ts";

/** A person edits one row; a row has some fifty columns and its metafields. */
const CELLS_A_REQUEST_MAX = 200;

export const CellPath = z.strictObject({
  ...FeedPath.shape,
  product_id: idText("prod", "Id of the product or of its source row"),
});

export const CellsChange = z.strictObject({
  cells: z
    .record(z.string(), z.string().nullable())
    .refine((cells) => Object.keys(cells).length <= CELLS_A_REQUEST_MAX, `can list at most ${CELLS_A_REQUEST_MAX} cells`)
    .meta({
      description:
        "Source columns, and the value this feed should read from each. Null clears the cell, so that the feed reads the platform's value again.",
      examples: [{ vendor: "Hazel of Cork" }],
    }),
  preview: z
    .boolean()
    .nullable()
    .default(false)
    .meta({ description: "Whether to only show the transformed row after the change, without saving anything." }),
});

export const CELL_CODES = ["unknown_column", "output_column", "computed_column", "value_too_long", "invalid_value"] as const;

const CellErrorShape = z
  .strictObject({
    column: z.string(),
    code: z.enum(CELL_CODES),
    message: z.string(),
    source_column: z.string().nullable().meta({ description: "For an output column: the source column that feeds it, to edit instead." }),
  })
  .meta({ id: "CellError" });
export type CellError = z.input<typeof CellErrorShape>;

const row = {
  feed_id: idSchema("feed", "Feed the cells belong to."),
  product_id: idSchema("prod", "Id of the row in the product endpoints."),
  row_id: z.string().meta({ description: "Source row: the platform's variant id." }),
};
const rest = {
  errors: z.array(CellErrorShape).meta({ description: "Cells that were rejected. The others were saved." }),
  propagates_to: z
    .record(z.string(), z.array(z.string()))
    .meta({ description: "Columns that were saved, each with the feed columns it feeds." }),
};
const values = z.record(z.string(), z.string());

export const CellUpdateShape = z
  .strictObject({
    object: z.literal("cell_update"),
    ...row,
    updated: values,
    cleared: z.array(z.string()),
    overlay: values.meta({ description: "All cells of the row after the change." }),
    ...rest,
  })
  .meta({ id: "CellUpdate" });
export type CellUpdateShape = z.input<typeof CellUpdateShape>;

export const CellPreviewShape = z
  .strictObject({
    object: z.literal("cell_preview"),
    ...row,
    before: values.meta({ description: "The row in the feed's file today, by feed column, even if it's excluded." }),
    after: values.meta({ description: "The row after the change." }),
    changes: z.array(z.strictObject({ field: z.string(), before: z.string(), after: z.string() })),
    excluded: z.strictObject({ before: z.boolean(), after: z.boolean() }),
    excluded_reason: z.strictObject({ before: z.string().nullable(), after: z.string().nullable() }),
    findings: FindingChanges,
    ...rest,
  })
  .meta({ id: "CellPreview" });
export type CellPreviewShape = z.input<typeof CellPreviewShape>;
