import type { Config } from "./config.ts";
import { SAMPLE_SHOP, sampleImageBase } from "./storefronts/sample/sample-shop.ts";
import type { AdminTarget } from "./storefronts/shopify/admin-client.ts";

/** The platform of the sample shop is played by whichever process extracts it, on this machine alone, from the first time on. */
export function sampleTarget({ http }: Config, stack: AsyncDisposableStack): () => Promise<AdminTarget> {
  let starting: Promise<AdminTarget> | undefined;
  const start = async (): Promise<AdminTarget> => {
    const { startSimulator } = await import("./storefronts/simulator/start-simulator.ts");
    const { seed, products, domain } = SAMPLE_SHOP;
    const simulator = await startSimulator({ port: 0, seed, products, shopDomain: domain, imageBase: sampleImageBase(http.filesUrl) });
    if (stack.disposed) {
      await simulator[Symbol.asyncDispose]();
      throw new Error("The service is stopping.");
    }
    stack.use(simulator);
    return { shop: domain, origin: simulator.url, token: simulator.token };
  };
  return async () => {
    starting ??= start();
    try {
      return await starting;
    } catch (error) {
      // The next caller tries again.
      starting = undefined;
      throw error;
    }
  };
}
