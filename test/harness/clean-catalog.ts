import { checkDigit, exampleGtin } from "../../src/storefronts/sample/gtin.ts";

/** A row of a catalog as a feed has it: columns by their names, and what its source says besides. */
export interface CatalogRow {
  readonly product: number;
  readonly columns: Readonly<Record<string, string>>;
  readonly sku: string;
  readonly inventory: string;
}

export interface CatalogMarket {
  readonly currency: "USD" | "EUR";
  readonly country: "US" | "DE";
}

export const USD: CatalogMarket = { currency: "USD", country: "US" };
export const MARKETS: readonly CatalogMarket[] = [USD, { currency: "EUR", country: "DE" }];

export const STORE_URL = "https://harbour-hazel.example";

const COLORS = ["Navy", "Moss Green", "Off-White", "Charcoal"];
const SIZES = ["S", "M", "L", "XL"];
const NAMES = ["Arran", "Bute", "Coll", "Danna", "Eigg", "Fair Isle", "Gigha", "Hoy", "Islay", "Jura", "Kerrera", "Lewis", "Mull", "Nave"];

interface Kind {
  readonly noun: string;
  /** Id or path of Google's taxonomy; catalogs have both. */
  readonly category: string;
  readonly productType: string;
  readonly cents: number;
  readonly brand: string;
  readonly description: string;
  /** Options of its variants; none: it has a single one. */
  readonly variants?: readonly Readonly<Record<string, string>>[];
  readonly shared?: Readonly<Record<string, string>>;
}

const COLORS_AND_SIZES = COLORS.flatMap((color) => SIZES.map((size) => ({ color, size })));

/** What a clean catalog sells. A bad row is one of these with something changed. */
export const KINDS = Object.freeze({
  shirt: {
    noun: "Linen Shirt",
    category: "Apparel & Accessories > Clothing > Shirts & Tops",
    productType: "Clothing > Shirts",
    cents: 5_900,
    brand: "Harbour & Hazel",
    description:
      "A light shirt of washed linen with a soft collar and corozo buttons. Cut for a relaxed fit, and dried on the line in a day.",
    variants: COLORS_AND_SIZES,
    shared: { material: "Linen", gender: "female", age_group: "adult" },
  },
  shoe: {
    noun: "Leather Sneakers",
    category: "187",
    productType: "Shoes > Sneakers",
    cents: 12_900,
    brand: "Firth Footwear",
    description: "Low sneakers of vegetable-tanned leather on a natural rubber sole. The insole comes out, so that it can be replaced.",
    variants: ["38", "39", "40", "41", "42"].map((size) => ({ color: "Chestnut", size })),
    shared: { material: "Leather", gender: "unisex", age_group: "adult" },
  },
  headphones: {
    noun: "Wireless Headphones",
    category: "Electronics > Audio > Audio Components > Headphones & Headsets > Headphones",
    productType: "Electronics > Audio > Headphones",
    cents: 17_950,
    brand: "Skerry Audio",
    description:
      "Closed headphones with 40 mm drivers, active noise cancelling and 32 hours of battery life. They fold flat and come with a case.",
    variants: COLORS.slice(0, 2).map((color) => ({ color })),
  },
  book: {
    noun: "and the Lighthouse Keepers: A Novel",
    category: "543543",
    productType: "Books > Fiction",
    cents: 1_450,
    brand: "Causeway Press",
    description: "Two sisters take over a lighthouse for one winter, and find the log of somebody who never existed. Paperback, 312 pages.",
  },
  chair: {
    noun: "Oak Dining Chair",
    category: "Furniture > Chairs > Kitchen & Dining Room Chairs",
    productType: "Furniture > Chairs",
    cents: 24_900,
    brand: "Harbour & Hazel",
    description: "A dining chair of solid oak with a woven seat. Joined without screws, oiled, and made to be repaired.",
  },
  coffee: {
    noun: "Whole Bean Coffee, 1 kg",
    category: "1868",
    productType: "Food > Coffee",
    cents: 2_200,
    brand: "Sound Roasters",
    description:
      "A medium roast of washed beans from two farms, with notes of cocoa and red apple. Roasted weekly, in a bag that can be composted.",
  },
} satisfies Readonly<Record<string, Kind>>);

export type KindName = keyof typeof KINDS;
const KIND_ENTRIES = Object.entries<Kind>(KINDS);

/** Some hundred rows that no channel has anything against. */
export function cleanCatalog(market: CatalogMarket): readonly CatalogRow[] {
  return NAMES.flatMap((called, series) =>
    KIND_ENTRIES.flatMap(([, kind], at) => {
      const product = 7_000 + series * KIND_ENTRIES.length + at;
      const { variants = [{}] } = kind;
      return variants.map((options, nth) => catalogRow(kind, { ...market, called, product, options, nth, isAlone: variants.length === 1 }));
    }),
  );
}

/** A clean row of a product of its own. */
export function cleanRow(kind: KindName, product: number, market: CatalogMarket): CatalogRow {
  const { variants = [{}] }: Kind = KINDS[kind];
  return catalogRow(KINDS[kind], { ...market, called: `Model ${product}`, product, options: variants[0] ?? {}, nth: 0, isAlone: true });
}

interface Variant extends CatalogMarket {
  readonly called: string;
  readonly product: number;
  readonly options: Readonly<Record<string, string>>;
  readonly nth: number;
  readonly isAlone: boolean;
}

function catalogRow(kind: Kind, { called, product, options, nth, isAlone, currency, country }: Variant): CatalogRow {
  const number = product * 100 + nth;
  const slug = `${product}-${kind.noun.toLowerCase().replaceAll(/[^a-z]+/g, "-")}`;
  const picture = options["color"] === undefined ? slug : `${slug}-${options["color"].toLowerCase().replaceAll(/[^a-z]+/g, "-")}`;
  const words = Object.values(options).join(", ");
  const amount = (cents: number): string => `${(cents / 100).toFixed(2)} ${currency}`;
  const cents = kind.cents + 100 * (product % 7);
  return {
    product,
    sku: `HH-${number}`,
    inventory: String(3 + (number % 40)),
    columns: {
      id: `hh_${country.toLowerCase()}_${number}`,
      title: `${called} ${kind.noun}${words === "" ? "" : ` - ${words}`}`,
      description: kind.description,
      link: `${STORE_URL}/products/${slug}?variant=${number}`,
      image_link: `${STORE_URL}/cdn/${picture}.jpg?v=17`,
      additional_image_link: `${STORE_URL}/cdn/${picture}-back.jpg,${STORE_URL}/cdn/${picture}-detail.png`,
      availability: "in_stock",
      price: amount(cents),
      sale_price: product % 3 === 0 ? amount(Math.round(cents * 0.8)) : "",
      brand: kind.brand,
      gtin: kind.productType.startsWith("Books") ? isbn(number) : exampleGtin(number),
      mpn: `M-${number}`,
      condition: "new",
      google_product_category: kind.category,
      product_type: kind.productType,
      item_group_id: isAlone ? "" : `group_${product}`,
      ...kind.shared,
      ...options,
      shipping: `${country}::Standard:4.90 ${currency}`,
      shipping_weight: "0.6 kg",
    },
  };
}

function isbn(number: number): string {
  const digits = `978${100_000_000 + number}`;
  return `${digits}${checkDigit(digits)}`;
}
