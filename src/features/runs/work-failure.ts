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

/** How work is given back: because its worker stops, or because it waits for room, which both count as no try; or to be tried again at once. */
export type GivenBack = "stopping" | WaitForRoom | undefined;

/** What the row of such work says until it is taken again: a heartbeat that lies ahead is no silence yet. */
export function givenBack(how: GivenBack) {
  if (how === undefined) return { beat_at: null };
  if (how === "stopping") return { beat_at: null, handed_back: sql<number>`handed_back + 1` };
  return {
    beat_at: sql<Date>`now() + make_interval(secs => ${how.waitS})`,
    room_waits: sql<number>`room_waits + 1`,
    error_code: how.code,
    error_details: how.details,
  };
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

/** What a claim says of earlier attempts. */
export interface Tried {
  /** Attempts with this one, without those that were handed back or ended for lack of room. */
  readonly tries: number;
  /** How often the work waited for room. */
  readonly room_waits: number;
}

/** `never`: the work has failed. */
export function retryOf(error: unknown, { tries, room_waits: waits }: Tried, triesMax: number): GivenBack | "never" {
  if (isFinal(error)) return "never";
  const wait = waitForRoom(error, waits);
  if (wait !== undefined) return waits < WAITS_S.length ? wait : "never";
  return tries < triesMax ? undefined : "never";
}

/** Undefined: the work failed for another reason. `waits`: how often it has waited before. */
function waitForRoom(error: unknown, waits: number): WaitForRoom | undefined {
  // A newer process takes it sooner.
  if (error instanceof FormatNewer) return { code: error.code, details: error.message, waitS: 0 };
  const exhausted = exhaustedBy(error);
  if (exhausted === null) return undefined;
  return { code: exhausted.code, details: exhausted.message, waitS: WAITS_S[waits] ?? 0 };
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
