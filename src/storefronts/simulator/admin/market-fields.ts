import { SAMPLE_SHOP } from "../../sample/sample-shop.ts";
import { countryPrice, type CountryPrice, isSoldIn, isVariantInMarket } from "../catalog/market-prices.ts";
import type { ShopProduct, ShopVariant } from "../catalog/product-change.ts";
import { type MarketFacts, MARKETS, type PresenceFacts, presenceOf, regionCurrency, rootUrls } from "../market-facts.ts";
import { gid, readGid } from "../shop-facts.ts";
import { members } from "../../../kernel/unsafe.ts";
import type { Args, Fields } from "./context.ts";
import { listed } from "./listing.ts";
import { decimal } from "./scalars.ts";

export const marketFields: Fields<MarketFacts> = {
  id: ({ id }) => gid("Market", id),
  handle: ({ handle }) => handle,
  status: ({ status }) => status,
  conditions: (market) => ({ regionsCondition: market }),
  currencySettings: ({ currency }) =>
    currency === null ? null : { baseCurrency: currencySetting(currency.base), localCurrencies: currency.local },
  webPresences: ({ presence }, { reverse }) => listed(presence === null ? [] : [presence], ({ id }) => id, reverse),
  catalogs: (market, { reverse }) => listed(market.publicationId === null ? [] : [market], ({ id }) => id, reverse),
};

function currencySetting(currencyCode: string) {
  return { currencyCode, enabled: true };
}

/** A market has one catalog at most, and its id. */
export const marketCatalogFields: Fields<MarketFacts> = {
  id: ({ id }) => gid("MarketCatalog", id),
  status: () => "ACTIVE",
  // As far as anybody asks: its id.
  publication: ({ publicationId }) => ({ id: publicationId, catalogId: publicationId, appId: 0, handle: "" }),
};

/** What a buyer's country comes to: the presence of its market. */
export const marketsResolvedFields: Fields<{ readonly country: string }> = {
  webPresences: ({ country }, { reverse }) => listed([presenceOf(country)], ({ id }) => id, reverse),
};

export const webPresenceFields: Fields<PresenceFacts> = {
  id: ({ id }) => gid("MarketWebPresence", id),
  defaultLocale: ({ locales: [locale] }) => ({ locale, primary: locale === SAMPLE_SHOP.primaryLocale, published: true }),
  rootUrls: (presence, _args, { shopDomain }) => rootUrls(presence, shopDomain),
};

export const regionsFields: Fields<MarketFacts> = {
  regions: ({ id, countries }, { reverse }) =>
    listed(
      countries.map((code, at) => ({ __typename: "MarketRegionCountry", number: id * 1_000 + at, code })),
      ({ number }) => number,
      reverse,
    ),
};

export const countryFields: Fields<{ readonly number: number; readonly code: string }> = {
  id: ({ number }) => gid("MarketRegionCountry", number),
  code: ({ code }) => code,
  currency: ({ code }) => currencySetting(regionCurrency(code)),
};

/** The country that an argument names; of none, the shop's own. */
export function countryOf(argument: unknown, member: string): string {
  const country = members(argument)[member];
  return typeof country === "string" ? country : SAMPLE_SHOP.country;
}

/** The country a price or a publication is asked for. */
function countryAsked({ context }: Args): string {
  return countryOf(context, "country");
}

export function pricingOf(product: ShopProduct, variant: ShopVariant, args: Args) {
  return countryPrice(product, variant, countryAsked(args));
}

const priced = (currencyCode: string, amount: string | null) => (amount === null ? null : { amount: decimal(amount), currencyCode });

export const contextualPricingFields: Fields<CountryPrice> = {
  price: ({ currency, price }) => priced(currency, price),
  compareAtPrice: ({ currency, compareAtPrice }) => priced(currency, compareAtPrice),
  unitPrice: ({ currency, unitPrice }) => priced(currency, unitPrice),
};

export function isPublishedIn(product: ShopProduct, args: Args): boolean {
  return isSoldIn(product, countryAsked(args));
}

/** Publications of markets' catalogs; those of sales channels have no switch for single variants here. */
export function isVariantPublishedOn(variant: ShopVariant, { publicationId }: Args): boolean {
  const id = typeof publicationId === "string" ? Number(readGid(publicationId)?.id) : 0;
  const market = MARKETS.find((one) => one.publicationId === id);
  return market !== undefined && isVariantInMarket(variant, market);
}
