import { exampleGtin, withWrongCheckDigit } from "./gtin.ts";
import type { ProductFacts } from "./product-facts.ts";
import { type ChosenAxis, combinations, valueIn } from "./product-options.ts";
import { marketPrices, money, variantPrice } from "./product-prices.ts";
import type { SampleImage, SampleUnitMeasure, SampleVariant, WeightUnit } from "./sample-product.ts";
import type { Draw } from "./seeded-draw.ts";

/** Room for the variants of one product among ids and GTINs. */
export const VARIANTS_MAX = 128;
export const FIRST_VARIANT_ID = 41_200_000_000_000;
export const FIRST_INVENTORY_ITEM_ID = 43_300_000_000_000;

/** Habits of the person who entered the product: they hold for all of its variants. */
interface Habits {
  readonly hasBarcodes: boolean;
  readonly hasPartNumbers: boolean;
  readonly tracked: boolean;
  readonly sellsOn: boolean;
  readonly grams: number;
  readonly weightUnit: WeightUnit;
  readonly leadTime: string | null;
}

const WEIGHT_UNITS: readonly WeightUnit[] = ["g", "kg", "kg", "oz", "lb"];

export function productVariants(
  facts: ProductFacts,
  axes: readonly ChosenAxis[],
  images: readonly SampleImage[],
): readonly SampleVariant[] {
  const draw = facts.draw("stock");
  const habits = habitsOf(facts, draw);
  const marketsOf = marketPrices(facts);
  return combinations(axes).map((values, at) => {
    const price = variantPrice(facts, values);
    const quantity = habits.tracked ? quantityOf(facts, draw) : 0;
    return {
      ...identity(facts, at + 1),
      ...codes(facts, habits, at + 1),
      optionValues: axes.length === 0 ? ["Default Title"] : values.map((value) => valueIn(value, facts.language)),
      price: money(price.priceCents),
      compareAtPrice: money(price.compareAtCents),
      cost: money(price.costCents),
      taxable: facts.kind.name !== "giftcard",
      tracked: habits.tracked,
      quantity,
      policy: habits.sellsOn || quantity < 0 ? "continue" : "deny",
      ...weightOf(facts, habits, values),
      imageUrl: imageUrl(axes, values, images),
      countryOfOrigin: facts.countryOfOrigin,
      hsCode: facts.countryOfOrigin === null ? null : facts.kind.hsCode,
      unitMeasure: unitMeasure(facts, values),
      createdAt: facts.createdAt,
      updatedAt: facts.updatedAt,
      markets: marketsOf(price),
    };
  });
}

function habitsOf({ kind, oddity }: ProductFacts, draw: Draw): Habits {
  const [lightest, heaviest] = kind.weightGrams;
  return {
    hasBarcodes: draw.chance(35),
    hasPartNumbers: draw.chance(20),
    tracked: oddity === "negativeStock" || (draw.chance(85) && kind.name !== "giftcard"),
    sellsOn: draw.chance(15),
    grams: draw.between(lightest, heaviest),
    weightUnit: draw.pick(WEIGHT_UNITS),
    leadTime: draw.chance(12) ? String(draw.between(2, 20)) : null,
  };
}

function identity({ number }: ProductFacts, position: number) {
  const place = number * VARIANTS_MAX + position;
  return { id: FIRST_VARIANT_ID + place, inventoryItemId: FIRST_INVENTORY_ITEM_ID + place, position };
}

function codes(facts: ProductFacts, habits: Habits, position: number): Pick<SampleVariant, "sku" | "barcode" | "metafields"> {
  const sku = skuOf(facts, position);
  return {
    sku,
    barcode: barcodeOf(facts, habits, position),
    metafields: {
      ...(habits.hasPartNumbers ? { "mm-google-shopping.mpn": `${facts.model.toUpperCase()}.${facts.number + 1}.${position}` } : {}),
      ...(habits.leadTime === null ? {} : { "custom.lead_time_days": habits.leadTime }),
    },
  };
}

function skuOf({ oddity, item, number }: ProductFacts, position: number): string | null {
  const article = `${item.name.slice(0, 3).toUpperCase()}-${number + 1}`;
  switch (oddity) {
    case "noSku":
      return null;
    case "sameSku":
      return article;
    case "sharedSku":
      return "SAMPLE";
    case "leadingZeros":
      return `00${number + 1}${String(position).padStart(2, "0")}`;
    default:
      return `${article}-${position}`;
  }
}

function barcodeOf({ oddity, number }: ProductFacts, { hasBarcodes }: Habits, position: number): string | null {
  const gtin = exampleGtin(number * VARIANTS_MAX + position);
  if (oddity === "wrongBarcode") return withWrongCheckDigit(gtin);
  if (oddity === "wordBarcode") return "see label";
  // A GTIN-14 that is the GTIN-13 with a zero in front.
  if (oddity === "leadingZeros") return `0${gtin}`;
  return hasBarcodes ? gtin : null;
}

function quantityOf({ oddity }: ProductFacts, draw: Draw): number {
  const drawn = draw.chance(15) ? 0 : draw.between(1, 120);
  return oddity === "negativeStock" ? -1 - (drawn % 9) : drawn;
}

/** International avoirdupois, exact by definition. */
const GRAMS: Readonly<Record<WeightUnit, number>> = { g: 1, kg: 1000, oz: 28.349523125, lb: 453.59237 };

/** People type at most two decimals, so the grams follow from what was typed. */
function weightOf({ kind }: ProductFacts, { grams, weightUnit }: Habits, values: readonly string[]) {
  const immaterial = kind.name === "giftcard" || values.includes("audiobook");
  const typed = immaterial ? 0 : Number((grams / GRAMS[weightUnit]).toFixed(2));
  return {
    weight: String(typed),
    weightUnit,
    weightGrams: String(Math.round(typed * GRAMS[weightUnit] * 10_000) / 10_000),
    requiresShipping: !immaterial,
  };
}

/** The picture of the variant's colour, where a colour is chosen; the pictures of the colours come first, in their order. */
function imageUrl(axes: readonly ChosenAxis[], values: readonly string[], images: readonly SampleImage[]): string | null {
  const axis = axes.findIndex(({ name }) => name === "colour");
  const colour = values[axis];
  if (colour === undefined) return null;
  return images[axes[axis]?.values.indexOf(colour) ?? -1]?.url ?? null;
}

function unitMeasure({ kind }: ProductFacts, values: readonly string[]): SampleUnitMeasure | null {
  const total = /^(\d+) (?:g|ml)$/.exec(values[0] ?? "")?.[1];
  return kind.measure === null || total === undefined ? null : { total, base: kind.measure === "g" ? "1000" : "100", unit: kind.measure };
}
