import { type AppServices, type EmbeddedCaller, openEmbeddedSession, readEmbeddedCaller } from "../../features/shopify-app/index.ts";
import { RequestError } from "../../kernel/errors.ts";
import { type Db, openShop } from "../../platform/postgres/postgres-port.ts";
import { AppFault } from "../../storefronts/shopify-app-port.ts";
import { unavailable } from "./request-error.ts";

/** Requests from inside the Shopify admin: each carries a token that Shopify signed a moment ago, and no cookie. */
export interface EmbeddedCallers {
  /** Undefined where it's no token of App Bridge's, null where it's one that isn't accepted. Nothing is asked elsewhere. */
  readonly readEmbedded: (bearer: string) => EmbeddedCaller | null | undefined;
  /** Opens the console's session of the caller, and installs the shop if need be. Throws `RequestError`. */
  readonly openEmbedded: (caller: EmbeddedCaller, requestId: string) => Promise<void>;
}

/** One after another for each shop: a page asks for several things at once, and the first of them installs the shop. */
export function embeddedCallers(services: AppServices, db: Db): EmbeddedCallers {
  const opening = new Map<string, Promise<void>>();
  const open = async (caller: EmbeddedCaller, requestId: string): Promise<void> => {
    try {
      await openEmbeddedSession(services, { db, openShop, requestId }, caller);
    } catch (error) {
      if (!(error instanceof AppFault)) throw error;
      services.log.info({ fault: error.code, reason: error.message }, "a page in the Shopify admin couldn't open its session");
      if (error.fault === "unavailable") throw unavailable();
      throw new RequestError("unauthorized", { message: error.message });
    }
  };
  return {
    readEmbedded: (bearer) => readEmbeddedCaller(services, bearer),
    async openEmbedded(caller, requestId) {
      const { shop } = caller;
      const mine = (opening.get(shop) ?? Promise.resolve()).catch(() => undefined).then(() => open(caller, requestId));
      opening.set(shop, mine);
      try {
        await mine;
      } finally {
        if (opening.get(shop) === mine) opening.delete(shop);
      }
    },
  };
}
