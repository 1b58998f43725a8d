import type { ServerResponse } from "node:http";
import type { Services } from "../../features/operation.ts";
import type { ShopWarehouse, Warehouse } from "../../platform/warehouse/warehouse-port.ts";

/** Fires when the client has left before the whole answer was written. */
export function clientLeft(answer: ServerResponse): AbortSignal {
  const left = new AbortController();
  const end = (): void => {
    if (!answer.writableFinished) left.abort();
  };
  if (answer.destroyed) end();
  else answer.once("close", end);
  return left.signal;
}

/** The services of one call: what DuckDB does for it ends when the signal fires. */
export function cancellableServices(services: Services, signal: AbortSignal): Services {
  return { ...services, warehouse: cancellableWarehouse(services.warehouse, signal) };
}

function cancellableWarehouse(warehouse: Warehouse, signal: AbortSignal): Warehouse {
  const both = (own: AbortSignal | undefined): AbortSignal => (own === undefined ? signal : AbortSignal.any([own, signal]));
  return {
    of(shop) {
      const inner = warehouse.of(shop);
      return {
        query: (statement, options) => inner.query(statement, { ...options, signal: both(options?.signal) }),
        judge: (statement) => inner.judge(statement),
        session: (options) => inner.session({ ...options, signal: both(options.signal) }),
      } satisfies ShopWarehouse;
    },
    load: () => warehouse.load(),
    [Symbol.asyncDispose]: () => warehouse[Symbol.asyncDispose](),
  };
}
