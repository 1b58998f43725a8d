import { z } from "zod";
import { formatId, idSchema, idText, storedId } from "../../kernel/ids.ts";
import type { ExtractRow } from "./extract-queries.ts";
import { Differences } from "./reconcile.ts";

/** `{id}` of an extract in a path: `ext_12` or `12`. */
export const ExtractPath = z.strictObject({
  id: idText("ext", "Id of the extract"),
});

const WarningShape = z.strictObject({ code: z.string(), count: z.int(), message: z.string() });
const Warnings = z.array(WarningShape);

export const ExtractShape = z
  .strictObject({
    id: idSchema("ext", "Id of the extract."),
    object: z.literal("extract"),
    type: z.enum(["full", "regenerate", "delta"]),
    status: z.enum(["pending", "running", "completed", "failed", "cancelled"]).meta({ examples: ["completed"] }),
    progress: z
      .int()
      .min(0)
      .max(100)
      .meta({ examples: [100] }),
    waiting: z
      .string()
      .nullable()
      .meta({
        description: "Sentence for people while the platform doesn't answer and is being asked again. Null otherwise.",
        examples: [null],
      }),
    product_count: z.int().meta({
      description: "Number of variants in the snapshot. For a regeneration, number of rows in the file. 0 until they are counted.",
      examples: [4],
    }),
    excluded_count: z.int().meta({
      description:
        "Number of variants that the primary feed's first run of this extract excludes. For a regeneration, number of rows that the run excludes. 0 until they are counted.",
      examples: [1],
    }),
    started_at: z.iso
      .datetime()
      .nullable()
      .meta({ examples: ["2026-11-02T09:00:01.000Z"] }),
    completed_at: z.iso
      .datetime()
      .nullable()
      .meta({ examples: ["2026-11-02T09:00:30.000Z"] }),
    failed_at: z.iso
      .datetime()
      .nullable()
      .meta({ examples: [null] }),
    error_code: z
      .string()
      .nullable()
      .meta({ examples: [null] }),
    error_details: z
      .string()
      .nullable()
      .meta({ examples: [null] }),
    has_source_csv: z.boolean().meta({ description: "Whether the merged source CSV can be downloaded." }),
    scheduled: z.boolean().meta({
      description: "Whether the schedule started the extract, as the plan's `daily_export_count` says, rather than a person.",
      examples: [false],
    }),
    feed_id: idSchema("feed", "For a regeneration, the feed it runs.")
      .nullable()
      .meta({ examples: [null] }),
    warnings: Warnings.meta({ description: "Counts of what was repaired or left out while the catalog was read.", examples: [[]] }),
    differences: z.nullable(Differences).meta({
      description:
        "For a scheduled extract of a shop whose platform reports changes: rows that differ from what the reports had brought. Null if nothing was compared.",
      examples: [null],
    }),
    created_at: z.iso.datetime().meta({ examples: ["2026-11-02T09:00:00.000Z"] }),
  })
  .meta({ id: "Extract" });

/** Where the reference shows an extract that nobody has begun. */
export const WAITING_EXTRACT_EXAMPLE = {
  status: "pending",
  progress: 0,
  product_count: 0,
  excluded_count: 0,
  started_at: null,
  completed_at: null,
  has_source_csv: false,
} as const;

export function extractAnswer(extract: ExtractRow): z.input<typeof ExtractShape> {
  return {
    id: formatId("ext", storedId("ext", extract.id)),
    object: "extract",
    type: extract.type,
    status: extract.status,
    progress: extract.progress,
    waiting: extract.status === "running" ? extract.waiting : null,
    product_count: extract.product_count ?? 0,
    excluded_count: extract.excluded_count ?? 0,
    started_at: extract.started_at?.toISOString() ?? null,
    completed_at: extract.completed_at?.toISOString() ?? null,
    failed_at: extract.failed_at?.toISOString() ?? null,
    error_code: extract.error_code,
    error_details: extract.error_details,
    has_source_csv: extract.csv_bytes !== null,
    scheduled: extract.scheduled_for !== null,
    feed_id: extract.feed_id === null ? null : formatId("feed", storedId("feed", extract.feed_id)),
    warnings: Warnings.parse(extract.warnings),
    differences: Differences.nullable().parse(extract.reconciliation),
    created_at: extract.created_at.toISOString(),
  };
}
