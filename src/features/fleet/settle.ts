import { members } from "../../kernel/unsafe.ts";
import type { SettledTarget } from "./settle-queries.ts";

/** What its runs say of a shop's change. */
export interface Settlement {
  readonly event: "settle" | "hold" | "fail";
  readonly reason: string | null;
  readonly runId: number | null;
}

/** Null: it isn't known yet. */
export function settlementOf(found: SettledTarget): Settlement | null {
  const { extract_status: extract, run_id: runId } = found;
  if (extract === "pending" || extract === "running") return null;
  if (extract === "failed" || extract === "cancelled")
    return { event: "fail", reason: found.extract_error ?? `The extract is ${extract}.`, runId };
  if (found.went_live) return { event: "settle", reason: null, runId: null };
  if (found.is_coming) return null;
  if (found.run_status === "failed") return { event: "fail", reason: found.error_details ?? "The run failed.", runId };
  if (found.publication === "held") return { event: "hold", reason: heldReason(found.held_reasons), runId };
  if (found.publication === "discarded") return { event: "fail", reason: "The run was discarded.", runId };
  return { event: "fail", reason: "The run was cancelled before it ended.", runId };
}

function heldReason(reasons: unknown): string {
  const messages = Array.isArray(reasons) ? reasons.map((reason: unknown) => String(members(reason)["message"])) : [];
  return `The run is held. ${messages.join(" ")}`.trimEnd();
}
