import { z } from "zod";
import { idSchema } from "../../kernel/ids.ts";
import { WHATS } from "../causes/index.ts";

export const StateShape = z.enum(["included", "needs_attention", "not_in_feed"]).meta({
  description:
    "`needs_attention`: the product is in the file being served, but a channel's checks found errors, or a held run would remove it. `not_in_feed`: the file being served doesn't have it.",
});
export const WhatShape = z.enum(WHATS).meta({
  description:
    "Cause of the status. `run_held`: a held run would change it. `other`: see `reason`. If there is no reason, the feed hasn't run since the product was extracted.",
});
export const ReasonShape = z
  .string()
  .nullable()
  .meta({ description: "The one reason the run excluded the product. Null if the run didn't exclude it.", examples: ["Gift card"] });

const FindingShape = z.strictObject({
  channel: z.string().meta({ examples: ["google"] }),
  code: z.string().meta({ examples: ["missing_image"] }),
  severity: z.enum(["error", "warning", "info"]),
  field: z
    .string()
    .nullable()
    .meta({ examples: ["image_link"] }),
});

const FieldShape = z.strictObject({
  field: z.string().meta({ description: "Feed column.", examples: ["title"] }),
  source: z.record(z.string(), z.string()).meta({
    description: "Source columns that the feed column reads, with the platform's values.",
    examples: [{ title: "Linen Shirt" }],
  }),
  value: z.string().meta({ description: "Value in the feed.", examples: ["Linen Shirt - Navy"] }),
  changed_by: z
    .array(
      z.strictObject({
        stage: z.string().meta({ examples: ["rules"] }),
        rule_id: idSchema("rule", "The rule.").nullable(),
        value: z.string().meta({ description: "Value after this step.", examples: ["Linen Shirt - Navy"] }),
      }),
    )
    .meta({ description: "The last five stages and rules that changed the field, in order." }),
});

const ProductInFeedShape = z.strictObject({
  feed_id: idSchema("feed", "The feed."),
  name: z.string().meta({ examples: ["Primary feed"] }),
  state: StateShape,
  what: WhatShape,
  sentence: z.string().meta({ description: "State and cause, as a sentence.", examples: ["The product is in the file being served."] }),
  reason: ReasonShape,
  rule: z
    .strictObject({
      id: idSchema("rule", "Rule that excludes the product."),
      name: z.string().meta({ description: "The rule in one line.", examples: ['Exclude because "Sample"'] }),
    })
    .nullable()
    .meta({ description: "Null if no rule is the cause, or if it's unclear which of several rules is." }),
  setting: z
    .string()
    .nullable()
    .meta({ description: "Feed setting that excludes the product, if one does.", examples: ["gift_cards"] }),
  rows: z
    .strictObject({ included: z.int(), total: z.int() })
    .meta({ description: "Variants of the same product: how many are in the file being served, and how many the run read." }),
  findings: z.array(FindingShape).meta({
    description: "Findings of the channels' checks about this row in the live run, errors first, at most 10. Muted ones are left out.",
  }),
  findings_count: z.int().meta({ description: "Total number of findings." }),
  run_id: idSchema("run", "Run the information comes from: the live run, or if there is none, the held one.").nullable(),
  outdated: z
    .boolean()
    .meta({ description: "Whether the feed or the catalog has changed since that run, so that the next run may have a different result." }),
  fields: z
    .array(FieldShape)
    .nullable()
    .meta({ description: "With `fields`: how the feed would change the row now. Null if you didn't ask for it." }),
});
export type ProductInFeedShape = z.input<typeof ProductInFeedShape>;
export type FieldShape = z.input<typeof FieldShape>;

const FoundShape = z.strictObject({
  id: idSchema("prod", "The variant: `prod_` and its source row."),
  title: z.string().meta({ description: "Title on the platform.", examples: ["Linen Shirt"] }),
  sku: z
    .string()
    .nullable()
    .meta({ examples: ["LS-NAVY-M"] }),
});

export type FoundShape = z.input<typeof FoundShape>;

export const ProductFeedsShape = z
  .strictObject({
    object: z.literal("product_feeds"),
    ...FoundShape.shape,
    others: z.array(FoundShape).meta({ description: "Other products that match `sku` or `search`, at most 10, best match first." }),
    matches: z.int().meta({ description: "Total number of matches: rows for a SKU, products for a search." }),
    feeds: z.array(ProductInFeedShape).meta({ description: "Every feed of the shop, including inactive ones." }),
  })
  .meta({ id: "ProductFeeds" });

export const ProductStatesShape = z
  .strictObject({
    object: z.literal("product_states"),
    ...FoundShape.shape,
    feeds: z
      .array(z.strictObject({ feed_id: idSchema("feed", "An active feed."), state: StateShape, what: WhatShape, reason: ReasonShape }))
      .meta({ description: "Every active feed." }),
  })
  .meta({ id: "ProductStates" });
