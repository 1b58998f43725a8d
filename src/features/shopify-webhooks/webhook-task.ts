import type { ShopId } from "../../kernel/ids.ts";
import type { Db, ShopDb } from "../../platform/postgres/postgres-port.ts";

/** What is to be done about a delivery, once for each. */
export interface WebhookTask {
  readonly webhook_id: string;
  readonly topic: string;
  readonly domain: string;
  /** What the body names, if that's needed. */
  readonly reference: string | null;
}

export interface Acting {
  readonly db: Db;
  readonly openShop: (db: Db, id: ShopId) => ShopDb;
  readonly signal: AbortSignal;
}
