import { createHash } from "node:crypto";
import type { PricedCountry } from "../../engine/source/country-prices.ts";
import type { MetafieldIdentity } from "../../engine/source/metafield-names.ts";
import type { TranslatedLocale } from "../storefront-port.ts";
import type { Part } from "./bulk-documents.ts";
import type { AskedCountry } from "./market-documents.ts";
import type { ShopContext, ShopPlaces } from "./shop-context.ts";

/** What all products of a catalog have in common. Where it changes, records read before and after don't go together. */
interface CatalogContext {
  readonly shop: ShopContext;
  readonly places: ShopPlaces;
  readonly parts: readonly Part[];
  /** What a merchant chose, in its order. */
  readonly metafields: readonly MetafieldIdentity[] | null;
  readonly hidden: readonly string[];
  readonly translations: readonly TranslatedLocale[];
  readonly countries: readonly PricedCountry[];
  readonly asked: readonly AskedCountry[];
}

/** Raised when the same shop is read into other records than before: deltas then wait for a full extract. */
const READING = 1;

export function contextDigest({ shop, places, parts, metafields, hidden, translations, countries, asked }: CatalogContext): string {
  const told = {
    reading: READING,
    store: [shop.storeUrl, shop.currency],
    onlineStore: places.onlineStore,
    locations: [...places.locations].toSorted(([one], [other]) => (one < other ? -1 : 1)),
    parts,
    metafields: metafields?.map(({ level, namespace, key }) => [level, namespace, key]) ?? null,
    hidden: hidden.toSorted(),
    translations: translations.map(({ locale, rootUrl }) => [locale, rootUrl]),
    countries: countries.map(({ country, currency, sold, rootUrl, named }) => [country, currency, sold, rootUrl, named]),
    publications: countries.map(({ country }) => asked.find(({ code }) => code === country)?.publications.toSorted() ?? null),
  };
  return createHash("sha256").update(JSON.stringify(told)).digest("hex").slice(0, 32);
}
