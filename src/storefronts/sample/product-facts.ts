import { KINDS, MATERIALS, type Item, type Kind, type KindName, type MaterialName, type ThemeName } from "./kinds.ts";
import { type Oddity, oddityOf } from "./oddities.ts";
import type { SampleProduct } from "./sample-product.ts";
import { SAMPLE_SHOP } from "./sample-shop.ts";
import { type Draw, seededDraw, type Topic } from "./seeded-draw.ts";
import { MODELS, VENDORS } from "./words/brands.ts";
import { type Language, LANGUAGES } from "./words/languages.ts";
import type { Words } from "./words/words.ts";

/** What a product is, before it is said in any language. All the rest of it grows out of this and of draws of its own. */
export interface ProductFacts {
  readonly number: number;
  readonly oddity: Oddity | null;
  readonly kind: Kind;
  readonly item: Item;
  readonly detail: MaterialName | ThemeName;
  readonly model: string;
  readonly vendor: string;
  readonly language: Language;
  readonly status: SampleProduct["status"];
  readonly onlineStore: boolean;
  readonly basePriceCents: number;
  readonly onSale: boolean;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly countryOfOrigin: string | null;
  /** The same draws at every call. */
  readonly draw: (topic: Topic) => Draw;
}

/** Clothes stand twice: a shop like this sells more of them. Gift cards are drawn apart. */
const SHELF: readonly KindName[] = [
  "apparel", "apparel", "outerwear", "shoes", "bags", "furniture", "kitchen", "books", "cosmetics", "electronics", "food", "jewellery",
]; // prettier-ignore
const GIFT_CARD_PERCENT = 2;

const COUNTRIES = ["PT", "IT", "IE", "DE", "FR", "SE", "PL", "IN"] as const;

const FIRST_DAY_MS = Date.UTC(2023, 0, 2, 8);
const DAY_MS = 86_400_000;
const MINUTES_A_DAY = 1440;
/** Three years of assortment; changes within the year after. */
const DAYS_OF_CREATION = 1095;
const DAYS_OF_CHANGE = 330;

export function productFacts(seed: number, number: number): ProductFacts {
  const draw = seededDraw(seed, number, "facts");
  const oddity = oddityOf(number);
  const kind = KINDS[kindName(draw, oddity)];
  const createdMs = FIRST_DAY_MS + draw.below(DAYS_OF_CREATION) * DAY_MS + draw.below(MINUTES_A_DAY) * 60_000;
  const [lowest, highest] = kind.priceEuros;
  return {
    number,
    oddity,
    kind,
    item: draw.pick(kind.items),
    detail: draw.pick(kind.details),
    model: draw.pick(MODELS),
    vendor: vendorOf(draw, oddity),
    language: languageOf(oddity),
    status: statusOf(draw.below(100)),
    onlineStore: !draw.chance(4),
    basePriceCents: draw.between(lowest, highest) * 100,
    onSale: draw.chance(22),
    createdAt: new Date(createdMs).toISOString(),
    updatedAt: new Date(createdMs + draw.below(DAYS_OF_CHANGE) * DAY_MS).toISOString(),
    countryOfOrigin: draw.chance(70) && kind.hsCode !== null ? draw.pick(COUNTRIES) : null,
    draw: (topic) => seededDraw(seed, number, topic),
  };
}

function kindName(draw: Draw, oddity: Oddity | null): KindName {
  const drawn = draw.chance(GIFT_CARD_PERCENT) ? "giftcard" : draw.pick(SHELF);
  return oddity === "allVariants" || oddity === "threeOptions" ? "apparel" : drawn;
}

function vendorOf(draw: Draw, oddity: Oddity | null): string {
  const drawn = draw.pick(VENDORS);
  if (oddity === "noVendor") return "";
  return oddity === "shopAsVendor" ? SAMPLE_SHOP.name : drawn;
}

function languageOf(oddity: Oddity | null): Language {
  if (oddity === "german") return "de";
  if (oddity === "french") return "fr";
  return oddity === "arabic" ? "ar" : "en";
}

function statusOf(percent: number): SampleProduct["status"] {
  if (percent < 4) return "draft";
  if (percent < 7) return "archived";
  return percent < 10 ? "unlisted" : "active";
}

export function wordsOf(language: Language): Words {
  return LANGUAGES[language];
}

export function isMaterial(detail: MaterialName | ThemeName): detail is MaterialName {
  return MATERIALS.some((material) => material === detail);
}

/** The title without what an oddity does to it. A book is called by its theme, a gift card by its occasion. */
export function plainTitle({ kind, item, detail, model }: ProductFacts, language: Language): string {
  const words = wordsOf(language);
  const noun = words.items[item.name];
  const phrase = isMaterial(detail) ? words.madeOf(words.materials[detail]) : words.themes[detail];
  if (kind.name === "books") return `${phrase}: ${noun}`;
  return kind.name === "giftcard" ? `${noun} ${phrase}` : words.title(noun, model, phrase);
}
