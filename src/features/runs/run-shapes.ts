import { z } from "zod";
import { formatId, idSchema, idText, storedId } from "../../kernel/ids.ts";
import type { RunRow } from "./run-queries.ts";
import { RunTests } from "./run-tests.ts";
import { HELD_CODES } from "./run.ts";

export const RunPath = z.strictObject({ id: idText("feed", "Id of the feed"), run_id: idText("run", "Id of the run") });

const HeldReasonShape = z.strictObject({
  code: z.enum(HELD_CODES).meta({
    description:
      "`id_change`: too many published ids are new or gone, regardless of the row ids. `identity_change`: the id column reads something else. `test_failed`: the feed fails one of its tests. `not_extracted`: the snapshot lacks the feed's language or market. The last two hold a run even if the publish guard is off.",
  }),
  message: z.string().meta({ examples: ["The file would lose 40 % of its rows."] }),
  details: z.record(z.string(), z.unknown()),
});

export const FeedRunShape = z
  .strictObject({
    id: idSchema("run", "Id of the run."),
    object: z.literal("run"),
    feed_id: idSchema("feed", "Feed that was run."),
    status: z.enum(["running", "completed", "failed"]),
    publication: z.enum(["live", "held", "superseded", "discarded", "none"]).meta({
      description:
        "What happened to the run's file. `held`: the publish guard or a test of the feed stopped it; see `held_reasons`. `discarded`: someone decided against publishing it.",
    }),
    has_output: z.boolean().meta({ description: "Whether its file can be downloaded or published." }),
    trigger: z.enum(["regenerate", "extract", "schedule", "settings", "delta", "rollback"]),
    extract_id: idSchema("ext", "Extract whose snapshot the run read."),
    stage: z
      .enum(["waiting", "transforming", "writing", "publishing"])
      .nullable()
      .meta({
        description:
          "Stage of a running run: `waiting` for a worker, `transforming` rows, `writing` files or `publishing` them. Null after its end.",
        examples: [null],
      }),
    progress: z
      .int()
      .min(0)
      .max(100)
      .meta({ description: "Progress in percent. A failed run keeps the last value.", examples: [100] }),
    included_count: z.int().nullable(),
    excluded_count: z.int().nullable(),
    total_count: z.int().nullable(),
    added_count: z.int().nullable().meta({ description: "Rows that the previous live run didn't have." }),
    removed_count: z.int().nullable(),
    changed_count: z.int().nullable(),
    duration_ms: z.int().nullable(),
    held_reasons: z.array(HeldReasonShape),
    tests: z
      .strictObject({ passed: z.int(), failed: z.int(), missing: z.int() })
      .nullable()
      .meta({ description: "Results of the feed's tests. Null if it had none. `missing`: rows that the snapshot no longer has." }),
    error_code: z
      .string()
      .nullable()
      .meta({ examples: ["source_damaged"] }),
    error_details: z
      .string()
      .nullable()
      .meta({ examples: ["A stored file is damaged. Extract the catalog again."] }),
    created_at: z.iso.datetime(),
    completed_at: z.iso.datetime().nullable(),
  })
  .meta({ id: "FeedRun" });
export type FeedRunShape = z.input<typeof FeedRunShape>;

/** Where the reference shows a run that has made nothing yet. */
export const RUNNING_RUN_EXAMPLE = {
  status: "running",
  publication: "none",
  has_output: false,
  stage: "waiting",
  progress: 0,
  included_count: null,
  excluded_count: null,
  total_count: null,
  added_count: null,
  removed_count: null,
  changed_count: null,
  duration_ms: null,
  tests: null,
  completed_at: null,
} as const;

const HeldReasons = z.array(HeldReasonShape);

/** A run without what is large in it. */
export type RunHead = Omit<RunRow, "definition" | "lineage" | "output" | "unmatched_keys">;

export function runAnswer(run: RunHead): FeedRunShape {
  return {
    id: formatId("run", storedId("run", run.id)),
    object: "run",
    feed_id: formatId("feed", storedId("feed", run.feed_id)),
    status: run.status,
    publication: run.publication,
    has_output: hasOutput(run),
    trigger: run.trigger,
    extract_id: formatId("ext", storedId("ext", run.extract_id)),
    stage: run.status === "running" ? (run.stage ?? "waiting") : null,
    progress: run.status === "completed" ? 100 : (run.progress ?? 0),
    included_count: run.included_count,
    excluded_count: run.excluded_count,
    total_count: run.total_count,
    added_count: run.added_count,
    removed_count: run.removed_count,
    changed_count: run.changed_count,
    duration_ms: run.duration_ms,
    held_reasons: HeldReasons.parse(run.held_reasons),
    tests: testsAnswer(run),
    error_code: run.error_code,
    error_details: run.error_details,
    created_at: run.created_at.toISOString(),
    completed_at: run.completed_at?.toISOString() ?? null,
  };
}

function testsAnswer({ test_results: results }: RunHead): FeedRunShape["tests"] {
  if (results === null) return null;
  const { passed, failed, missing } = RunTests.parse(results);
  return { passed, failed, missing };
}

export function hasOutput(run: RunHead): boolean {
  return run.output_prefix !== null && run.expired_at === null;
}
