import type { ShopDb } from "../../platform/postgres/postgres-port.ts";
import type { RequestBudget } from "../../storefronts/storefront-port.ts";
import { insertBudget, reportBudget, takeBudget } from "./budget-queries.ts";

/** The shop's budget at its platform, counted in the database, so that all processes together stay within it. */
export function requestBudget(shop: ShopDb): RequestBudget {
  return Object.freeze({
    async take(cost: number) {
      const wait = (await takeBudget(shop, cost)) ?? (await insertBudget(shop).then(() => takeBudget(shop, cost)));
      return wait ?? 0;
    },
    report: (left: Parameters<RequestBudget["report"]>[0]) => reportBudget(shop, left),
  });
}
