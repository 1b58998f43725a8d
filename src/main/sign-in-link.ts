import type { App } from "../app.ts";
import { adminConsoleKey, consoleKey } from "../features/keys/index.ts";
import { makeSignInCode } from "../features/sessions/index.ts";
import type { ShopId } from "../kernel/ids.ts";
import { openShop, transact } from "../platform/postgres/postgres-port.ts";

/** A link that opens the console for a shop, or for the operator where `shopId` is null. Browsers send the fragment to no server and no other page. */
export async function makeSignInLink({ postgres, services, config }: App, shopId: ShopId | null): Promise<string> {
  const code = await transact(postgres.db, async (transaction) => {
    const id =
      shopId === null
        ? await adminConsoleKey(transaction)
        : await consoleKey({ shop: openShop(transaction, shopId), clock: services.clock });
    return makeSignInCode(transaction, { id, shopId });
  });
  return `${config.http.publicUrl}/console/sign-in#code=${code}`;
}
