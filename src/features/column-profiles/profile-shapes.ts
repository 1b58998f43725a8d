import { z } from "zod";
import { idSchema } from "../../kernel/ids.ts";
import { PageMeta, PageQuery } from "../../kernel/page.ts";

const SideShape = z.enum(["source", "feed"]);
const ValueShape = z.strictObject({
  value: z.string().meta({ description: "At most 200 characters of the value.", examples: ["Acme"] }),
  count: z.int().meta({ description: "Number of rows with this value." }),
  cut: z.boolean().meta({ description: "Whether the value is longer than shown." }),
});
const RuleIds = z.array(idSchema("rule", "An active rule."));

export const ColumnProfileShape = z
  .strictObject({
    object: z.literal("column_profile"),
    name: z.string().meta({ examples: ["brand"] }),
    side: SideShape.meta({ description: "`source`: a column of the catalog. `feed`: a column or channel attribute that the feed writes." }),
    type: z.enum(["text", "number", "money", "boolean", "date", "list"]).meta({ description: "How rules compare its values." }),
    reads: z
      .string()
      .nullable()
      .meta({
        description: "What a feed column reads: a source column, or `=` and an expression. Null for nothing, and for source columns.",
        examples: ["vendor"],
      }),
    feeds: z.array(z.string()).meta({ description: "Feed columns that read this source column.", examples: [["brand"]] }),
    read_by: RuleIds.meta({ description: "Active rules that read the column." }),
    written_by: RuleIds.meta({ description: "Active rules that write the column." }),
    rows: z.int().nullable().meta({ description: "Number of rows, excluded ones too. Null if the feed has no run yet." }),
    with_value: z.int().nullable().meta({ description: "Number of rows whose value isn't blank." }),
    distinct: z.int().nullable().meta({ description: "Number of distinct values." }),
    approximate: z
      .boolean()
      .meta({ description: "Whether `distinct` is an estimate and `top` comes from a sample. True for more than 200,000 rows." }),
    top: z.array(ValueShape).meta({ description: "Most frequent values, at most 10." }),
    samples: z.array(z.string()).meta({ description: "Some values, at most 3.", examples: [["Acme"]] }),
  })
  .meta({ id: "ColumnProfile" });
export type ColumnProfileShape = z.input<typeof ColumnProfileShape>;

const SideQuery = z.optional(SideShape);

export const ColumnsQuery = PageQuery.extend({
  columns: z
    .string()
    .max(8_000)
    .optional()
    .meta({ description: "Only these columns, separated by commas. Defaults to all.", examples: ["title,vendor"] }),
  side: z.optional(SideQuery).meta({ description: "Only columns of this side. Defaults to both.", examples: ["source"] }),
});
export type ColumnsQuery = z.output<typeof ColumnsQuery>;

export const ProfileMeta = z
  .strictObject({
    ...PageMeta.shape,
    snapshot_id: idSchema("ext", "Extract that the source values come from. Null before the shop's first one.").nullable(),
    run_id: idSchema("run", "Run that the feed values come from: the live run, or if there is none, the held one.").nullable(),
  })
  .meta({ id: "ColumnProfileMeta" });

export const ValuesQuery = z.strictObject({
  side: z
    .optional(SideQuery)
    .meta({ description: "Defaults to the feed column of this name, or else the source column.", examples: ["source"] }),
  search: z
    .string()
    .max(200)
    .optional()
    .meta({ description: "Only values that contain this text. Case doesn't matter.", examples: ["acme"] }),
  limit: z
    .string()
    .regex(/^[0-9]{1,3}$/, "must be an integer from 1 to 100")
    .transform(Number)
    .pipe(z.int().min(1).max(100))
    .default(20)
    .meta({ description: "Number of values to show." }),
});

export const ColumnValuesShape = z
  .strictObject({
    object: z.literal("column_values"),
    name: z.string().meta({ examples: ["brand"] }),
    side: SideShape,
    distinct: z.int().meta({ description: "Number of distinct values that match." }),
    values: z.array(ValueShape).meta({ description: "Most frequent values first." }),
  })
  .meta({ id: "ColumnValues" });
