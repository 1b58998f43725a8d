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
      description: "Entry of the audit log, of whoever's change. Left out: the last change that this key made and that still stands.",
      examples: [1200],
    }),
  preview: z
    .boolean()
    .default(false)
    .meta({ description: "Answers what it would do, and keeps nothing.", examples: [false] }),
});

export const UndoShape = z
  .strictObject({
    object: z.enum(["undo", "undo_preview"]),
    audit_id: z.int().meta({ description: "The change that was undone." }),
    action: z.string().meta({ description: "What it had done.", examples: ["rule.created"] }),
    operation: z.string().meta({ examples: ["rules.create"] }),
    scope: z.string().meta({ description: "The scope that the change took, and that undoing it takes.", examples: ["write_rules"] }),
    summary: z.string().meta({ description: "What was put back, in a sentence." }),
    feeds: z
      .array(
        z.strictObject({
          feed_id: idSchema("feed", "The feed."),
          changes: z.array(ConfigChangeShape).meta({ description: "What of its definition is put back; of cells the first hundred." }),
          effect: z.nullable(FeedPreviewShape).meta({ description: "With `preview`: what that does to the feed's rows." }),
        }),
      )
      .meta({ description: "Feeds whose definition changes." }),
    steps: z.array(z.string()).meta({ description: "What else is put back, in words." }),
  })
  .meta({ id: "Undo" });
export type UndoShape = z.input<typeof UndoShape>;
