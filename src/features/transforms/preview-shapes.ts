import { z } from "zod";
import { SAMPLES_MAX, type ShownRows } from "../../engine/run/preview-query.ts";
import { formatId, idSchema, storedId } from "../../kernel/ids.ts";
import { PLAN_ERRORS } from "./plan-feed.ts";
import type { Preview } from "./preview-plans.ts";

/** What an operation that can preview itself must declare. */
export const PREVIEW_ERRORS = ["no_source_extract", "preview_failed", ...PLAN_ERRORS] as const;

const Change = z.strictObject({ field: z.string(), before: z.string(), after: z.string() });
const Reasons = z.array(z.strictObject({ reason: z.string(), count: z.int() }));

/** What a change does to the findings of the feed's channels. */
export const FindingChanges = z
  .array(
    z
      .strictObject({
        channel: z.string().meta({ description: "Slug of an assigned channel." }),
        code: z.string(),
        field: z.string().nullable(),
        severity: z.enum(["error", "warning", "info"]),
        message: z.string(),
        cleared: z.int().meta({ description: "Rows that would no longer have the finding. 1 if the finding is about the feed itself." }),
        caused: z.int().meta({ description: "Rows that don't have the finding now, but would." }),
      })
      .meta({ id: "FindingChange" }),
  )
  .nullable()
  .meta({
    description:
      "Findings of the feed's channels that the change would clear or cause. Null if they weren't asked for, or couldn't be computed in time.",
  });

const Warning = z
  .strictObject({
    code: z.string().meta({
      description:
        "`column_blank`: the change reads a column that is blank in every row. `column_as_text`: a value is the name of a column, as a string. The others name what Google refuses in a value the change writes: `price_without_currency`, `price_not_positive`, `price_invalid`, `price_currency_mismatch`, `sale_price_not_lower`, `value_unknown`, `gtin_invalid`, `link_invalid`, `category_unknown`, `too_long`, `required_blank`.",
    }),
    column: z.string().meta({ description: "`[D]barcode` or `[G]title` for a column that is read, or the feed column that is written." }),
    message: z.string(),
    count: z.int().meta({ description: "Number of affected rows." }),
    sample: z.string().nullable().meta({ description: "One of the affected values." }),
  })
  .meta({ id: "PreviewWarning" });

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
    .meta({ description: "Up to ten rows that would change, from different products if possible." }),
  summary: z
    .strictObject({
      matched: z.int().meta({ description: "Rows that meet the rule's condition. All rows if the preview isn't about a single rule." }),
      changed: z.int().meta({ description: "Rows that stay in the feed with different values." }),
      newly_excluded: z.int(),
      newly_included: z.int(),
      unchanged: z.int(),
      total: z.int(),
    })
    .meta({ id: "PreviewSummary", description: "Effect on the whole feed." }),
  newly_excluded_reasons: Reasons.meta({ description: "Reasons for rows that would leave the feed, most frequent first." }),
  newly_included_reasons: Reasons.meta({ description: "Reasons why the rows that would enter the feed are excluded now." }),
  findings: FindingChanges,
  warnings: z.array(Warning).meta({ description: "Probable mistakes. You can make the change anyway." }),
};

/** What a change would do to the whole feed, whatever the change is. */
export const FeedPreviewShape = z.strictObject({ object: z.literal("feed_preview"), ...members }).meta({ id: "FeedPreview" });
export type FeedPreviewShape = z.input<typeof FeedPreviewShape>;

export const RulePreviewShape = z
  .strictObject({
    object: z.literal("rule_preview"),
    ...members,
    page: z.int().meta({ description: "Page of `results`, from 1." }),
    total_pages: z.int().meta({ description: "Pages of `results` that there are." }),
  })
  .meta({ id: "RulePreview" });
type RulePreviewShape = z.input<typeof RulePreviewShape>;

export function rulePreviewAnswer(preview: Preview, { change, page }: ShownRows): RulePreviewShape {
  const { changed, newly_excluded: excluded, newly_included: included } = preview.summary;
  const rows = change === null ? changed + excluded + included : { changed, excluded, included }[change];
  return {
    object: "rule_preview",
    ...previewAnswer(preview),
    page,
    total_pages: Math.ceil(rows / SAMPLES_MAX),
  };
}

export function previewAnswer({ rows, summary, reasons, findings, warnings }: Preview): Omit<FeedPreviewShape, "object"> {
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
    findings: findings?.map((finding) => ({ ...finding })) ?? null,
    warnings: warnings.map((warning) => ({ ...warning })),
  };
}

/** Member of a change's body. */
export const PreviewMember = z
  .boolean()
  .default(false)
  .meta({ description: "Whether to only show the effect on the whole feed, as a `FeedPreview`, without saving anything." });
