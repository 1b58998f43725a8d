import type { PricedCountry } from "../../engine/source/country-prices.ts";
import { PlainError, plainFault } from "../../kernel/errors.ts";
import { adminSchema, scopesOf } from "../shopify-schema/admin-schema.ts";
import type { LeftOutPart, ShopMarket } from "../storefront-port.ts";
import type { AdminClient } from "./admin-client.ts";
import { DIRECT_DOCUMENTS } from "./documents.ts";
import { type AskedCountry, countryGroups, marketPricesDocument } from "./market-documents.ts";
import { optionalQuery, type PartQuery } from "./part-query.ts";
import type { ShopContext } from "./shop-context.ts";
import { askMarketPlaces, type MarketPlace } from "./shop-markets.ts";

/** What has to be asked for to have the prices of countries that feeds are for. */
export interface WantedPrices {
  /** The countries that each query asks for. */
  readonly queries: ReadonlyMap<PartQuery, readonly AskedCountry[]>;
  readonly countries: readonly PricedCountry[];
  readonly leftOut: readonly LeftOutPart[];
  /** Scopes that would bring what is left out, and what links and publications are known by. */
  readonly missingScopes: readonly string[];
}

interface Wanted {
  readonly wanted: readonly string[];
  readonly shop: ShopContext;
  /** Null: the access does not tell. */
  readonly markets: readonly ShopMarket[] | null;
}

const NO_PLACES: ReadonlyMap<string, MarketPlace> = new Map();

export async function wantedPrices(client: AdminClient, { wanted, shop, markets }: Wanted): Promise<WantedPrices> {
  if (wanted.length === 0) return { queries: new Map(), countries: [], leftOut: [], missingScopes: [] };
  if (markets === null) return { ...allLeftOut(wanted, MARKETS_UNREADABLE), missingScopes: [MARKETS_SCOPE] };
  const missing = new Set(lackingFor(DIRECT_DOCUMENTS.marketPlaces, shop.scopes));
  const places = missing.size > 0 ? NO_PLACES : await askMarketPlaces(client).catch(plainFault);
  if (places instanceof PlainError) return allLeftOut(wanted, places.message);
  const countries = wanted.map((code) => pricedCountry(code, { markets, places, shop }));
  const asked = countries.flatMap(({ country, currency, sold }): readonly AskedCountry[] =>
    sold ? [{ code: country, currency, publications: publicationsIn(country, markets, places) }] : [],
  );
  const notTold = asked.length === 0 ? [] : lackingFor(marketPricesDocument(asked.slice(0, 1), true), shop.scopes);
  for (const scope of notTold) missing.add(scope);
  const queries = countryGroups(asked).map(
    (group) => [optionalQuery("prices", marketPricesDocument(group, notTold.length === 0)), group] as const,
  );
  return { queries: new Map(queries), countries, leftOut: [], missingScopes: [...missing].toSorted() };
}

const MARKETS_SCOPE = "read_markets";
const MARKETS_UNREADABLE = `The app doesn't have permission to read the shop's markets. Grant it the Admin API scope ${MARKETS_SCOPE} in the shop's admin, then run a full extract.`;

function allLeftOut(wanted: readonly string[], reason: string): WantedPrices {
  const leftOut = wanted.map((code): LeftOutPart => ({ kind: "country", code, reason }));
  return { queries: new Map(), countries: [], leftOut, missingScopes: [] };
}

function lackingFor(document: string, granted: ReadonlySet<string>): readonly string[] {
  const lacking = scopesOf(adminSchema(), document).filter((anyOf) => !anyOf.some((scope) => granted.has(scope)));
  return lacking.flatMap(([first]) => first ?? []);
}

/** The active markets that sell in a country, the one that is about it most first. */
function marketsIn(country: string, markets: readonly ShopMarket[]): readonly ShopMarket[] {
  const size = ({ countries = [] }: ShopMarket): number => countries.length;
  return markets
    .filter(({ countries = [] }) => countries.some(({ code }) => code === country))
    .toSorted((one, other) => size(one) - size(other));
}

interface Surroundings {
  readonly markets: readonly ShopMarket[];
  readonly places: ReadonlyMap<string, MarketPlace>;
  readonly shop: ShopContext;
}

function pricedCountry(country: string, { markets, places, shop }: Surroundings): PricedCountry {
  const own = marketsIn(country, markets);
  const [market] = own;
  const currency = market?.countries?.find(({ code }) => code === country)?.currency ?? shop.currency;
  const root = own.flatMap(({ handle }) => places.get(handle)?.rootUrl ?? [])[0] ?? shop.storeUrl;
  const hosts = markets.filter((one) => one !== market).map(({ handle }) => hostOf(places.get(handle)?.rootUrl ?? shop.storeUrl));
  return { country, currency, sold: market !== undefined, rootUrl: root, named: hosts.includes(hostOf(root)) };
}

function hostOf(url: string): string {
  return URL.parse(url)?.host ?? url;
}

/** Of every market that sells in a country; one that sells all leaves nothing to ask. */
function publicationsIn(country: string, markets: readonly ShopMarket[], places: ReadonlyMap<string, MarketPlace>): readonly string[] {
  const lists = marketsIn(country, markets).map(({ handle }) => places.get(handle)?.publications ?? []);
  return lists.every((list) => list.length > 0) ? [...new Set(lists.flat())] : [];
}

/** The countries that are here and those that aren't, once the exports have gone well or have not. */
export function toldPrices({ queries, countries, leftOut }: WantedPrices, failed: ReadonlyMap<PartQuery, PlainError>) {
  const faults = new Map([...queries].flatMap(([query, of]) => of.map(({ code }) => [code, failed.get(query)?.message] as const)));
  const lost = countries.flatMap(({ country }): readonly LeftOutPart[] => {
    const reason = faults.get(country);
    return reason === undefined ? [] : [{ kind: "country", code: country, reason }];
  });
  return {
    countries: countries.filter(({ country }) => faults.get(country) === undefined),
    leftOut: [...leftOut, ...lost],
    unsold: countries.filter(({ sold }) => !sold).map(({ country }) => country),
  };
}
