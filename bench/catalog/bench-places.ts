import type { AskedCountry } from "../../src/storefronts/shopify/market-documents.ts";
import { MARKETS } from "../../src/storefronts/simulator/market-facts.ts";
import { gid } from "../../src/storefronts/simulator/shop-facts.ts";

/** The languages and countries of the simulated shop that benches read beside its catalog; its own language is the third. */
export const BENCH_LOCALES = ["de", "fr"];

const CURRENCIES = { US: "EUR", GB: "GBP", CH: "CHF", JP: "JPY" } as const;

export const BENCH_COUNTRIES: readonly AskedCountry[] = Object.entries(CURRENCIES).map(([code, currency]) => {
  const publication = MARKETS.find(({ countries }) => countries.includes(code))?.publicationId ?? null;
  return { code, currency, publications: publication === null ? [] : [gid("Publication", publication)] };
});
