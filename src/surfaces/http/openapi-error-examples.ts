import type { z } from "zod";
import { type ErrorCode, type ErrorDetail, ERRORS } from "../../kernel/errors.ts";
import type { ErrorShape } from "./openapi-errors.ts";

/** What the document shows of each error, as the service answers it. */

interface Fault {
  /** Where the service does not answer the catalogue's sentence: it knows more. */
  readonly message?: string;
  readonly details: readonly ErrorDetail[];
}

const CONFLICT = "The feed is now at version 8, not 7. Someone else changed it. Read the feed again, then repeat your change.";

/** Of the errors that are nothing without their details. A test asks for those whose sentence speaks of `details`. */
const FAULTS: Readonly<Partial<Record<ErrorCode, Fault>>> = {
  version_conflict: {
    message: CONFLICT,
    details: [{ param: "expected_version", code: "version_conflict", message: CONFLICT, current_version: 8 }],
  },
  validation_failed: {
    details: [
      { param: "/name", code: "missing_param", message: "This field is required." },
      { param: "/nmae", code: "unknown_param", message: "Unknown field. Remove it or check its spelling." },
    ],
  },
  unknown_source_column: {
    details: [
      { param: "/mappings/brand", code: "unknown_source_column", message: "There is no source column vendr. Did you mean vendor?" },
      { param: "/mappings/gtin", code: "unknown_source_column", message: "There is no source column barcod. Did you mean barcode?" },
    ],
  },
  unknown_feed_column: {
    details: [
      { param: "/mappings/titel", code: "unknown_feed_column", message: "The feed has no column titel. Did you mean title?" },
      { param: "/mappings/brnd", code: "unknown_feed_column", message: "The feed has no column brnd. Did you mean brand?" },
    ],
  },
  lookup_table_in_use: {
    message: "Rule rule_12 of feed_12 uses the table. Change what uses it, then try again.",
    details: [{ param: "/name", code: "in_use", message: "Rule rule_12 of feed_12 uses the table." }],
  },
  rule_invalid: {
    details: [
      {
        param: "/rule/condition",
        code: "unknown_column",
        message: "There is no source column vendr. Did you mean [D]vendor?",
        line: 1,
        column: 1,
      },
      {
        param: "/rule/target",
        code: "unknown_column",
        message: "There is no feed column titel. Did you mean title? To add an extra column, use PATCH /v1/feeds/{feed_id}/extra_columns.",
      },
    ],
  },
  webhook_invalid: {
    details: [
      { param: "/endpoint_url", code: "missing_param", message: "This field is required." },
      { param: "/events", code: "missing_param", message: "This field is required." },
    ],
  },
};

export function exampleError(code: ErrorCode, publicUrl: string): z.input<typeof ErrorShape> {
  const { message = ERRORS[code].sentence, details } = FAULTS[code] ?? { details: [] };
  return {
    error: {
      code,
      message,
      param: details[0]?.param ?? null,
      details: [...details],
      request_id: "req_3f2a9c1be07d4586a1b2c3d4",
      doc_url: `${publicUrl}/docs/errors#${code}`,
    },
  };
}
