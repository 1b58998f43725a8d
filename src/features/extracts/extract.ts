import type { Lifecycle } from "../../kernel/lifecycle.ts";

export type ExtractStatus = "pending" | "running" | "completed" | "failed" | "cancelled";
/** `start`: a worker takes it, the first time or after another fell silent. */
export type ExtractEvent = "start" | "done" | "error" | "cancel";

/** An extract can be started again while it runs, because a worker that dies is replaced by another. */
export const EXTRACT: Lifecycle<ExtractStatus, ExtractEvent> = {
  pending: { start: "running", done: null, error: "failed", cancel: "cancelled" },
  running: { start: "running", done: "completed", error: "failed", cancel: "cancelled" },
  completed: { start: null, done: null, error: null, cancel: null },
  failed: { start: null, done: null, error: null, cancel: null },
  cancelled: { start: null, done: null, error: null, cancel: null },
};

export const EXTRACT_STATUSES: readonly ExtractStatus[] = ["pending", "running", "completed", "failed", "cancelled"];

/** Claims an extract may have: one that takes its worker down this often would take down the next one too. */
export const EXTRACT_ATTEMPTS_MAX = 5;
