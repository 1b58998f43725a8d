import { z } from "zod";
import { idSchema } from "../../kernel/ids.ts";

const ReasonShape = z.strictObject({
  reason: z.string(),
  count: z.int(),
  rest: z
    .literal(true)
    .optional()
    .meta({ description: "Of the last entry alone, where there are more than 1,000 reasons: the rows of all others." }),
});

export const FeedScopeShape = z
  .strictObject({
    feed_id: idSchema("feed", "Id of the feed."),
    status: z
      .enum(["fresh", "refreshing", "computing"])
      .meta({ description: "`refreshing`: the counts are of an earlier definition or snapshot, and newer ones are on their way." }),
    included_count: z.int().nullable(),
    excluded_count: z.int().nullable().meta({ description: "The counts of `reasons` together." }),
    total_count: z.int().nullable().meta({ description: "Included and excluded rows together." }),
    reasons: z.array(ReasonShape).meta({ description: "Excluded rows by their one reason, the most frequent first." }),
    computed_at: z.iso.datetime().nullable(),
  })
  .meta({ id: "FeedScope" });
export type FeedScopeShape = z.input<typeof FeedScopeShape>;
