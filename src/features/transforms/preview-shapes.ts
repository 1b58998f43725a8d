import { z } from "zod";
import { formatId, idSchema, storedId } from "../../kernel/ids.ts";
import type { Preview } from "./preview-plans.ts";

const Change = z.strictObject({ field: z.string(), before: z.string(), after: z.string() });
const Reasons = z.array(z.strictObject({ reason: z.string(), count: z.int() }));

const members = {
  results: z
    .array(
      z
        .strictObject({
          product_title: z.string(),
          product_id: idSchema("prod", "The row."),
          row_id: z.string(),
          excluded: z.boolean().meta({ description: "Whether the row would be excluded." }),
          excluded_reason: z.string().nullable(),
          excluded_before: z.boolean().meta({ description: "Whether it is excluded now." }),
          changes: z.array(Change),
        })
        .meta({ id: "PreviewedRow" }),
    )
    .meta({ description: "Up to ten rows that would change, of different products where there are." }),
  summary: z
    .strictObject({
      matched: z.int().meta({ description: "Rows that meet the rule's condition; all rows where no one rule is tried." }),
      changed: z.int().meta({ description: "Rows that stay in the feed with other values." }),
      newly_excluded: z.int(),
      newly_included: z.int(),
      unchanged: z.int(),
      total: z.int(),
    })
    .meta({ id: "PreviewSummary", description: "Over the whole feed." }),
  newly_excluded_reasons: Reasons.meta({ description: "Why rows would leave the feed, the most frequent reasons first." }),
  newly_included_reasons: Reasons.meta({ description: "Why rows that would come into the feed are excluded now." }),
};

/** What a change would do to the whole feed, whatever the change is. */
export const FeedPreviewShape = z.strictObject({ object: z.literal("feed_preview"), ...members }).meta({ id: "FeedPreview" });
export type FeedPreviewShape = z.input<typeof FeedPreviewShape>;

export const RulePreviewShape = z.strictObject({ object: z.literal("rule_preview"), ...members }).meta({ id: "RulePreview" });

export function previewAnswer({ rows, summary, reasons }: Preview): Omit<FeedPreviewShape, "object"> {
  const of = (change: string) => reasons.flatMap(({ change: found, reason, count }) => (found === change ? [{ reason, count }] : []));
  return {
    results: rows.map((row) => ({
      product_title: row.title,
      product_id: formatId("prod", storedId("prod", Number(row.rowId))),
      row_id: row.rowId,
      excluded: row.excluded,
      excluded_reason: row.excludedReason,
      excluded_before: row.excludedBefore,
      changes: row.changes.map((change) => ({ ...change })),
    })),
    summary: { ...summary },
    newly_excluded_reasons: of("excluded"),
    newly_included_reasons: of("included"),
  };
}

/** Member of a change's body. */
export const PreviewMember = z
  .boolean()
  .default(false)
  .meta({ description: "Answers what the change would do to the whole feed, as a `FeedPreview`, and keeps nothing." });
