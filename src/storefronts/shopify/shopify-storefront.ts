import type { Egress } from "../../platform/egress/egress-port.ts";
import type { Secrets } from "../../platform/secrets/secrets-port.ts";
import type { Logger } from "../../platform/telemetry/telemetry-port.ts";
import { PlainError } from "../../kernel/errors.ts";
import type { ShopifyAppSettings } from "../shopify-app-port.ts";
import type { Extraction, ExtractionRequest, LeftOutPart, ShopAccess, Storefront } from "../storefront-port.ts";
import { adminClient, type AdminTarget } from "./admin-client.ts";
import { askLabels } from "./ask-labels.ts";
import { askReferences, type References } from "./ask-references.ts";
import { bringParts } from "./bring-parts.ts";
import { partProgress } from "./extraction-progress.ts";
import { catalogQuery } from "./part-query.ts";
import { type Handed, handParts } from "./hand-parts.ts";
import type { ReferenceKind } from "./metafield-references.ts";
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
  /** Of the Admin API. */
  readonly version?: string;
  readonly app?: ShopifyAppSettings | null;
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
      if (access.kind !== "shopify") throw new Error(`Shopify can't read a shop of kind ${access.kind}`);
      const { introduceShop } = await import("./introduce-shop.ts");
      return introduceShop(services, access, signal);
    },
  } as const);
}

async function extractShop(
  { egress, log, version, pace = ORDINARY_PACE, ...services }: ShopifyServices,
  request: ExtractionRequest,
): Promise<Extraction> {
  const { signal, sink } = request;
  const target = { ...(await targetOf(services, request.shop)), version };
  const client = adminClient(target, { egress, budget: request.budget, log, pace, signal });
  const shop = await askShop(client);
  if (shop.currency !== request.shop.currency) throw currencyChanged(target.shop, request.shop.currency, shop.currency);
  const [{ hiddenReferences, readableParts }, { toldTranslations, wantedTranslations }, { toldPrices, wantedPrices }] = await Promise.all([
    import("./catalog-parts.ts"),
    import("./wanted-translations.ts"),
    import("./wanted-prices.ts"),
  ]);
  const { parts: readable, missingScopes } = readableParts(shop.scopes);
  const places = await askPlaces(client, readable);
  const parts = readable.filter((part) => part !== "publications" || places.onlineStore !== null);
  const repairs = createRepairs();
  const [state, collections] = await Promise.all([askState(client, shop), askCollections(client, repairs)]);
  const { wanted, shop: kept } = request;
  const wish = wantedTranslations({ wanted: wanted.locales, scopes: shop.scopes, languages: state.languages, metafields: kept.metafields });
  const prices = await wantedPrices(client, { wanted: wanted.countries, shop, markets: state.markets });
  const queries = [...parts.map(catalogQuery), ...(wish.query === null ? [] : [wish.query]), ...prices.queries.keys()];
  const progress = partProgress(queries, await askCounts(client), request.progress);
  const { files, failed } = await bringParts({ egress, target, request, pace, log, progress }, queries);

  const lacking = new Set([...missingScopes, ...(wish.missingScope === null ? [] : [wish.missingScope]), ...prices.missingScopes]);
  if (lacking.size > 0) repairs.note("scope_missing", `Missing: ${[...lacking].join(", ")}.`);
  const unnamed = hiddenReferences(shop.scopes);
  const metafields = { wanted: kept.metafields, known: kept.knownMetafields, hidden: [...unnamed.keys()] };
  const namesOf = async (references: References) => {
    const names = await askReferences(client, references, repairs);
    return { names, labels: await askLabels(client, wish, { references, names, repairs }) };
  };
  const read = { files, shop, places, metafields, locales: wish.locales, countries: prices.queries };
  const { failed: unread, hidden, ...handed } = await handParts(read, { sink, signal, repairs, progress, namesOf });
  if (hidden.size > 0) repairs.note("references_unreadable", missingFor(hidden, unnamed));
  const lost = new Map([...failed, ...unread]);
  const told = await toldTranslations(client, wish, { shop, failed: lost });
  const priced = toldPrices(prices, lost);
  if (told.leftOut.length > 0) repairs.note("translations_left_out", reasonsOf(told.leftOut));
  if (priced.leftOut.length > 0) repairs.note("prices_left_out", reasonsOf(priced.leftOut));
  if (priced.unsold.length > 0) repairs.note("market_inactive", `Countries: ${priced.unsold.join(", ")}.`);
  progress.done();
  const served = client.servedVersion();
  if (served !== null) repairs.note("api_version", `Served: ${served}.`);
  return {
    ...handed,
    markets: [],
    translations: told.translations,
    countries: priced.countries,
    leftOut: [...told.leftOut, ...priced.leftOut],
    collections,
    shop: state,
    warnings: repairs.warnings(),
  };
}

/** Codes by reason, because most have the same. */
function reasonsOf(leftOut: readonly LeftOutPart[]): string {
  const byReason = Map.groupBy(leftOut, ({ reason }) => reason);
  return [...byReason].map(([reason, parts]) => `${parts.map(({ code }) => code).join(", ")}: ${reason}`).join(" ");
}

/** Metafields that a sentence names. */
const NAMED_MAX = 5;

/** `Missing: read_metaobjects (shopify.color-pattern, shopify.size).` */
function missingFor(hidden: Handed["hidden"], scopes: ReadonlyMap<ReferenceKind, string>): string {
  const missing = [...hidden].map(([kind, names]) => {
    const more = names.length - NAMED_MAX;
    return `${scopes.get(kind)} (${names.slice(0, NAMED_MAX).join(", ")}${more > 0 ? ` and ${more} more` : ""})`;
  });
  return `Missing: ${missing.join(", ")}.`;
}

/** Amounts of another currency under the old name would be wrong prices in every feed. */
function currencyChanged(shop: string, before: string, now: string): PlainError {
  return new PlainError(
    "shopify_currency_changed",
    `${shop} now sells in ${now}, but was installed with ${before}. Add the shop again so that its feeds have the right currency.`,
  );
}
