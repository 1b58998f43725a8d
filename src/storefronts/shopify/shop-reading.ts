import { PlainError } from "../../kernel/errors.ts";
import type { Egress } from "../../platform/egress/egress-port.ts";
import type { Secrets } from "../../platform/secrets/secrets-port.ts";
import type { Logger } from "../../platform/telemetry/telemetry-port.ts";
import type { ShopifyAppSettings } from "../shopify-app-port.ts";
import type { ExtractionRequest, ShopState } from "../storefront-port.ts";
import { type AdminClient, adminClient, type AdminTarget } from "./admin-client.ts";
import { askLabels } from "./ask-labels.ts";
import { askReferences, type References } from "./ask-references.ts";
import type { CatalogPart } from "./bulk-documents.ts";
import type { PartFiles } from "./hand-parts.ts";
import type { ReferenceKind } from "./metafield-references.ts";
import { ORDINARY_PACE, type Pace } from "./pace.ts";
import { catalogQuery, type PartQuery } from "./part-query.ts";
import type { Repairs } from "./repairs.ts";
import { askPlaces, askShop, askState, type ShopContext, type ShopPlaces } from "./shop-context.ts";
import { targetOf } from "./shopify-config.ts";
import type { WantedPrices } from "./wanted-prices.ts";
import type { WantedTranslations } from "./wanted-translations.ts";

export interface ShopifyServices {
  readonly secrets: Secrets;
  readonly egress: Pick<Egress, "fetch">;
  readonly log: Logger;
  /** Where the sample shop is; started when it is first asked for. */
  readonly sample: () => Promise<AdminTarget>;
  readonly pace?: Pace;
  /** Whether a new shop may be a simulator on this machine: any port of it would be asked. */
  readonly allowLoopback?: boolean;
  /** Of the Admin API. */
  readonly version?: string;
  readonly app?: ShopifyAppSettings | null;
}

type ReadingRequest = Pick<ExtractionRequest, "shop" | "wanted" | "signal" | "budget" | "waiting">;

/** What has to be known of a shop before anything of its catalog is read, be it the whole or single products. */
export interface ShopReading {
  readonly target: AdminTarget;
  readonly client: AdminClient;
  readonly shop: ShopContext;
  readonly places: ShopPlaces;
  readonly parts: readonly CatalogPart[];
  readonly state: ShopState;
  readonly wish: WantedTranslations;
  readonly prices: WantedPrices;
  readonly missingScopes: readonly string[];
  readonly unnamed: ReadonlyMap<ReferenceKind, string>;
  /** What to ask for, the catalog's own parts first. */
  readonly queries: readonly PartQuery[];
}

/** What reads the schema is loaded when it is asked for, so that commands that don't ask start sooner. */
export async function openReading(services: ShopifyServices, request: ReadingRequest): Promise<ShopReading> {
  const { egress, log, version, pace = ORDINARY_PACE } = services;
  const { budget, signal, wanted, waiting, shop: kept } = request;
  const target = { ...(await targetOf(services, kept)), version };
  const client = adminClient(target, { egress, budget, log, pace, signal, waiting });
  const shop = await askShop(client);
  if (shop.currency !== kept.currency) throw currencyChanged(target.shop, kept.currency, shop.currency);
  const [{ hiddenReferences, readableParts }, { wantedTranslations }, { wantedPrices }] = await Promise.all([
    import("./catalog-parts.ts"),
    import("./wanted-translations.ts"),
    import("./wanted-prices.ts"),
  ]);
  const { parts: readable, missingScopes } = readableParts(shop.scopes);
  const [places, state] = await Promise.all([askPlaces(client, readable), askState(client, shop)]);
  const parts = readable.filter((part) => part !== "publications" || places.onlineStore !== null);
  const wish = wantedTranslations({ wanted: wanted.locales, scopes: shop.scopes, languages: state.languages, metafields: kept.metafields });
  const prices = await wantedPrices(client, { wanted: wanted.countries, shop, markets: state.markets });
  const queries = [...parts.map(catalogQuery), ...(wish.query === null ? [] : [wish.query]), ...prices.queries.keys()];
  const unnamed = hiddenReferences(shop.scopes);
  return { target, client, shop, places, parts, state, wish, prices, missingScopes, unnamed, queries };
}

/** The parts' files as they are handed over. */
export function partFiles(
  { shop, places, wish, prices, unnamed }: ShopReading,
  { metafields: wanted, knownMetafields: known }: ReadingRequest["shop"],
  files: ReadonlyMap<PartQuery, string>,
): PartFiles {
  const metafields = { wanted, known, hidden: [...unnamed.keys()] };
  return { files, shop, places, metafields, locales: wish.locales, countries: prices.queries };
}

/** Asks what metafields' references are called. */
export function namesAsked({ client, wish }: ShopReading, repairs: Repairs) {
  return async (references: References) => {
    const names = await askReferences(client, references, repairs);
    return { names, labels: await askLabels(client, wish, { references, names, repairs }) };
  };
}

/** Amounts of another currency under the old name would be wrong prices in every feed. */
function currencyChanged(shop: string, before: string, now: string): PlainError {
  return new PlainError(
    "shopify_currency_changed",
    `${shop} now sells in ${now}, but was installed with ${before}. Add the shop again so that its feeds have the right currency.`,
  );
}
