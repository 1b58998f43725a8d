import type { ApiAnswer } from "../api/client.ts";
import type { Status } from "../ui/status.tsx";

export type Change = ApiAnswer<"fleet.get_change">;
export type Target = Change["shops"][number];

/** How each state looks; its word is in the messages. */
export const CHANGE_MARKS: Readonly<Record<Change["status"], Status>> = {
  previewing: "running",
  ready: "idle",
  rolling: "running",
  stopped: "held",
  completed: "live",
  cancelled: "superseded",
  undoing: "running",
  undone: "superseded",
};

export const TARGET_MARKS: Readonly<Record<Target["status"], Status>> = {
  waiting: "idle",
  applied: "running",
  done: "live",
  held: "held",
  failed: "failed",
  skipped: "superseded",
  undone: "superseded",
  not_undone: "failed",
};

/** Whether a worker is at it, so that the page will soon be out of date. */
export function isMoving(status: Change["status"]): boolean {
  return status === "previewing" || status === "rolling" || status === "undoing";
}

/** How many are over, of how many. */
export function settledOf(counts: Change["counts"]): readonly [settled: number, all: number] {
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return [all - counts.waiting - counts.applied, all];
}
