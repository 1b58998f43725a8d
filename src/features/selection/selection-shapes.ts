import { z } from "zod";
import type { FeedRow } from "../feeds/index.ts";

/** A run reads them all, and so does whoever looks at the selection. */
export const PRODUCTS_MAX = 100_000;
/** Sixteen digits, two quotes, a comma and a blank a product, and room for line breaks. */
export const SELECTION_BYTES_MAX = 4 * 1024 * 1024;

export const FeedSelectionShape = z
  .strictObject({
    object: z.literal("feed_selection"),
    mode: z
      .enum(["all", "collection", "manual"])
      .meta({ description: "How the feed selects products. The mode is set when the feed is created." }),
    collection_id: z
      .string()
      .nullable()
      .meta({
        description:
          "The platform's id of the collection whose products the feed takes, even if the collection is renamed. Null if only the title is known.",
        examples: ["gid://shopify/Collection/290400000104"],
      }),
    collection_title: z
      .string()
      .nullable()
      .meta({ description: "Title of the collection. If the collection has an id, its title in the last extract." }),
    product_ids: z.array(z.string()).meta({ description: "The platform's product ids, in `manual` mode." }),
  })
  .meta({ id: "FeedSelection" });

const productId = z
  .string()
  .regex(/^[1-9][0-9]{0,15}$/, "must be the platform's product id, digits only, such as 8123400000101")
  .transform(Number)
  .refine(Number.isSafeInteger, "isn't a product id");

/** What `GET` answered may be sent back with other products. */
export const SelectionChange = z
  .strictObject({
    object: z.literal("feed_selection").optional(),
    mode: z.literal("manual", "can't be changed; create another feed instead").optional(),
    collection_id: z.null().optional(),
    collection_title: z.null().optional(),
    product_ids: z
      .array(productId)
      .max(PRODUCTS_MAX)
      .meta({ description: "All products the feed takes. They replace the selection. Duplicates count once." }),
  })
  .meta({ id: "FeedSelectionInput" });

export function selectionAnswer(feed: FeedRow, productIds: readonly number[]): z.input<typeof FeedSelectionShape> {
  return {
    object: "feed_selection",
    mode: feed.product_selection_mode,
    collection_id: feed.selected_collection_id,
    collection_title: feed.selected_collection_title,
    product_ids: productIds.map(String),
  };
}
