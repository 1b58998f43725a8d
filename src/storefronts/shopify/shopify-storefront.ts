import type {
  ChangedRequest,
  Extraction,
  ExtractionRequest,
  LeftOutPart,
  RefreshRequest,
  ShopAccess,
  Storefront,
} from "../storefront-port.ts";
import { bringParts } from "./bring-parts.ts";
import { type BulkBell, createBulkBell } from "./bulk-bell.ts";
import { contextDigest } from "./catalog-context.ts";
import { partProgress } from "./extraction-progress.ts";
import { type Handed, handParts } from "./hand-parts.ts";
import type { ReferenceKind } from "./metafield-references.ts";
import { ORDINARY_PACE } from "./pace.ts";
import { createRepairs } from "./repairs.ts";
import { askCounts } from "./shop-context.ts";
import { askCollections } from "./shop-lists.ts";
import { namesAsked, openReading, partFiles, type ShopifyServices } from "./shop-reading.ts";

/**
 * A shop on Shopify, read by bulk operations of its Admin API: all parts at once, then one after the other into records. Single products are
 * read by ordinary queries for the same fields.
 */
export function shopifyStorefront(services: ShopifyServices): Storefront {
  const bell = createBulkBell();
  return Object.freeze({
    kind: "shopify",
    extract: (request: ExtractionRequest) => extractShop({ ...services, bell }, request),
    waiting: () => bell.waiting(),
    wake: (domain: string) => bell.ring(domain),
    async changedSince(request: ChangedRequest) {
      const { changedProducts } = await import("./changed-products.ts");
      return changedProducts(services, request);
    },
    async refresh(request: RefreshRequest) {
      const { refreshProducts } = await import("./refresh-products.ts");
      return refreshProducts(services, request);
    },
    async introduce(access: ShopAccess, signal: AbortSignal) {
      if (access.kind !== "shopify") throw new Error(`Shopify can't read a shop of kind ${access.kind}`);
      const { introduceShop } = await import("./introduce-shop.ts");
      return introduceShop(services, access, signal);
    },
  } as const);
}

async function extractShop(services: ShopifyServices & { readonly bell: BulkBell }, request: ExtractionRequest): Promise<Extraction> {
  const { bell, egress, log, pace = ORDINARY_PACE } = services;
  const { signal, sink } = request;
  const reading = await openReading(services, request);
  const { target, client, shop, places, parts, state, wish, prices, unnamed, queries } = reading;
  const [{ toldTranslations }, { toldPrices }] = await Promise.all([import("./wanted-translations.ts"), import("./wanted-prices.ts")]);
  const repairs = createRepairs();
  const collections = await askCollections(client, repairs);
  const progress = partProgress(queries, await askCounts(client), request.progress);
  const { files, failed } = await bringParts({ egress, target, request, pace, log, progress, bell }, queries);
  await request.gathered?.();

  const lacking = new Set([...reading.missingScopes, ...(wish.missingScope === null ? [] : [wish.missingScope]), ...prices.missingScopes]);
  if (lacking.size > 0) repairs.note("scope_missing", `Missing: ${[...lacking].join(", ")}.`);
  const read = partFiles(reading, request.shop, files);
  const handing = { sink, signal, repairs, progress, namesOf: namesAsked(reading, repairs) };
  const { failed: unread, hidden, ...handed } = await handParts(read, handing);
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
  const { translations } = told;
  const { countries } = priced;
  const common = { metafields: request.shop.metafields, hidden: [...unnamed.keys()], asked: [...prices.queries.values()].flat() };
  return {
    ...handed,
    markets: [],
    translations,
    countries,
    leftOut: [...told.leftOut, ...priced.leftOut],
    collections,
    shop: state,
    warnings: repairs.warnings(),
    context: contextDigest({ shop, places, parts, translations, countries, ...common }),
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
