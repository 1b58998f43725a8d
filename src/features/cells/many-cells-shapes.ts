import { z } from "zod";
import { idSchema } from "../../kernel/ids.ts";
import { PreviewMember } from "../transforms/index.ts";
import { CELL_CODES } from "./cell-shapes.ts";

/** What a person pastes or fills at once. */
const ROWS_MAX = 500;
const CELLS_MAX = 5_000;

const WrittenRow = z.strictObject({
  row_id: z
    .string()
    .max(100)
    .meta({ description: "Id of the source row or of its product.", examples: ["41200000011393"] }),
  cells: z
    .record(z.string(), z.string().nullable())
    .meta({ description: "Source columns with their new values. Null clears the cell.", examples: [{ vendor: "Hazel of Cork" }] }),
});
export type WrittenRow = z.output<typeof WrittenRow>;

export const ManyCellsChange = z.strictObject({
  rows: z
    .array(WrittenRow)
    .max(ROWS_MAX)
    .refine(
      (rows) => rows.reduce((sum, { cells }) => sum + Object.keys(cells).length, 0) <= CELLS_MAX,
      `can have at most ${CELLS_MAX} cells together`,
    )
    .meta({ description: `Rows to change, at most ${ROWS_MAX}, with at most ${CELLS_MAX} cells together.` }),
  preview: PreviewMember,
});

const ManyCellsError = z
  .strictObject({
    row_id: z.string().meta({ description: "As it was sent." }),
    column: z.string().nullable().meta({ description: "Null if the whole row was rejected." }),
    code: z.enum([...CELL_CODES, "row_not_found", "duplicate_row"]),
    message: z.string(),
    source_column: z.string().nullable().meta({ description: "For an output column: a source column that feeds it, to edit instead." }),
  })
  .meta({ id: "ManyCellsError" });
export type ManyCellsError = z.input<typeof ManyCellsError>;

export const ManyCellsShape = z
  .strictObject({
    object: z.literal("cells_update"),
    feed_id: idSchema("feed", "Feed the cells belong to."),
    version: z.int().meta({ description: "Version of the feed's definition after the change." }),
    rows: z.array(
      z.strictObject({
        row_id: z.string(),
        product_id: idSchema("prod", "Id of the row in the product endpoints."),
        updated: z.record(z.string(), z.string()),
        cleared: z.array(z.string()),
        previous: z
          .record(z.string(), z.string().nullable())
          .meta({ description: "What the updated and cleared cells were before. Null for a column that had no cell. Send it to go back." }),
      }),
    ),
    errors: z.array(ManyCellsError).meta({ description: "Cells and rows that were rejected. The others were saved." }),
  })
  .meta({ id: "CellsUpdate" });
