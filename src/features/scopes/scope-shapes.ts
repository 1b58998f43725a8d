import { z } from "zod";
import { CAUSE_EXAMPLE, CauseShape } from "../causes/index.ts";
import { idSchema } from "../../kernel/ids.ts";

const ReasonShape = z.strictObject({
  reason: z.string(),
  count: z.int(),
  cause: z.nullable(CauseShape).meta({
    description: "What gives this reason. `rule_id` is null if several rules give it. Null for the rows of all other reasons.",
    examples: [CAUSE_EXAMPLE],
  }),
  rest: z
    .literal(true)
    .optional()
    .meta({ description: "Only in the last entry, if there are more than 1,000 reasons: the rows of all other reasons." }),
});

export const FeedScopeShape = z
  .strictObject({
    feed_id: idSchema("feed", "Id of the feed."),
    status: z
      .enum(["fresh", "refreshing", "computing"])
      .meta({ description: "`refreshing`: the counts are for an earlier definition or snapshot, and new ones are being computed." }),
    included_count: z.int().nullable(),
    excluded_count: z.int().nullable().meta({ description: "Sum of the counts in `reasons`." }),
    total_count: z.int().nullable().meta({ description: "Included and excluded rows together." }),
    reasons: z.array(ReasonShape).meta({ description: "Excluded rows by reason, most frequent first. Each row has one reason." }),
    computed_at: z.iso.datetime().nullable(),
  })
  .meta({ id: "FeedScope" });
export type FeedScopeShape = z.input<typeof FeedScopeShape>;
