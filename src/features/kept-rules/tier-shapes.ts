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
    .meta({ description: "Label of the products in this tier.", examples: ["high"] }),
  min: Percent.meta({ description: "For margins: the smallest margin in this tier, in percent.", examples: [60] }),
  max: Percent.meta({ description: "For margins: the upper limit in percent. The limit itself isn't in this tier." }),
  values: z
    .array(z.string().min(1).max(VALUE_LENGTH_MAX))
    .min(1, "must list at least one value")
    .max(VALUES_MAX)
    .optional()
    .meta({ description: "For product_type, vendor or tags: the values in this tier, ignoring case." }),
});

export const TIERS_BY = ["margin", "product_type", "vendor", "tags"] as const;

export const TiersBody = z.strictObject({
  slot: SlotMember,
  by: z
    .enum(TIERS_BY)
    .optional()
    .meta({
      description:
        "What to sort products by. `margin` is (price − cost) / price in percent, with one decimal, from the shop's own price and unit cost. Required unless `clear` is true.",
      examples: ["margin"],
    }),
  tiers: z
    .array(Tier)
    .min(1, "must have at least one tier")
    .max(TIERS_MAX)
    .optional()
    .meta({
      description: "All tiers, from low to high or from high to low. They replace the existing tiers. Required unless `clear` is true.",
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
    .meta({ description: "Whether to remove the slot's tiers.", examples: [false] }),
  preview: z
    .boolean()
    .default(false)
    .meta({ description: "Whether to only show what would happen, without saving anything.", examples: [false] }),
});
export type TiersBody = z.output<typeof TiersBody>;

export const TiersShape = z
  .strictObject({
    object: z.enum(["margin_tiers", "margin_tiers_preview"]),
    feed_id: idSchema("feed", "The feed."),
    slot: z.int().meta({ description: "Number of the custom label." }),
    summary: z.string().meta({ description: "What was done, or would be done, in one sentence." }),
    changed: z.boolean().meta({ description: "Whether anything changes. If nothing does, the feed keeps its version." }),
    rule_id: idSchema("rule", "Rule that applies the tiers. Null if there isn't one.").nullable(),
    rule: z.string().nullable().meta({ description: "The rule in one line. Null if there isn't one." }),
    cost_coverage: z
      .strictObject({
        with_cost: z
          .int()
          .meta({ description: "Products of the shop that have a cost. For margins, products without one are in no tier." }),
        total: z.int(),
      })
      .meta({ description: "Both are 0 before the first extract." }),
    effect: z.nullable(FeedPreviewShape).meta({ description: "With `preview`: the effect on the feed's rows." }),
  })
  .meta({ id: "MarginTiers" });
