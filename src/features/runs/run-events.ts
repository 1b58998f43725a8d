import { defineEvent } from "../events/index.ts";
import { FeedRunShape, RUNNING_RUN_EXAMPLE } from "./run-shapes.ts";

export const runHeld = defineEvent({
  name: "run.held",
  data: FeedRunShape,
  example: {
    publication: "held",
    held_reasons: [{ code: "empty", message: "The file would have no products.", details: { before: 4, after: 0 } }],
    included_count: 0,
    excluded_count: 4,
    removed_count: 4,
    changed_count: 0,
    tests: null,
  },
});

export const runDiscarded = defineEvent({
  name: "run.discarded",
  data: FeedRunShape,
  example: {
    publication: "discarded",
    held_reasons: [{ code: "empty", message: "The file would have no products.", details: { before: 4, after: 0 } }],
    included_count: 0,
    excluded_count: 4,
    removed_count: 4,
    changed_count: 0,
    tests: null,
  },
});

/** Not for the run of a regenerate that somebody cancelled: whoever did so knows. */
export const runFailed = defineEvent({
  name: "run.failed",
  data: FeedRunShape,
  example: {
    ...RUNNING_RUN_EXAMPLE,
    status: "failed",
    duration_ms: 440,
    error_code: "internal_error",
    error_details: "Something went wrong on our side. The log of this run has the details.",
    completed_at: "2026-11-02T09:00:30.000Z",
  },
});
