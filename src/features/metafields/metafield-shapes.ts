import { z } from "zod";
import { idSchema } from "../../kernel/ids.ts";
import { Level } from "./metafield-list.ts";

const identity = {
  namespace: z.string().meta({ examples: ["custom"] }),
  key: z.string().meta({ examples: ["material"] }),
  level: Level,
};

const CoverageShape = z.strictObject({
  with_value: z.int().meta({ description: "Rows of the live snapshot that have a value; 0 until an extract has brought the metafield." }),
  total: z.int().meta({ description: "Rows of the live snapshot: variants." }),
  sample_values: z.array(z.string()).meta({ description: "Up to three different values, each cut at 100 characters." }),
});
export type Coverage = z.output<typeof CoverageShape>;

const BlankedColumnShape = z.strictObject({
  feed_id: idSchema("feed", "An active feed."),
  feed_column: z.string().meta({ examples: ["material"] }),
  source_column: z
    .string()
    .meta({ description: "What its mapping reads and the next extract will not bring.", examples: ["metafield-material"] }),
});
export type BlankedColumn = z.input<typeof BlankedColumnShape>;

export const MetafieldsShape = z
  .strictObject({
    object: z.literal("metafields"),
    takes: z.enum(["all", "listed"]).meta({
      description:
        "`all`: nobody has chosen, and `metafields` are those of the live snapshot. `listed`: somebody has; a shop on Shopify is extracted with exactly these.",
    }),
    metafields: z.array(
      z.strictObject({
        ...identity,
        column: z.string().meta({ description: "Source column it is.", examples: ["metafield-material", "variant-metafield-size"] }),
        coverage: CoverageShape,
      }),
    ),
    available: z
      .array(
        z.strictObject({
          ...identity,
          column: z.string().nullable().meta({ description: "Source column of the live snapshot; null where it was not taken." }),
          with_value: z.int().meta({ description: "Products, or variants, that have it." }),
        }),
      )
      .optional()
      .meta({
        description:
          "With `include=available`: all metafields the last extract saw, at most 500, most used first. Those that refer to other objects have no text and are not among them.",
      }),
    blanks: z.array(BlankedColumnShape).optional().meta({
      description:
        "Where the list was changed: mappings, default ones too, that read a metafield which is not listed. From the next extract on that part of them reads blank.",
    }),
  })
  .meta({ id: "Metafields" });
export type MetafieldsAnswer = z.input<typeof MetafieldsShape>;
