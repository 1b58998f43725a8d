import { z } from "zod";
import { idSchema } from "../../kernel/ids.ts";

export const FeedProductShape = z
  .strictObject({
    object: z.literal("feed_product"),
    row_id: z.string().meta({ description: "Source row: the platform's variant id." }),
    product_id: idSchema("prod", "The same row as the product endpoints name it."),
    excluded: z.boolean(),
    excluded_reason: z.string().nullable().meta({ description: "The one reason why the row is not in the file." }),
    fields: z.record(z.string(), z.string()).meta({ description: "Feed column to value; blank is an empty text." }),
  })
  .meta({ id: "FeedProduct" });
