import type { Lifecycle } from "../../../kernel/lifecycle.ts";

/** What becomes of a bulk operation. While it is canceling it still takes a slot; a file lives seven days. */

export type BulkStatus = "CREATED" | "RUNNING" | "COMPLETED" | "FAILED" | "CANCELING" | "CANCELED" | "EXPIRED";
export type BulkEvent = "start" | "complete" | "fail" | "cancel" | "stop" | "expire";

const ENDED = { start: null, complete: null, fail: null, cancel: null, stop: null, expire: null } as const;

export const BULK_LIFECYCLE: Lifecycle<BulkStatus, BulkEvent> = {
  CREATED: { ...ENDED, start: "RUNNING", fail: "FAILED", cancel: "CANCELING", stop: "CANCELED" },
  RUNNING: { ...ENDED, complete: "COMPLETED", fail: "FAILED", cancel: "CANCELING", stop: "CANCELED" },
  CANCELING: { ...ENDED, cancel: "CANCELING", stop: "CANCELED" },
  COMPLETED: { ...ENDED, expire: "EXPIRED" },
  FAILED: ENDED,
  CANCELED: ENDED,
  EXPIRED: ENDED,
};

export const HOLDS_SLOT: Readonly<Record<BulkStatus, boolean>> = {
  CREATED: true,
  RUNNING: true,
  CANCELING: true,
  COMPLETED: false,
  FAILED: false,
  CANCELED: false,
  EXPIRED: false,
};
