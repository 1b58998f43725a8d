import type { Db } from "../../platform/postgres/postgres-port.ts";
import type { EventSource } from "../events/index.ts";
import { createKey, type KeyOwner } from "./create-key.ts";
import { listKeys, lockKeysOf } from "./owned-keys.ts";
import { createShopKey } from "./shop-keys.ts";

/**
 * The keys that sign-in links stand for; made where there is none. Their secrets are stored and shown nowhere, so they work through sessions
 * alone. Revoking one ends its sessions, and the next link makes another.
 */

/** Its name is how it's found. */
export const CONSOLE_KEY_NAME = "Console";
const MERCHANT_GRANT = "full_access";
const ADMIN_GRANT = "write_admin";

/** The shop's `db` is a transaction. */
export async function consoleKey(source: EventSource): Promise<number> {
  const { db, shopId } = source.shop;
  const found = await findConsoleKey(db, { kind: "merchant", shopId }, MERCHANT_GRANT);
  return found ?? (await createShopKey(source, { name: CONSOLE_KEY_NAME, grants: [MERCHANT_GRANT] })).id;
}

/** The operator's. `db` is a transaction. */
export async function adminConsoleKey(db: Db): Promise<number> {
  const owner = { kind: "admin" } as const;
  const found = await findConsoleKey(db, owner, ADMIN_GRANT);
  return found ?? (await createKey(db, { ...owner, name: CONSOLE_KEY_NAME, grants: [ADMIN_GRANT] })).id;
}

async function findConsoleKey(db: Db, owner: KeyOwner, grant: string): Promise<number | undefined> {
  await lockKeysOf(db, owner);
  return (await listKeys(db, owner)).find(
    (key) =>
      key.name === CONSOLE_KEY_NAME && key.revoked_at === null && key.created_by_organization_id === null && key.grants.includes(grant),
  )?.id;
}
