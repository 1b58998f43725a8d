import type { App } from "../app.ts";
import { consoleKey } from "../features/keys/index.ts";
import { makeSignInCode } from "../features/sessions/index.ts";
import type { ShopId } from "../kernel/ids.ts";
import { openShop, transact } from "../platform/postgres/postgres-port.ts";

/** A link that opens the console for a shop. The code is in the fragment, which browsers send to no server and to no other page. */
export async function makeSignInLink({ postgres, services, config }: App, shopId: ShopId): Promise<string> {
  const code = await transact(postgres.db, async (transaction) => {
    const shop = openShop(transaction, shopId);
    return makeSignInCode(shop, await consoleKey({ shop, clock: services.clock }));
  });
  return `${config.http.publicUrl}/console/sign-in#code=${code}`;
}
