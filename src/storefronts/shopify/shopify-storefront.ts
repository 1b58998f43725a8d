import type { Egress } from "../../platform/egress/egress-port.ts";
import type { Secrets } from "../../platform/secrets/secrets-port.ts";
import type { Logger } from "../../platform/telemetry/telemetry-port.ts";
import { PlainError } from "../../kernel/errors.ts";
import type { Extraction, ExtractionRequest, ShopAccess, Storefront } from "../storefront-port.ts";
import { adminClient, type AdminTarget } from "./admin-client.ts";
import { bringParts } from "./bring-parts.ts";
import { partProgress } from "./extraction-progress.ts";
import { handParts } from "./hand-parts.ts";
import { ORDINARY_PACE, type Pace } from "./pace.ts";
import { createRepairs } from "./repairs.ts";
import { askCounts, askPlaces, askShop, askState } from "./shop-context.ts";
import { askCollections } from "./shop-lists.ts";
import { targetOf } from "./shopify-config.ts";

export interface ShopifyServices {
  readonly secrets: Secrets;
  readonly egress: Pick<Egress, "fetch">;
  readonly log: Logger;
  /** Where the sample shop is; started when it is first asked for. */
  readonly sample: () => Promise<AdminTarget>;
  readonly pace?: Pace;
  /** Whether a new shop may be a simulator on this machine: any port of it would be asked. */
  readonly allowLoopback?: boolean;
}

/**
 * A shop on Shopify, read by bulk operations of its Admin API: all parts at once, then one after the other into records. What reads its
 * schema is loaded when it is asked for, so that commands that don't ask start sooner.
 */
export function shopifyStorefront(services: ShopifyServices): Storefront {
  return Object.freeze({
    kind: "shopify",
    extract: (request: ExtractionRequest) => extractShop(services, request),
    async introduce(access: ShopAccess, signal: AbortSignal) {
      if (access.kind !== "shopify") throw new Error(`Shopify knows nothing of a shop by ${access.kind}`);
      const { introduceShop } = await import("./introduce-shop.ts");
      return introduceShop(services, access, signal);
    },
  } as const);
}

async function extractShop(
  { secrets, egress, log, sample, pace = ORDINARY_PACE }: ShopifyServices,
  request: ExtractionRequest,
): Promise<Extraction> {
  const { signal, sink } = request;
  const target = await targetOf(secrets, sample, request.shop.config);
  const client = adminClient(target, { egress, budget: request.budget, log, pace, signal });
  const shop = await askShop(client);
  if (shop.currency !== request.shop.currency) throw currencyChanged(target.shop, request.shop.currency, shop.currency);
  const { readableParts } = await import("./catalog-parts.ts");
  const { parts: readable, missingScopes } = readableParts(shop.scopes);
  const places = await askPlaces(client, readable);
  const parts = readable.filter((part) => part !== "publications" || places.onlineStore !== null);
  const progress = partProgress(parts, await askCounts(client), request.progress);
  const repairs = createRepairs();
  const [state, collections] = await Promise.all([askState(client, shop), askCollections(client, repairs)]);
  const files = await bringParts({ egress, target, request, pace, log, progress }, parts);

  if (missingScopes.length > 0) repairs.note("scope_missing", `Missing: ${missingScopes.join(", ")}.`);
  const read = { files, storeUrl: shop.storeUrl, places, wantedMetafields: request.shop.metafields };
  const handed = await handParts(read, { sink, signal, repairs, progress });
  progress.done();
  const served = client.servedVersion();
  if (served !== null) repairs.note("api_version", `Served: ${served}.`);
  return { ...handed, markets: [], countries: [], translations: [], collections, shop: state, warnings: repairs.warnings() };
}

/** Amounts of another currency under the old name would be wrong prices in every feed. */
function currencyChanged(shop: string, before: string, now: string): PlainError {
  return new PlainError(
    "shopify_currency_changed",
    `${shop} sells in ${now} now, but was installed with ${before}. Add it again, so that its feeds carry the right currency.`,
  );
}
