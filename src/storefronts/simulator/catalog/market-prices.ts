import { decimalsOf } from "../../../kernel/money.ts";
import type { SampleProduct, SampleVariant } from "../../sample/sample-product.ts";
import { currencyIn, type MarketFacts, marketOfCountry } from "../market-facts.ts";
import type { MarketChange, ShopProduct, ShopVariant } from "./product-change.ts";

/** What a market's buyers see of a variant: whether it is sold to them, and the market's fixed price, else the shop's, adjusted, converted and rounded. */
export interface CountryPrice {
  readonly currency: string;
  readonly price: string;
  readonly compareAtPrice: string | null;
  readonly unitPrice: string | null;
}

/** Units of a currency for one of the shop's: rates of the simulator's own, which never move. */
const RATES: Readonly<Record<string, number>> = { EUR: 1, GBP: 0.86, CHF: 0.96, JPY: 162.5 };

export function countryPrice(product: ShopProduct, variant: ShopVariant, country: string): CountryPrice {
  const market = marketOfCountry(country);
  const currency = currencyIn(country);
  const factor = (RATES[currency] ?? 1) * (1 + (market?.adjustmentPercent ?? 0) / 100);
  const rounded = (amount: number): string => amount.toFixed(decimalsOf(currency));
  const converted = (amount: string): string => rounded(Number(amount) * factor);
  const fixed = market === undefined ? null : fixedPrice(product, variant, market);
  const price = fixed?.price ?? converted(variant.price ?? "0");
  const former = variant.compareAtPrice === null ? null : converted(variant.compareAtPrice);
  const { unitMeasure } = variant;
  return {
    currency,
    price,
    compareAtPrice: fixed === null ? former : fixed.compareAtPrice,
    unitPrice: unitMeasure === null ? null : rounded((Number(price) * Number(unitMeasure.base)) / Number(unitMeasure.total)),
  };
}

interface FixedPrice {
  readonly price: string;
  readonly compareAtPrice: string | null;
}

/** What the market's price list says of the variant; null where it says nothing, and then the price is converted. */
function fixedPrice(product: ShopProduct, variant: ShopVariant, market: MarketFacts): FixedPrice | null {
  const { price, compareAtPrice } = changeIn(product, variant, market);
  if (price !== undefined && price !== null) return { price, compareAtPrice: compareAtPrice ?? null };
  const sample = market.fixed === null ? undefined : variant.markets[market.fixed];
  const ofSample = sample?.price ?? null;
  if (price === null || ofSample === null) return null;
  return { price: ofSample, compareAtPrice: compareAtPrice === undefined ? (sample?.compareAtPrice ?? null) : compareAtPrice };
}

/** What was changed for the variant in a market; its own changes come before those of its product. */
function changeIn(product: ShopProduct, variant: ShopVariant, { handle }: MarketFacts): MarketChange {
  return { ...product.marketChanges?.[handle], ...variant.marketChanges?.[handle] };
}

/** Whether a country's market sells the product at all. */
export function isSoldIn(product: ShopProduct, country: string): boolean {
  const market = marketOfCountry(country);
  if (market === undefined || product.publishedAt === null) return false;
  return product.marketChanges?.[market.handle]?.published ?? isInCatalog(product, market);
}

function isInCatalog({ number, variants }: SampleProduct, { fixed, leavesOutEvery }: MarketFacts): boolean {
  if (fixed !== null) return variants.every(({ markets }) => markets[fixed].included);
  return leavesOutEvery === 0 || number % leavesOutEvery !== leavesOutEvery - 1;
}

/** Every so many variants a market leaves one out, of a product that it sells. */
const UNPUBLISHED_EVERY = 61;

/** A variant's own switch in the publication of a market's catalog. */
export function isVariantInMarket(variant: ShopVariant, market: MarketFacts): boolean {
  return variant.marketChanges?.[market.handle]?.published ?? isKept(variant);
}

function isKept({ id }: SampleVariant): boolean {
  return id % UNPUBLISHED_EVERY !== 0;
}
