import { z } from "zod";
import { FeedSettings, type MarketTerms } from "../../engine/plan/feed-definition.ts";
import { currencyOfCountry } from "../../kernel/countries.ts";
import { type Aim, countryOfMarket, isOwnMarket, type MarketFiles, marketFileAt, pricedCountry } from "./market-of.ts";
import type { SellingPlaces } from "./selling-queries.ts";

interface MarketFacts {
  readonly aim: Aim;
  /** Of the snapshot: its markets, and the currency of each where the platform or the merchant said it. */
  readonly snapshot: MarketFiles & { readonly market_currencies: readonly (string | null)[] };
  readonly shop: SellingPlaces;
}

/**
 * What the prices of a market are, before the feed's own setting: in the currency that the platform has for it or the merchant named with
 * the export, else in the one of the country that the market is named after. Where the export has no prices for a market at home, they are
 * the shop's.
 */
export function marketTerms({ aim, snapshot, shop }: MarketFacts): MarketTerms {
  const at = marketFileAt(snapshot, aim, shop);
  const target = aim.target_market ?? aim.target_country;
  const name = snapshot.markets[at] ?? target;
  const atHome = isOwnMarket(target, shop) || isOwnMarket(name, shop);
  const country = countryOfMarket(name, shop.markets) ?? countryOfMarket(target, shop.markets);
  const usual = country === undefined ? undefined : currencyOfCountry(country);
  const told = snapshot.market_currencies[at] ?? currencyToldIn(pricedCountry(aim, shop.markets), shop.markets);
  const currency = told ?? (atHome && at === -1 ? shop.currency : usual) ?? null;
  return { name, currency, shopCurrency: shop.currency, atHome };
}

/** What the platform says that buyers in a country pay in. */
function currencyToldIn(country: string, markets: SellingPlaces["markets"]): string | undefined {
  return markets.flatMap(({ countries = [] }) => countries).find(({ code }) => code === country)?.currency;
}

/** Of a snapshot, what tells the currency of its markets. */
const PricedMarkets = z.object({
  markets: z.array(z.string()),
  market_currencies: z.array(z.string().nullable()).default([]),
  countries: z.array(z.string()).nullable().default(null),
});
const NO_MARKETS = { markets: [], market_currencies: [], countries: null };

interface CurrencyFacts extends Omit<SellingPlaces, "markets">, Aim {
  readonly feed_type: "primary" | "language" | "market";
  readonly settings: unknown;
  /** Of the shop. */
  readonly markets: SellingPlaces["markets"] | null;
  /** Of the live extract; null without one. */
  readonly snapshot: unknown;
}

/** The currency of a feed's prices; null where nobody has said it. */
export function currencyOfFeed({ feed_type: type, settings, snapshot, ...feed }: CurrencyFacts): string | null {
  if (type !== "market" || feed.target_market === null) return feed.currency;
  const shop = { ...feed, markets: feed.markets ?? [] };
  const usual = marketTerms({ aim: feed, snapshot: PricedMarkets.catch(NO_MARKETS).parse(snapshot), shop });
  return FeedSettings.parse(settings).market_currency ?? usual.currency;
}
