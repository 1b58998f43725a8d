import { formatId, type ShopId, storedId } from "../../kernel/ids.ts";
import { type Db, type ShopDb, transact } from "../../platform/postgres/postgres-port.ts";
import { recordAudit } from "../audit/index.ts";
import type { Services } from "../operation.ts";
import { eraseShop } from "./remove-shop.ts";
import { findShopView, listUninstalled, lockUninstalled } from "./shop-queries.ts";

/** How long an uninstalled shop can be read, by whoever wants to keep what is in it. */
const REDACTED_AFTER_HOURS = 48;
/** Erasing a large shop takes seconds; the rest follow a minute later. */
const SHOPS_A_LOOK = 20;

/** The queue, and the way to a shop's rows in a transaction. */
interface Redaction extends Pick<Services, "queue"> {
  readonly openShop: (transaction: Db, shopId: ShopId) => ShopDb;
}

/** Erases shops that were uninstalled long enough ago, each by itself; of several workers at one shop one does it. One that cannot be erased keeps no other. */
export async function redactShops(db: Db, redaction: Redaction, signal: AbortSignal): Promise<void> {
  const failures: unknown[] = [];
  for (const id of await listUninstalled(db, REDACTED_AFTER_HOURS, SHOPS_A_LOOK)) {
    if (signal.aborted) break;
    await eraseUninstalled(db, redaction, id).catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0)
    throw new AggregateError(failures, `could not erase ${failures.length} uninstalled shops: ${String(failures[0])}`);
}

/** Erases a shop and says so in the installation's audit log, unless it's in service again. */
export async function eraseUninstalled(db: Db, { queue, openShop }: Redaction, id: number): Promise<void> {
  const shopId = storedId("shop", id);
  await transact(db, async (transaction) => {
    const shop = openShop(transaction, shopId);
    const view = await findShopView(shop);
    if (view === undefined || !(await lockUninstalled(shop)) || !(await eraseShop({ queue }, shop))) return;
    const before = {
      object: "shop",
      id: formatId("shop", shopId),
      domain: view.domain,
      uninstalled_at: view.uninstalled_at?.toISOString(),
    };
    await recordAudit(transaction, {
      shopId: null,
      action: "shop.removed",
      actor: { kind: "system" },
      facts: { before },
      secrets: [],
      requestId: "",
    });
  });
}
