import { z } from "zod";
import type { FeedDefinition } from "../../engine/plan/feed-definition.ts";
import { PreviewMember } from "../transforms/index.ts";
import { effectiveMappings } from "./effective-mappings.ts";
import type { SourceColumns } from "../metafields/index.ts";

/** Columns and channel attributes that a feed may map are fewer; what names more names some that are not there. */
const MAPPINGS_MAX = 1_000;
/** An expression that needs more is several rules. */
const MAPPING_LENGTH_MAX = 10_000;

const Reads = z.record(z.string(), z.string().nullable());

export const ColumnMappingsShape = z
  .strictObject({
    object: z.literal("column_mappings"),
    source_columns: z
      .array(
        z.strictObject({
          name: z.string(),
          type: z.enum(["text", "number", "money", "boolean", "date", "list"]).meta({ description: "How rules compare its values." }),
          computed: z
            .boolean()
            .meta({ description: "Whether the column is computed from others. You can read and map it, but not edit its cells." }),
        }),
      )
      .meta({ description: "Columns of the shop's live snapshot." }),
    feed_columns: z.array(z.string()).meta({ description: "Columns of the canonical file, in order." }),
    mappings: Reads.meta({
      description:
        "What each feed column and each mapped channel attribute reads: a source column, `=` and an expression, or null for nothing.",
      examples: [{ brand: "vendor", title: '=[D]vendor & " " & [D]title', gtin: null }],
    }),
    defaults: Reads.meta({ description: "What each column would read without a mapping of its own, with the feed's current settings." }),
    propagates_to: z
      .record(z.string(), z.array(z.string()))
      .meta({ description: "Source columns that are read, with the feed columns that read them." }),
  })
  .meta({ id: "ColumnMappings" });

/** Feed column to what it shall read. */
export const WrittenMappings = z
  .record(z.string(), z.string().max(MAPPING_LENGTH_MAX).nullable())
  .refine((mappings) => Object.keys(mappings).length <= MAPPINGS_MAX, `can list at most ${MAPPINGS_MAX} columns`);

export const ColumnMappingsChange = z.strictObject({
  mappings: WrittenMappings.optional().meta({
    description:
      "Feed columns or channel attributes, and what each should read: a source column, `=` and an expression over source columns, or null to unmap it. Columns you don't name stay unchanged. A column that you set to its default follows the default again.",
  }),
  reset: z.boolean().default(false).meta({ description: "Whether to restore the defaults of all columns before `mappings` are applied." }),
  preview: PreviewMember,
});

export function columnMappingsAnswer(definition: FeedDefinition, columns: SourceColumns): z.input<typeof ColumnMappingsShape> {
  const { feedColumns, mappings, defaults, propagatesTo } = effectiveMappings(definition, columns);
  return {
    object: "column_mappings",
    source_columns: columns.visible.map(({ name, type, computed }) => ({ name, type, computed })),
    feed_columns: [...feedColumns],
    mappings: { ...mappings },
    defaults: Object.fromEntries(Object.keys(mappings).map((name) => [name, defaults[name] ?? null])),
    propagates_to: Object.fromEntries(Object.entries(propagatesTo).map(([name, fed]) => [name, [...fed]])),
  };
}
