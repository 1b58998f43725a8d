import { setTimeout as sleep } from "node:timers/promises";
import { lookForUnreported } from "../../features/deltas/index.ts";
import type { Services } from "../../features/operation.ts";
import { exchangeLastingToken } from "../../features/shopify-grants/index.ts";
import { checkSubscriptions } from "../../features/shopify-webhooks/index.ts";
import { type Db, openShop } from "../../platform/postgres/postgres-port.ts";

/** A shop at a time is asked by each; true: there may be another one. */
const CHECKS = [checkSubscriptions, lookForUnreported, exchangeLastingToken] as const;
/** A shop that was just installed has its subscriptions within a second or two. */
const LOOK_EVERY_MS = 1_000;

interface Checking {
  readonly db: Db;
  readonly services: Services;
  readonly signal: AbortSignal;
}

/** Asks Shopify what is to be asked of each shop now and then, until the signal. A shop that is slow to answer holds up one kind of check, and no delta. */
export async function keepCheckingShops(checking: Checking): Promise<void> {
  await Promise.all(CHECKS.map((check) => keepChecking(checking, check)));
}

async function keepChecking({ db, services, signal }: Checking, check: (typeof CHECKS)[number]): Promise<void> {
  while (!signal.aborted) {
    const found = await check(services, { db, openShop, signal }).catch((error: unknown) => {
      services.log.debug({ check: check.name, error: String(error) }, "postponed a check of a shop");
      return false;
    });
    if (!found) await sleep(LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined);
  }
}
