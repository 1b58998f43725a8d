import type { Refuse } from "../../kernel/operation.ts";
import { isCountry } from "../../kernel/countries.ts";
import { countryOfMarket, marketAt, namedInShort, type SellingPlaces } from "../feeds/index.ts";
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

/** `markets`: what the shop's own are called, by its platform or in its snapshot. */
export function readTarget(call: Refuse<"invalid_param">, written: Written, markets: readonly string[]): WrittenTarget {
  const market = upperCase(written["target_market"]);
  const country = upperCase(written["target_country"]);
  const own = markets.length === 0 ? "the shop has no markets of its own" : `or one of the shop's markets: ${namedInShort(markets)}`;
  const faults = [
    ...(market === undefined || isCountry(market) || marketAt(markets, market) !== -1
      ? []
      : [wrong("target_market", `is a country in two letters of ISO 3166, as in CA; ${own}`)]),
    ...(country === undefined || isCountry(country) ? [] : [wrong("target_country", "is a country in two letters of ISO 3166, as in CA")]),
  ];
  if (faults.length > 0) return call.fail("invalid_param", faultsMessage(faults), faults);
  return { market, country };
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
  return { market: aimed, country: country ?? countryOfMarket(aimed, shop.markets) ?? shop.country };
}

/** Of a feed that is changed: a country that was the market's own goes with it. */
export function targetOfChanged({ market, country }: WrittenTarget, present: Target, { markets }: SellingPlaces): Target {
  if (market === undefined || present.market === null) return { market: present.market, country: country ?? present.country };
  const followed = countryOfMarket(present.market, markets) === present.country ? countryOfMarket(market, markets) : undefined;
  return { market, country: country ?? followed ?? present.country };
}

/** What a feed may name as its market beside a country. An export names its markets; a platform has handles for them. */
export function marketNames({ markets }: SellingPlaces, snapshot: Snapshot | undefined): readonly string[] {
  return [...new Set([...markets.map(({ handle }) => handle), ...(snapshot?.facts.markets ?? [])])];
}
