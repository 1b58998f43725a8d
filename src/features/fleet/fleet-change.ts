import type { Lifecycle } from "../../kernel/lifecycle.ts";
import type { Database } from "../../platform/postgres/postgres-port.ts";
import type { Selectable } from "kysely";

export type FleetChangeRow = Selectable<Database["fleet_changes"]>;
export type FleetTargetRow = Selectable<Database["fleet_change_targets"]>;

export type FleetChangeStatus = FleetChangeRow["status"];
/** `previewed`, `halt` and `finish` are the worker's, the others a person's. `halt`: a run is held, or something failed. */
type FleetChangeEvent = "previewed" | "start" | "stop" | "halt" | "finish" | "cancel" | "undo";

/** A change of many shops. What could not be undone may be tried again. */
export const FLEET_CHANGE: Lifecycle<FleetChangeStatus, FleetChangeEvent> = {
  previewing: { previewed: "ready", start: null, stop: null, halt: null, finish: null, cancel: "cancelled", undo: null },
  ready: { previewed: null, start: "rolling", stop: null, halt: null, finish: null, cancel: "cancelled", undo: null },
  rolling: { previewed: null, start: null, stop: "stopped", halt: "stopped", finish: "completed", cancel: null, undo: null },
  stopped: { previewed: null, start: "rolling", stop: "stopped", halt: null, finish: null, cancel: null, undo: "undoing" },
  completed: { previewed: null, start: null, stop: null, halt: null, finish: null, cancel: null, undo: "undoing" },
  cancelled: { previewed: null, start: null, stop: null, halt: null, finish: null, cancel: null, undo: null },
  undoing: { previewed: null, start: null, stop: null, halt: null, finish: "undone", cancel: null, undo: null },
  undone: { previewed: null, start: null, stop: null, halt: null, finish: null, cancel: null, undo: "undoing" },
};

export type FleetTargetStatus = FleetTargetRow["status"];
/** `settle`, `hold`, `fail`: what became of its run. `retry`: a person lets what failed be tried again. `refuse_undo`: someone has changed the same since. */
type FleetTargetEvent = "apply" | "skip" | "fail" | "settle" | "hold" | "retry" | "undo" | "refuse_undo";

/** One shop, or one of its feeds, in such a change. */
export const FLEET_TARGET: Lifecycle<FleetTargetStatus, FleetTargetEvent> = {
  waiting: target({ apply: "applied", skip: "skipped", fail: "failed", settle: "done" }),
  applied: target({ fail: "failed", settle: "done", hold: "held", undo: "undone", refuse_undo: "not_undone" }),
  done: target({ undo: "undone", refuse_undo: "not_undone" }),
  held: target({ settle: "done", fail: "failed", undo: "undone", refuse_undo: "not_undone" }),
  failed: target({ retry: "waiting", undo: "undone", refuse_undo: "not_undone" }),
  skipped: target({ retry: "waiting" }),
  undone: target({}),
  not_undone: target({ retry: "done" }),
};

function target(moves: Partial<Record<FleetTargetEvent, FleetTargetStatus>>): Readonly<Record<FleetTargetEvent, FleetTargetStatus | null>> {
  const none = { apply: null, skip: null, fail: null, settle: null, hold: null, retry: null, undo: null, refuse_undo: null };
  return { ...none, ...moves };
}

/** One organization's clients; a page of the console shows them all. */
export const TARGETS_MAX = 500;
/** The oldest finished ones make room for new ones. */
export const CHANGES_KEPT_MAX = 200;
/** One shop shows that nothing is wrong, a few that it wasn't luck. */
export const DEFAULT_STAGES: readonly number[] = [1, 5];
