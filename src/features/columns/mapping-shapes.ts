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
          type: z.enum(["text", "number", "money", "boolean", "date", "list"]).meta({ description: "How rules compare it." }),
          computed: z.boolean().meta({ description: "Computed from others: can be read and mapped, not edited cell by cell." }),
        }),
      )
      .meta({ description: "Columns of the shop's live snapshot." }),
    feed_columns: z.array(z.string()).meta({ description: "Columns of the canonical file, in its order." }),
    mappings: Reads.meta({
      description:
        "What each feed column, and each channel attribute that is mapped, reads: a source column, `=` and an expression, or null for nothing.",
      examples: [{ brand: "vendor", title: '=[D]vendor & " " & [D]title', gtin: null }],
    }),
    defaults: Reads.meta({ description: "What each would read without a mapping of the feed's own, under its present settings." }),
    propagates_to: z
      .record(z.string(), z.array(z.string()))
      .meta({ description: "Source columns that feed any, with the feed columns that read them." }),
  })
  .meta({ id: "ColumnMappings" });

/** Feed column to what it shall read. */
export const WrittenMappings = z
  .record(z.string(), z.string().max(MAPPING_LENGTH_MAX).nullable())
  .refine((mappings) => Object.keys(mappings).length <= MAPPINGS_MAX, `can list at most ${MAPPINGS_MAX} columns`);

export const ColumnMappingsChange = z.strictObject({
  mappings: WrittenMappings.optional().meta({
    description:
      "Feed column or channel attribute to what it shall read: a source column, `=` and an expression over source columns, or null to unmap it. Columns that are not named stay as they are; one that is given its default follows the default again.",
  }),
  reset: z.boolean().default(false).meta({ description: "Restores the defaults of all columns, before `mappings` are applied." }),
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
