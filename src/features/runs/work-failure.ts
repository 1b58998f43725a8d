import { sql } from "kysely";
import { exhaustedBy } from "../../kernel/exhausted.ts";
import { PlainError } from "../../kernel/errors.ts";
import { FormatNewer } from "../../kernel/stored-format.ts";
import { WarehouseLost, WarehouseRefused } from "../../platform/warehouse/warehouse-port.ts";

/**
 * Whether the next attempt would only fail again: what we told a person, a statement that was refused, work past its bound.
 * Anything else (a killed child, a database or disk that went away) passes; a mistake of ours that does not is ended by the
 * bound on attempts.
 */
export function isFinal(error: unknown): boolean {
  const exhausted = exhaustedBy(error);
  if (exhausted !== null) return !exhausted.passes;
  if (error instanceof WarehouseLost) return error.reason === "deadline";
  if (error instanceof FormatNewer) return false;
  return error instanceof PlainError || error instanceof WarehouseRefused;
}

/** Ends work that somebody asked for at the moment its shop was uninstalled. */
export function uninstalledShop(): PlainError {
  return new PlainError("shop_inactive", "The shop was uninstalled.");
}

/** How work is given back: because its worker stops, which counts as no try, or because it waits for room. */
export type GivenBack = "stopping" | WaitForRoom | undefined;

/** What the row of such work says until it is taken again: a heartbeat that lies ahead is no silence yet. */
export function givenBack(how: GivenBack) {
  if (how === undefined) return { beat_at: null };
  if (how === "stopping") return { beat_at: null, handed_back: sql<number>`handed_back + 1` };
  const wait = how;
  return { beat_at: sql<Date>`now() + make_interval(secs => ${wait.waitS})`, error_code: wait.code, error_details: wait.details };
}

export interface FailureReason {
  readonly code: string;
  readonly details: string;
}

/** What work that waits for room says meanwhile, and how much longer than other work that was given back it waits. */
export interface WaitForRoom extends FailureReason {
  readonly waitS: number;
}

/** Beside the silence that every claim is allowed: short at first, for somebody who has just freed some space; twenty minutes in all. */
const WAITS_S: readonly number[] = [0, 40, 220, 880];

/** Undefined: the work is tried again at once. */
export function waitForRoom(error: unknown, attempt: number): WaitForRoom | undefined {
  // A newer process takes it sooner.
  if (error instanceof FormatNewer) return { code: error.code, details: error.message, waitS: 0 };
  const exhausted = exhaustedBy(error);
  if (exhausted === null) return undefined;
  return { code: exhausted.code, details: exhausted.message, waitS: WAITS_S[attempt - 1] ?? 0 };
}

/** What a failed run or extract (`work`) says of itself. Only a `PlainError` may be shown as it is. */
export function failureReason(error: unknown, work: "run" | "extract"): FailureReason {
  const exhausted = exhaustedBy(error);
  if (exhausted !== null) return { code: exhausted.code, details: exhausted.message };
  if (error instanceof PlainError) return { code: error.code, details: error.message };
  if (error instanceof WarehouseLost && error.reason === "deadline")
    return {
      code: "deadline",
      details: `The ${work} exceeded its time limit. Start another one, or simplify the feed's rules and mappings.`,
    };
  return { code: "internal_error", details: `Something went wrong on our side. The log of this ${work} has the details.` };
}
