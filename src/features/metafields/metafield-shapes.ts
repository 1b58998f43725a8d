import { z } from "zod";
import { idSchema } from "../../kernel/ids.ts";
import { Level } from "./metafield-list.ts";

const identity = {
  namespace: z.string().meta({ examples: ["custom"] }),
  key: z.string().meta({ examples: ["material"] }),
  level: Level,
};

const CoverageShape = z.strictObject({
  with_value: z.int().meta({ description: "Rows of the live snapshot that have a value. 0 until an extract has read the metafield." }),
  total: z.int().meta({ description: "Rows (variants) of the live snapshot." }),
  sample_values: z.array(z.string()).meta({ description: "Up to three different values, each cut at 100 characters." }),
});
export type Coverage = z.output<typeof CoverageShape>;

const BlankedColumnShape = z.strictObject({
  feed_id: idSchema("feed", "An active feed."),
  feed_column: z.string().meta({ examples: ["material"] }),
  source_column: z
    .string()
    .meta({ description: "Columns that the mapping reads but the next extract won't have.", examples: ["metafield-material"] }),
});
export type BlankedColumn = z.input<typeof BlankedColumnShape>;

export const MetafieldsShape = z
  .strictObject({
    object: z.literal("metafields"),
    takes: z.enum(["all", "listed"]).meta({
      description:
        "`all`: no one has chosen any, and `metafields` has those of the live snapshot. `listed`: someone has chosen. A shop on Shopify is then extracted with exactly these.",
    }),
    metafields: z.array(
      z.strictObject({
        ...identity,
        column: z
          .string()
          .meta({ description: "Source column of the metafield.", examples: ["metafield-material", "variant-metafield-size"] }),
        coverage: CoverageShape,
      }),
    ),
    available: z
      .array(
        z.strictObject({
          ...identity,
          column: z.string().nullable().meta({ description: "Source column in the live snapshot. Null if the metafield wasn't read." }),
          with_value: z.int().meta({ description: "Number of products or variants that have the metafield." }),
        }),
      )
      .optional()
      .meta({
        description:
          "With `include=available`: all metafields that the last extract found, at most 500, most used first. Metafields that refer to other objects have no text, so they aren't listed.",
      }),
    blanks: z.array(BlankedColumnShape).optional().meta({
      description:
        "After a change of the list: the mappings, including default ones, that read a metafield that isn't listed. From the next extract on, that part of them reads blank.",
    }),
  })
  .meta({ id: "Metafields" });
export type MetafieldsAnswer = z.input<typeof MetafieldsShape>;
