import type { Failure } from "../control/failures.ts";
import type { FailureKind } from "../control/failure-kinds.ts";
import type { LineOddity } from "./line-oddities.ts";

/** How an operation departs from a good one. */
export interface OperationScript {
  readonly halfWay: HalfWay | null;
  readonly atEnd: "expire" | "hideUrl" | "miscount" | null;
  readonly oddity: LineOddity | null;
  readonly cancelMs: number | null;
}

export type HalfWay =
  | { readonly kind: "fail"; readonly errorCode: BulkErrorCode | null; readonly keepsPart: boolean }
  | { readonly kind: "stop" }
  /** Null: for ever. */
  | { readonly kind: "wait"; readonly forMs: number | null };

export type BulkErrorCode = "ACCESS_DENIED" | "INTERNAL_SERVER_ERROR" | "TIMEOUT";

const CANCELING_SLOWLY_MS = 60_000;

const GOOD: OperationScript = { halfWay: null, atEnd: null, oddity: null, cancelMs: null };

const failing = (errorCode: BulkErrorCode | null, keepsPart = false): OperationScript => ({
  ...GOOD,
  halfWay: { kind: "fail", errorCode, keepsPart },
});

const ODDITIES: readonly LineOddity[] = ["lone_surrogate", "byte_order_mark", "duplicate_key", "empty_line", "huge_description"];

export function scriptOf(failure: Failure | undefined): OperationScript {
  if (failure === undefined) return GOOD;
  const { kind, forMs } = failure;
  const oddity = ODDITIES.find((one) => one === kind);
  if (oddity !== undefined) return { ...GOOD, oddity };
  if (kind === "stuck_running") return { ...GOOD, halfWay: { kind: "wait", forMs } };
  if (kind === "canceling_slowly") return { ...GOOD, cancelMs: forMs ?? CANCELING_SLOWLY_MS };
  return SCRIPTS[kind] ?? GOOD;
}

const SCRIPTS: Readonly<Partial<Record<FailureKind, OperationScript>>> = {
  failed_access_denied: failing("ACCESS_DENIED"),
  failed_internal_error: failing("INTERNAL_SERVER_ERROR"),
  failed_timeout: failing("TIMEOUT"),
  failed_without_code: failing(null),
  failed_with_partial_data: failing("INTERNAL_SERVER_ERROR", true),
  canceled_by_somebody: { ...GOOD, halfWay: { kind: "stop" } },
  expired_at_once: { ...GOOD, atEnd: "expire" },
  completed_without_url: { ...GOOD, atEnd: "hideUrl" },
  wrong_counts: { ...GOOD, atEnd: "miscount" },
};
