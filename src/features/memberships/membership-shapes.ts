import { z } from "zod";
import { idSchema } from "../../kernel/ids.ts";
import { WHATS } from "./why.ts";

const StateShape = z.enum(["included", "needs_attention", "not_in_feed"]).meta({
  description:
    "`needs_attention`: it is in the file being served, but a channel's checks found errors, or a held run would take it out. `not_in_feed`: the file being served does not have it.",
});
const WhatShape = z.enum(WHATS).meta({
  description:
    "Why it is so. `run_held`: a held run would change it. `other`: see `reason`; without one, the feed has not run, or not since the product was extracted.",
});
const ReasonShape = z
  .string()
  .nullable()
  .meta({ description: "The one reason why the run left it out; null where it did not.", examples: ["Gift card"] });

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
    description: "The source columns that the feed column reads, with the platform's values.",
    examples: [{ title: "Linen Shirt" }],
  }),
  value: z.string().meta({ description: "What the feed makes of it.", examples: ["Linen Shirt - Navy"] }),
  changed_by: z
    .array(
      z.strictObject({
        stage: z.string().meta({ examples: ["rules"] }),
        rule_id: idSchema("rule", "The rule.").nullable(),
        value: z.string().meta({ description: "What it was behind it.", examples: ["Linen Shirt - Navy"] }),
      }),
    )
    .meta({ description: "The stages and rules that changed it, in order; the last five." }),
});

const ProductInFeedShape = z.strictObject({
  feed_id: idSchema("feed", "The feed."),
  name: z.string().meta({ examples: ["Primary feed"] }),
  state: StateShape,
  what: WhatShape,
  sentence: z.string().meta({ description: "The same in words.", examples: ["The product is in the file being served."] }),
  reason: ReasonShape,
  rule: z
    .strictObject({
      id: idSchema("rule", "The rule that leaves it out."),
      name: z.string().meta({ description: "The rule as one line.", examples: ['Exclude because "Sample"'] }),
    })
    .nullable()
    .meta({ description: "Null where no rule is the cause, or where it cannot be told which of several is." }),
  setting: z
    .string()
    .nullable()
    .meta({ description: "The setting of the feed that leaves it out, where one does.", examples: ["gift_cards"] }),
  rows: z
    .strictObject({ included: z.int(), total: z.int() })
    .meta({ description: "Variants of the same product: those in the file being served, and those the run looked at." }),
  findings: z.array(FindingShape).meta({
    description: "What channels' checks found about this row in the live run, errors first, at most 10. Muted ones are left out.",
  }),
  findings_count: z.int().meta({ description: "How many there are." }),
  run_id: idSchema("run", "The run this is told of: the live one, else the held one.").nullable(),
  outdated: z
    .boolean()
    .meta({ description: "Whether the feed or the catalog has changed since that run, so that the next one may say otherwise." }),
  fields: z
    .array(FieldShape)
    .nullable()
    .meta({ description: "With `fields`: what the feed would make of the row now, and what changes it. Null where it was not asked for." }),
});
export type ProductInFeedShape = z.input<typeof ProductInFeedShape>;
export type FieldShape = z.input<typeof FieldShape>;

const FoundShape = z.strictObject({
  id: idSchema("prod", "The variant: `prod_` and its source row."),
  title: z.string().meta({ description: "As the platform says it.", examples: ["Linen Shirt"] }),
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
    others: z.array(FoundShape).meta({ description: "Others that `sku` or `search` means, at most 10, the nearest first." }),
    matches: z.int().meta({ description: "How many it means in all: rows by their SKU, products by a search." }),
    feeds: z.array(ProductInFeedShape).meta({ description: "Every feed of the shop, inactive ones too." }),
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
