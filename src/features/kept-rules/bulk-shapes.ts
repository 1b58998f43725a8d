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
  .meta({ description: "Slot to label, from `custom_label_0` to `custom_label_4`.", examples: [0] });

export const BulkBody = z.strictObject({
  action: z.enum(["add", "exclude", "label"]).meta({
    description:
      "`add` selects products in a feed in manual mode; in other feeds it brings back products that earlier rules excluded. `exclude` leaves products out. `label` writes a custom label.",
    examples: ["exclude"],
  }),
  products: z
    .array(z.string().max(ID_LENGTH_MAX))
    .min(1, "must list at least one product")
    .max(PRODUCTS_MAX, `can list at most ${PRODUCTS_MAX} products; use a condition for more`)
    .optional()
    .meta({ description: "Ids of products. Send either these or a `condition`.", examples: [["prod_41200000011393"]] }),
  condition: z
    .string()
    .min(1)
    .max(CONDITION_LENGTH_MAX)
    .optional()
    .meta({
      description: "Condition that selects the rows, written as in a rule. Rows that match later are included too.",
      examples: ["[D]vendor = Acme"],
    }),
  feed_ids: z
    .array(z.string().max(ID_LENGTH_MAX))
    .min(1, "must list at least one feed")
    .max(FEEDS_MAX)
    .optional()
    .meta({ description: "Feeds to change. Defaults to all active feeds.", examples: [["feed_1"]] }),
  label: z
    .string()
    .min(1)
    .max(LABEL_LENGTH_MAX)
    .optional()
    .meta({ description: "Value that `label` writes. Required unless `remove` is true.", examples: ["bestseller"] }),
  slot: SlotMember.optional(),
  remove: z
    .boolean()
    .default(false)
    .meta({
      description:
        "Takes the products or the condition out of the action's rule, and removes the rule if nothing is left in it. Without products or a condition, it removes the rule.",
      examples: [false],
    }),
  preview: z
    .boolean()
    .default(false)
    .meta({ description: "Whether to only show what would happen, without saving anything.", examples: [false] }),
});
export type BulkBody = z.output<typeof BulkBody>;

const FeedResult = z
  .strictObject({
    feed_id: idSchema("feed", "The feed."),
    display_name: z.string(),
    changed: z.boolean().meta({ description: "Whether anything changes. If nothing does, the feed keeps its version." }),
    rule_id: idSchema("rule", "The action's rule. Null if there isn't one.").nullable(),
    rule: z.string().nullable().meta({ description: "The action's rule after the change, in one line. Null if there isn't one." }),
    selected_count: z
      .int()
      .nullable()
      .meta({ description: "Number of products that the selection of a manual feed gains, or loses if negative. Null for other feeds." }),
    effect: z.nullable(FeedPreviewShape).meta({
      description: "With `preview`: the effect of the rules on the feed's rows. Null if the rules don't change, and from the 21st feed on.",
    }),
  })
  .meta({ id: "BulkFeedResult" });
export type FeedResult = z.input<typeof FeedResult>;

export const BulkShape = z
  .strictObject({
    object: z.enum(["bulk_action", "bulk_action_preview"]),
    summary: z.string().meta({ description: "What was done, or would be done, in one sentence." }),
    feeds: z.array(FeedResult),
  })
  .meta({ id: "BulkFeedAction" });
