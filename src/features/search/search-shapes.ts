import { z } from "zod";
import { NAMED_BY } from "../../engine/run/product-search.ts";
import { idSchema } from "../../kernel/ids.ts";

/** In the order in which hits of the same quality come. */
const KINDS = ["product", "feed", "rule", "lookup", "webhook"] as const;

export const HitShape = z
  .strictObject({
    object: z.literal("search_hit"),
    kind: z.enum(KINDS).meta({ examples: ["product"] }),
    id: z.string().meta({ description: "Id of the object. A lookup table's id is its name.", examples: ["prod_41200000011393"] }),
    title: z.string().meta({
      description: "Title of a product, name of a feed or lookup table, text of a rule, or URL of a webhook.",
      examples: ["Linen shirt"],
    }),
    detail: z
      .string()
      .nullable()
      .meta({
        description:
          "SKU or handle of a product, file name of a feed, feed of a rule, number of rows of a lookup table, or status of a webhook.",
        examples: ["LS-NAVY-M"],
      }),
    feed_id: idSchema("feed", "Feed of the hit, if it is a feed or a rule.").nullable(),
    matched: z
      .enum([...new Set([...NAMED_BY, "name" as const])])
      .meta({ description: "What the search term matched. `name` is anything but a product's own fields.", examples: ["sku"] }),
  })
  .meta({ id: "SearchHit" });
export type HitShape = z.infer<typeof HitShape>;

/** A hit, and whether the term is wholly what it matched. */
export interface Hit {
  readonly isExact: boolean;
  readonly answer: HitShape;
}
