import { PlainError } from "../../kernel/errors.ts";
import { AppFault } from "../../storefronts/shopify-app-port.ts";
import { type AppServices, type Boundary, connectShop, type Connected, requireApp, requireScopes } from "./connect-shop.ts";
import { shopName } from "./shop-name.ts";

const ASK_MS = 60_000;

/** Connects a shop of the app's own organization, where the app is installed: Shopify answers the app's secret alone, without a merchant. */
export async function connectByCredentials(services: AppServices, boundary: Boundary, shop: string): Promise<Connected> {
  const { settings, client } = requireApp(services);
  const name = shopName(shop);
  if (name === undefined)
    throw new PlainError("invalid_param", `${shop} isn't a Shopify shop. Use its myshopify.com domain, such as my-shop.myshopify.com.`);
  const call = { shop: name, signal: AbortSignal.timeout(ASK_MS) };
  const grant = await client.askByCredentials(call).catch((error: unknown) => {
    if (!(error instanceof AppFault) || error.fault !== "ended") throw error;
    const link = `${services.publicUrl}/shopify/install?shop=${name}`;
    throw new AppFault(
      "refused",
      `${name} isn't a shop of the app's own organization with the app installed. Its merchant installs it at ${link}`,
      error,
    );
  });
  requireScopes(settings, name, grant);
  const introduced = await client.introduce(call, grant);
  return connectShop(services, boundary, { grant, shop: introduced, also: async () => undefined });
}
