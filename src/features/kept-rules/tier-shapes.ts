import { z } from "zod";
import { idSchema } from "../../kernel/ids.ts";
import { FeedPreviewShape } from "../transforms/index.ts";
import { SlotMember } from "./bulk-shapes.ts";

/** As many as a rule has. */
const TIERS_MAX = 100;
const VALUES_MAX = 1_000;
const VALUE_LENGTH_MAX = 300;
/** Google cuts a label's value at 100 characters. */
const NAME_LENGTH_MAX = 100;
/** A percentage; what costs a thousand times its price has a margin of -99,900. */
const PERCENT_MAX = 1_000_000;

const Percent = z.number().min(-PERCENT_MAX).max(PERCENT_MAX).multipleOf(0.1, "must have at most one decimal place").optional();

const Tier = z.strictObject({
  name: z
    .string()
    .min(1)
    .max(NAME_LENGTH_MAX)
    .meta({ description: "The label of products in this tier.", examples: ["high"] }),
  min: Percent.meta({ description: "By margin: the smallest margin in percent that belongs here.", examples: [60] }),
  max: Percent.meta({ description: "By margin: the first margin in percent that doesn't belong here any more." }),
  values: z
    .array(z.string().min(1).max(VALUE_LENGTH_MAX))
    .min(1, "must list at least one value")
    .max(VALUES_MAX)
    .optional()
    .meta({ description: "By product_type, vendor or tags: the values that belong here, ignoring case." }),
});

export const TIERS_BY = ["margin", "product_type", "vendor", "tags"] as const;

export const TiersBody = z.strictObject({
  slot: SlotMember,
  by: z
    .enum(TIERS_BY)
    .optional()
    .meta({
      description:
        "What sorts products. `margin` is (price − cost) / price in percent, with one decimal, of the shop's own price and unit cost. Required, except to clear.",
      examples: ["margin"],
    }),
  tiers: z
    .array(Tier)
    .min(1, "must have at least one tier")
    .max(TIERS_MAX)
    .optional()
    .meta({
      description: "All tiers, from low to high or from high to low. They replace those there are. Required, except to clear.",
      examples: [
        [
          { name: "high", min: 60 },
          { name: "medium", min: 30, max: 60 },
          { name: "low", max: 30 },
        ],
      ],
    }),
  clear: z
    .boolean()
    .default(false)
    .meta({ description: "Removes the tiers of the slot.", examples: [false] }),
  preview: z
    .boolean()
    .default(false)
    .meta({ description: "Answers what it would do, and keeps nothing.", examples: [false] }),
});
export type TiersBody = z.output<typeof TiersBody>;

export const TiersShape = z
  .strictObject({
    object: z.enum(["margin_tiers", "margin_tiers_preview"]),
    feed_id: idSchema("feed", "The feed."),
    slot: z.int().meta({ description: "Of the custom label." }),
    summary: z.string().meta({ description: "What it did, or would do, in a sentence." }),
    changed: z.boolean().meta({ description: "Whether anything differs; where nothing does, the feed keeps its version." }),
    rule_id: idSchema("rule", "The rule of the tiers; null where there is none, or none yet.").nullable(),
    rule: z.string().nullable().meta({ description: "That rule as one line; null where there is none." }),
    cost_coverage: z
      .strictObject({
        with_cost: z.int().meta({ description: "Products of the shop with a cost. By margin, those without are in no tier." }),
        total: z.int(),
      })
      .meta({ description: "Both are 0 before the first extract." }),
    effect: z.nullable(FeedPreviewShape).meta({ description: "With `preview`: what it would do to the feed's rows." }),
  })
  .meta({ id: "MarginTiers" });
