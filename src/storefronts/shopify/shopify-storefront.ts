import type { Egress } from "../../platform/egress/egress-port.ts";
import type { Secrets } from "../../platform/secrets/secrets-port.ts";
import type { Logger } from "../../platform/telemetry/telemetry-port.ts";
import { PlainError } from "../../kernel/errors.ts";
import type { Extraction, ExtractionRequest, LeftOutPart, ShopAccess, Storefront } from "../storefront-port.ts";
import { adminClient, type AdminTarget } from "./admin-client.ts";
import { bringParts } from "./bring-parts.ts";
import { partProgress } from "./extraction-progress.ts";
import { catalogQuery, type PartQuery } from "./part-query.ts";
import { handParts } from "./hand-parts.ts";
import { ORDINARY_PACE, type Pace } from "./pace.ts";
import { createRepairs } from "./repairs.ts";
import { askCounts, askPlaces, askShop, askState } from "./shop-context.ts";
import { askCollections } from "./shop-lists.ts";
import { targetOf } from "./shopify-config.ts";
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
  const [{ readableParts }, { askRootUrls, wantedTranslations }, { toldPrices, wantedPrices }] = await Promise.all([
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
  const read = {
    files,
    storeUrl: shop.storeUrl,
    places,
    wantedMetafields: kept.metafields,
    locales: wish.locales,
    countries: prices.queries,
  };
  const { failed: unread, ...handed } = await handParts(read, { sink, signal, repairs, progress });
  const lost = new Map([...failed, ...unread]);
  const told = await withRootUrls(toldTranslations(wish, lost), () => askRootUrls(client, shop));
  const priced = toldPrices(prices, lost);
  if (told.leftOut.length > 0) repairs.note("translations_left_out", reasonsOf(told.leftOut));
  if (priced.leftOut.length > 0) repairs.note("prices_left_out", reasonsOf(priced.leftOut));
  if (priced.unsold.length > 0) repairs.note("market_inactive", `Countries: ${priced.unsold.join(", ")}.`);
  progress.done();
  const served = client.servedVersion();
  if (served !== null) repairs.note("api_version", `Served: ${served}.`);
  const translations = told.locales.map((locale) => ({ locale, rootUrl: told.roots.get(locale) ?? shop.storeUrl }));
  return {
    ...handed,
    markets: [],
    translations,
    countries: priced.countries,
    leftOut: [...told.leftOut, ...priced.leftOut],
    collections,
    shop: state,
    warnings: repairs.warnings(),
  };
}

interface ToldTranslations {
  readonly locales: readonly string[];
  readonly leftOut: readonly LeftOutPart[];
}

/** The languages that are here and those that aren't, once the export has gone well or has not. */
function toldTranslations({ query, locales, leftOut }: WantedTranslations, failed: ReadonlyMap<PartQuery, PlainError>): ToldTranslations {
  const fault = query === null ? undefined : failed.get(query);
  return fault === undefined ? { locales, leftOut } : allLeftOut({ locales, leftOut }, fault);
}

function allLeftOut({ locales, leftOut }: ToldTranslations, { message }: PlainError): ToldTranslations {
  return { locales: [], leftOut: [...leftOut, ...locales.map((code): LeftOutPart => ({ kind: "locale", code, reason: message }))] };
}

/** Without addresses every link would lead to another language. */
async function withRootUrls(
  told: ToldTranslations,
  ask: () => Promise<ReadonlyMap<string, string>>,
): Promise<ToldTranslations & { readonly roots: ReadonlyMap<string, string> }> {
  if (told.locales.length === 0) return { ...told, roots: new Map() };
  try {
    return { ...told, roots: await ask() };
  } catch (error) {
    if (!(error instanceof PlainError)) throw error;
    return { ...allLeftOut(told, error), roots: new Map() };
  }
}

/** Codes by reason, because most have the same. */
function reasonsOf(leftOut: readonly LeftOutPart[]): string {
  const byReason = Map.groupBy(leftOut, ({ reason }) => reason);
  return [...byReason].map(([reason, parts]) => `${parts.map(({ code }) => code).join(", ")}: ${reason}`).join(" ");
}

/** Amounts of another currency under the old name would be wrong prices in every feed. */
function currencyChanged(shop: string, before: string, now: string): PlainError {
  return new PlainError(
    "shopify_currency_changed",
    `${shop} sells in ${now} now, but was installed with ${before}. Add it again, so that its feeds carry the right currency.`,
  );
}
