import type { ProductFacts } from "./product-facts.ts";
import type { MarketName, SampleMarketPrice } from "./sample-product.ts";
import { SAMPLE_MARKETS } from "./sample-shop.ts";

export interface VariantPrice {
  readonly priceCents: number | null;
  readonly compareAtCents: number | null;
  readonly costCents: number | null;
}

/** Percent of the product's price that some values cost; the rest cost 100. */
const VALUE_PERCENTS: Readonly<Record<string, number>> = {
  XXL: 108, hardcover: 160, audiobook: 90, long: 115, oiled: 110, polished: 104, "100 ml": 170, "250 ml": 340, "250 g": 180, "1000 g": 620,
}; // prettier-ignore

const SALE_PERCENT = 130;
const COST_PERCENT = 42;

export function variantPrice(facts: ProductFacts, values: readonly string[]): VariantPrice {
  if (facts.oddity === "noPrice") return { priceCents: null, compareAtCents: null, costCents: null };
  if (facts.kind.name === "giftcard") return { priceCents: amountCents(values), compareAtCents: null, costCents: null };
  const priceCents = shelfCents(facts.basePriceCents, values);
  return {
    priceCents,
    compareAtCents: formerCents(facts, priceCents),
    costCents: facts.number % 5 === 0 ? null : Math.round((priceCents * COST_PERCENT) / 100),
  };
}

/** The value of a gift card is its name: `€25`. */
function amountCents(values: readonly string[]): number {
  return Number(values[0]?.replace(/\D/g, "") ?? 0) * 100;
}

/** Shop prices end on 90 cents. */
function shelfCents(baseCents: number, values: readonly string[]): number {
  const cents = values.reduce((sum, value) => (sum * (VALUE_PERCENTS[value] ?? 100)) / 100, baseCents);
  return Math.floor(cents / 100) * 100 + 90;
}

function formerCents({ oddity, onSale }: ProductFacts, priceCents: number): number | null {
  if (oddity === "compareLower") return priceCents - 200;
  if (oddity === "compareEqual") return priceCents;
  if (oddity === "compareZero") return 0;
  return onSale ? Math.floor((priceCents * SALE_PERCENT) / 10_000) * 100 : null;
}

export function money(cents: number | null): string | null {
  return cents === null ? null : (cents / 100).toFixed(2);
}

/** What the markets ask for a product's variants. A market without the product says so and has no price. */
export function marketPrices(facts: ProductFacts): (price: VariantPrice) => Readonly<Record<MarketName, SampleMarketPrice>> {
  const draw = facts.draw("markets");
  const rules = SAMPLE_MARKETS.map((market) => ({
    ...market,
    included: !draw.chance(8) && facts.oddity !== "notInMarkets",
    hasOwnPrice: draw.chance(60),
  }));
  const [international, unitedKingdom, switzerland] = rules;
  return (price) => ({
    International: marketPrice(international, price),
    "United Kingdom": marketPrice(unitedKingdom, price),
    Switzerland: marketPrice(switzerland, price),
  });
}

interface MarketRule {
  readonly included: boolean;
  readonly hasOwnPrice: boolean;
  readonly centsPerEuro: number;
}

function marketPrice(rule: MarketRule | undefined, { priceCents, compareAtCents }: VariantPrice): SampleMarketPrice {
  if (rule === undefined || !rule.included) return { included: false, price: null, compareAtPrice: null };
  const converted = (cents: number | null) => (cents === null ? null : money(Math.round((cents * rule.centsPerEuro) / 100)));
  return rule.hasOwnPrice
    ? { included: true, price: converted(priceCents), compareAtPrice: converted(compareAtCents) }
    : { included: true, price: null, compareAtPrice: null };
}
