import type { EventSource } from "../events/index.ts";
import { listKeys, lockKeysOf } from "./owned-keys.ts";
import { createShopKey } from "./shop-keys.ts";

/** Its name is how it's found. */
export const CONSOLE_KEY_NAME = "Console";
const GRANTS: readonly string[] = ["full_access"];

/**
 * The key of a shop that sign-in links stand for; made where there is none. Its secret is stored and shown nowhere, so it works through
 * sessions alone. Revoking it ends them, and the next link makes another. The shop's `db` is a transaction.
 */
export async function consoleKey(source: EventSource): Promise<number> {
  const { db, shopId } = source.shop;
  const owner = { kind: "merchant", shopId } as const;
  await lockKeysOf(db, owner);
  const found = (await listKeys(db, owner)).find(
    (key) =>
      key.name === CONSOLE_KEY_NAME &&
      key.revoked_at === null &&
      key.created_by_organization_id === null &&
      key.grants.includes("full_access"),
  );
  return found?.id ?? (await createShopKey(source, { name: CONSOLE_KEY_NAME, grants: GRANTS })).id;
}
