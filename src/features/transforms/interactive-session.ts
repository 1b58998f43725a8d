import { exhaustedBy } from "../../kernel/exhausted.ts";
import { ObjectMissing, type Scratch } from "../../platform/objects/objects-port.ts";
import { WarehouseLost, WarehouseRefused, type WarehouseSession } from "../../platform/warehouse/warehouse-port.ts";
import type { ShopCall } from "../operation.ts";

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

/** Work that somebody waits for, in a DuckDB of its own. `undefined` where that failed, or a file was not there; that is in the log. Memory or disk that ran out is thrown. */
export async function inInteractiveSession<T>(
  call: ShopCall,
  what: string,
  work: (work: InteractiveWork) => Promise<T>,
): Promise<T | undefined> {
  await using leases = new AsyncDisposableStack();
  await using scratch = await call.objects.scratch();
  const signal = AbortSignal.timeout(DEADLINE_MS);
  try {
    await using session = await call.warehouse
      .of(call.shop.shopId)
      .session({ signal, folder: scratch.path, deadlineMs: DEADLINE_MS, interactive: true });
    return await work({ session, scratch, leases });
  } catch (error) {
    // That has an answer of its own, which says what to do.
    if (exhaustedBy(error) !== null || !FAILURES.some((kind) => error instanceof kind)) throw error;
    call.log.error({ shop_id: call.shop.shopId, error: String(error), what }, "interactive work failed");
    return undefined;
  }
}
