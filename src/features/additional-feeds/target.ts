import type { Refuse } from "../../kernel/operation.ts";
import { isCountry } from "../../kernel/countries.ts";
import type { ErrorDetail } from "../../kernel/errors.ts";
import { codesOf, countryOfMarket, marketAt, namedInShort, type SellingPlaces } from "../feeds/index.ts";
import type { Snapshot } from "../snapshots/index.ts";
import { faultsMessage, isGiven, wrong, type Written } from "./written-members.ts";

/** Where a feed's products are sold. */
export interface Target {
  readonly market: string | null;
  readonly country: string;
}

/** What is sent of it, in upper case; nothing where it is left out. */
export interface WrittenTarget {
  readonly market: string | undefined;
  readonly country: string | undefined;
}

/** `names`: what the shop's markets are called, by its platform or in its snapshot. */
export function readTarget(call: Refuse<"invalid_param">, written: Written, { places, names }: OwnMarkets): WrittenTarget {
  const market = upperCase(written["target_market"]);
  const country = upperCase(written["target_country"]);
  const faults = [
    ...(market === undefined ? [] : marketFaults(market, { places, names })),
    ...(country === undefined || isCountry(country)
      ? []
      : [wrong("target_country", "must be a two-letter ISO 3166 country code such as CA")]),
  ];
  if (faults.length > 0) return call.fail("invalid_param", faultsMessage(faults), faults);
  return { market, country };
}

/** Where the shop sells, and what its markets are called. */
export interface OwnMarkets {
  readonly places: SellingPlaces;
  readonly names: readonly string[];
}

function marketFaults(market: string, { places, names }: OwnMarkets): readonly ErrorDetail[] {
  if (!isCountry(market) && marketAt(names, market) === -1) {
    const own = names.length === 0 ? ". The shop has no markets of its own" : ` or one of the shop's markets: ${namedInShort(names)}`;
    return [wrong("target_market", `must be a two-letter ISO 3166 country code such as CA${own}`)];
  }
  if (!isCountry(market) || isSoldIn(market, places)) return [];
  const own = places.markets.map((one) => `${one.handle} (${namedInShort(codesOf(one))})`);
  return [
    wrong("target_market", `must be a country in one of the shop's active markets: ${namedInShort(own)}. ${market} isn't in any of them`),
  ];
}

/** Whether a market sells there, as far as the platform has told; where it hasn't, any country will do. */
function isSoldIn(country: string, { markets }: SellingPlaces): boolean {
  const isTold = markets.length > 0 && markets.every(({ countries }) => countries !== undefined);
  return !isTold || markets.some((market) => codesOf(market).includes(country) || market.handle.toUpperCase() === country);
}

/** Not a text is no country and no market. */
function upperCase(member: unknown): string | undefined {
  if (!isGiven(member)) return undefined;
  return typeof member === "string" ? member.trim().toUpperCase() : "";
}

/** Of a new feed: the market's country, else the shop's. */
export function targetOfNew({ market, country }: WrittenTarget, feedType: "language" | "market", shop: SellingPlaces): Target {
  if (feedType === "language") return { market: null, country: country ?? shop.country };
  const aimed = market ?? shop.country;
  return { market: aimed, country: country ?? usualCountry(aimed, shop) };
}

/** Of a feed that is changed: a country that was the market's own goes with it. */
export function targetOfChanged({ market, country }: WrittenTarget, present: Target, shop: SellingPlaces): Target {
  if (market === undefined || present.market === null) return { market: present.market, country: country ?? present.country };
  const follows = countriesOf(present.market, shop).includes(present.country);
  const [first] = countriesOf(market, shop);
  return { market, country: country ?? (follows && first !== undefined ? usualCountry(market, shop) : present.country) };
}

/** Of a market that is no country alone, the shop's own where that is in it, else the first. */
function usualCountry(target: string, shop: SellingPlaces): string {
  const countries = countriesOf(target, shop);
  return countries.includes(shop.country) ? shop.country : (countries[0] ?? shop.country);
}

/** As far as the platform or the target's name tells. */
function countriesOf(target: string, { markets }: SellingPlaces): readonly string[] {
  const known = markets.find(({ handle }) => handle.toUpperCase() === target);
  const codes = known === undefined ? [] : codesOf(known);
  return codes.length > 0 ? codes : [countryOfMarket(target, markets)].filter((code) => code !== undefined);
}

/** What a feed may name as its market beside a country. An export names its markets; a platform has handles for them. */
export function marketNames({ markets }: SellingPlaces, snapshot: Snapshot | undefined): readonly string[] {
  return [...new Set([...markets.map(({ handle }) => handle), ...(snapshot?.facts.markets ?? [])])];
}
