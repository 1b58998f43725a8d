import { z } from "zod";
import { idSchema } from "../../kernel/ids.ts";
import { CAUSE_EXAMPLE, CauseShape } from "../causes/index.ts";
import { ReasonShape, StateShape, WhatShape } from "./membership-shapes.ts";

/** Variants that one feed's answer shows. */
export const VARIANTS_MAX = 100;

const CAUSE = "What excluded it. Null if nothing did.";

const VariantShape = z.strictObject({
  id: idSchema("prod", "The variant: `prod_` and its source row."),
  included: z.boolean().meta({ description: "Whether the run's file has the variant." }),
  reason: ReasonShape,
  cause: z.nullable(CauseShape).meta({ description: CAUSE, examples: [CAUSE_EXAMPLE] }),
  fields: z
    .record(z.string(), z.string())
    .meta({ description: "Values of the feed columns in `columns` that this feed has.", examples: [{ title: "Linen Shirt" }] }),
});

const ChannelFindingsShape = z.strictObject({
  channel: z.string().meta({ examples: ["google"] }),
  errors: z.int().meta({ description: "Number of errors, counted once per variant." }),
  warnings: z.int().meta({ description: "Number of warnings, counted once per variant." }),
  codes: z.array(
    z.strictObject({
      code: z.string().meta({ examples: ["missing_image_link"] }),
      severity: z.enum(["error", "warning", "info"]),
      field: z
        .string()
        .nullable()
        .meta({ examples: ["image_link"] }),
      rows: z.int().meta({ description: "Number of the product's variants that have this finding." }),
    }),
  ),
});

export const FeedOfProductShape = z
  .strictObject({
    object: z.literal("feed_of_product"),
    feed_id: idSchema("feed", "The feed."),
    name: z.string().meta({ examples: ["Primary feed"] }),
    active: z.boolean(),
    state: StateShape,
    what: WhatShape,
    reason: ReasonShape,
    cause: z.nullable(CauseShape).meta({ description: CAUSE, examples: [CAUSE_EXAMPLE] }),
    rows: z
      .strictObject({ included: z.int(), total: z.int() })
      .meta({ description: "Variants of the same product: how many are in the file being served, and how many the run read." }),
    variants: z.array(VariantShape).meta({
      description: `Variants of the same product in the run, in feed order, at most ${VARIANTS_MAX}. If a rule split a variant, its first item in the file is shown.`,
    }),
    findings: z.array(ChannelFindingsShape).meta({
      description: "What the channels' checks found about these variants in the live run, by channel. Muted findings are left out.",
    }),
    run_id: idSchema("run", "Run the information comes from: the live run, or if there is none, the held one.").nullable(),
    outdated: z.boolean().meta({
      description: "Whether the feed or the catalog has changed since that run, so that the next run may have a different result.",
    }),
  })
  .meta({ id: "FeedOfProduct" });
export type FeedOfProductShape = z.input<typeof FeedOfProductShape>;
