import { PlainError } from "../../kernel/errors.ts";
import { exhaustedBy } from "../../kernel/exhausted.ts";
import { ObjectMissing, type Scratch } from "../../platform/objects/objects-port.ts";
import { WarehouseLost, WarehouseRefused, type WarehouseSession } from "../../platform/warehouse/warehouse-port.ts";
import type { ShopCall } from "../operation.ts";
import type { Snapshot } from "../snapshots/index.ts";

interface InteractiveWork {
  readonly session: WarehouseSession;
  readonly scratch: Scratch;
  /** Holds what is read until the work is done. */
  readonly leases: AsyncDisposableStack;
}

/** A preview of a million rows takes seconds; one that takes longer will not come. */
const DEADLINE_MS = 45_000;

/** What may become of work that is right. */
const FAILURES = [WarehouseLost, WarehouseRefused, ObjectMissing] as const;

/**
 * Work that somebody waits for, in a DuckDB of its own. `undefined` where that failed, or a file was not there; that is in the log. What has an
 * answer of its own is thrown: memory or disk that ran out, too many who wait, and work that takes too long however often it is tried.
 */
export async function inInteractiveSession<T>(
  call: ShopCall,
  { what, snapshot }: { readonly what: string; readonly snapshot: Pick<Snapshot, "facts"> },
  work: (work: InteractiveWork) => Promise<T>,
): Promise<T | undefined> {
  await using leases = new AsyncDisposableStack();
  await using scratch = await call.objects.scratch();
  try {
    await using session = await call.warehouse
      .of(call.shop.shopId)
      .session({ folder: scratch.path, deadlineMs: DEADLINE_MS, rows: snapshot.facts.variants, interactive: true });
    return await work({ session, scratch, leases });
  } catch (error) {
    if (exhaustedBy(error) !== null || !FAILURES.some((kind) => error instanceof kind)) throw error;
    if (error instanceof WarehouseLost && error.reason === "deadline") throw tooExpensive(error);
    // Nobody waits for it any more.
    if (error instanceof WarehouseLost && error.reason === "aborted") return undefined;
    call.log.error({ shop_id: call.shop.shopId, error: String(error), what }, "interactive work failed");
    return undefined;
  }
}

/** The deadline begins when the work does, so what waited for others is never taken for expensive. */
function tooExpensive(cause: WarehouseLost): PlainError {
  const message = `This wasn't computed within ${DEADLINE_MS / 1_000} seconds. Simplify the feed's rules and mappings.`;
  return new PlainError("plan_too_expensive", message, cause);
}
