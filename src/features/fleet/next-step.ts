import type { FleetChangeRow, FleetTargetRow } from "./fleet-change.ts";

/** What a worker does next about a rollout. */
export type FleetStep =
  | { readonly kind: "apply"; readonly targetId: number }
  /** Runs, or other work of a shop, must end first. */
  | { readonly kind: "wait" }
  | { readonly kind: "halt"; readonly targetId: number }
  | { readonly kind: "finish" };

type Target = Pick<FleetTargetRow, "id" | "stage" | "status" | "accepted" | "retry_at">;

/**
 * Stage after stage: a stage is over when none of its shops waits, or waits for a run. Anything that is held or failed stops it before the next
 * shop is changed, unless a person has accepted it.
 */
export function nextStep({ stop_on: stopOn }: Pick<FleetChangeRow, "stop_on">, targets: readonly Target[], now: Date): FleetStep {
  const bad = targets.find(({ status, accepted }) => !accepted && stopOn.some((stop) => stop === status));
  if (bad !== undefined) return { kind: "halt", targetId: bad.id };
  const open = targets.filter(({ status }) => status === "waiting" || status === "applied");
  if (open.length === 0) return { kind: "finish" };
  const stage = Math.min(...open.map((target) => target.stage));
  const next = open.find(({ stage: own, status, retry_at: at }) => own === stage && status === "waiting" && (at === null || at <= now));
  return next === undefined ? { kind: "wait" } : { kind: "apply", targetId: next.id };
}

/** The stage that is under way, or the last one once it's over. */
export function presentStage({ stages }: Pick<FleetChangeRow, "stages">, targets: readonly Pick<Target, "stage" | "status">[]): number {
  const open = targets.filter(({ status }) => status === "waiting" || status === "applied");
  return open.length === 0 ? stages.length : Math.min(...open.map(({ stage }) => stage));
}
