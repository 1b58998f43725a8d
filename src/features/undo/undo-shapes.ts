import { z } from "zod";
import { idSchema } from "../../kernel/ids.ts";
import { ConfigChangeShape } from "../config/index.ts";
import { FeedPreviewShape } from "../transforms/index.ts";

export const UndoBody = z.strictObject({
  audit_id: z
    .int()
    .min(1)
    .optional()
    .meta({
      description:
        "Audit log entry of the change, no matter who made it. Defaults to the last change made with this key that hasn't been undone.",
      examples: [1200],
    }),
  preview: z
    .boolean()
    .default(false)
    .meta({ description: "Whether to only show what would happen, without saving anything.", examples: [false] }),
});

export const UndoShape = z
  .strictObject({
    object: z.enum(["undo", "undo_preview"]),
    audit_id: z.int().meta({ description: "The change that was undone." }),
    action: z.string().meta({ description: "What the change did.", examples: ["rule.created"] }),
    operation: z.string().meta({ examples: ["rules.create"] }),
    scope: z.string().meta({ description: "Scope that the change needed. Undoing it needs the same scope.", examples: ["write_rules"] }),
    summary: z.string().meta({ description: "What was restored, in one sentence." }),
    feeds: z
      .array(
        z.strictObject({
          feed_id: idSchema("feed", "The feed."),
          changes: z
            .array(ConfigChangeShape)
            .meta({ description: "Parts of the feed's definition that are restored. For cells, the first hundred." }),
          effect: z.nullable(FeedPreviewShape).meta({ description: "With `preview`: the effect on the feed's rows." }),
        }),
      )
      .meta({ description: "Feeds whose definition changes." }),
    steps: z.array(z.string()).meta({ description: "Other things that are restored, in words." }),
  })
  .meta({ id: "Undo" });
export type UndoShape = z.input<typeof UndoShape>;
