import { z } from "zod";
import { LABEL_SLOTS } from "../../engine/rules/rule-tags.ts";
import { idSchema } from "../../kernel/ids.ts";
import { FeedPreviewShape } from "../transforms/index.ts";

const PRODUCTS_MAX = 500;
/** A shop has no more feeds. */
const FEEDS_MAX = 200;
/** Google cuts a label's value at 100 characters. */
const LABEL_LENGTH_MAX = 100;
/** As long as a rule's definition may be. */
const CONDITION_LENGTH_MAX = 50_000;
/** No id is longer. */
const ID_LENGTH_MAX = 30;

export const SlotMember = z
  .literal([...LABEL_SLOTS])
  .meta({ description: "Which of `custom_label_0` to `custom_label_4`.", examples: [0] });

export const BulkBody = z.strictObject({
  action: z.enum(["add", "exclude", "label"]).meta({
    description:
      "`add` selects products in a feed in manual mode, and in other feeds takes back what earlier rules excluded. `exclude` leaves them out, `label` writes a custom label.",
    examples: ["exclude"],
  }),
  products: z
    .array(z.string().max(ID_LENGTH_MAX))
    .min(1, "must list at least one product")
    .max(PRODUCTS_MAX, `can list at most ${PRODUCTS_MAX} products; use a condition for more`)
    .optional()
    .meta({ description: "Ids of products. Either these or a `condition`.", examples: [["prod_41200000011393"]] }),
  condition: z
    .string()
    .min(1)
    .max(CONDITION_LENGTH_MAX)
    .optional()
    .meta({ description: "Which rows, as the condition of a rule: products that fit it later count too.", examples: ["[D]vendor = Acme"] }),
  feed_ids: z
    .array(z.string().max(ID_LENGTH_MAX))
    .min(1, "must list at least one feed")
    .max(FEEDS_MAX)
    .optional()
    .meta({ description: "The feeds; all active ones where it is left out.", examples: [["feed_1"]] }),
  label: z
    .string()
    .min(1)
    .max(LABEL_LENGTH_MAX)
    .optional()
    .meta({ description: "What `label` writes. Required, except to remove.", examples: ["bestseller"] }),
  slot: SlotMember.optional(),
  remove: z
    .boolean()
    .default(false)
    .meta({
      description:
        "Takes the products or the condition out of the action's rule, and removes the rule when nothing is left in it. With neither, removes the rule.",
      examples: [false],
    }),
  preview: z
    .boolean()
    .default(false)
    .meta({ description: "Answers what it would do, and keeps nothing.", examples: [false] }),
});
export type BulkBody = z.output<typeof BulkBody>;

const FeedResult = z
  .strictObject({
    feed_id: idSchema("feed", "The feed."),
    display_name: z.string(),
    changed: z.boolean().meta({ description: "Whether anything differs; where nothing does, the feed keeps its version." }),
    rule_id: idSchema("rule", "The action's rule; null where there is none, or none yet.").nullable(),
    rule: z.string().nullable().meta({ description: "The action's rule as it would be or is now, as one line; null where there is none." }),
    selected_count: z
      .int()
      .nullable()
      .meta({ description: "Products that the selection of a manual feed has more, or fewer; null elsewhere." }),
    effect: z.nullable(FeedPreviewShape).meta({
      description:
        "With `preview`: what the rules would do to the feed's rows; null where they stay as they are, and from the 21st feed on.",
    }),
  })
  .meta({ id: "BulkFeedResult" });
export type FeedResult = z.input<typeof FeedResult>;

export const BulkShape = z
  .strictObject({
    object: z.enum(["bulk_action", "bulk_action_preview"]),
    summary: z.string().meta({ description: "What it did, or would do, in a sentence." }),
    feeds: z.array(FeedResult),
  })
  .meta({ id: "BulkFeedAction" });
