/**
 * What kinds of goods the sample sells, without a word of any language: the names here are keys into the word lists.
 * Category ids are those of Shopify's public product taxonomy, `google` the matching id of Google's.
 */

export type KindName =
  | "apparel" | "outerwear" | "shoes" | "bags" | "furniture" | "kitchen" | "books" | "cosmetics" | "electronics" | "food"
  | "jewellery" | "giftcard"; // prettier-ignore

export type ItemName =
  | "tee" | "shirt" | "sweater" | "dress" | "leggings" | "parka" | "raincoat" | "trenchcoat" | "vest" | "sneaker" | "boot" | "sandal"
  | "slipper" | "backpack" | "weekender" | "beltbag" | "washbag" | "chair" | "sofa" | "bookcase" | "nightstand" | "mug" | "plate"
  | "bowl" | "lunchbox" | "novel" | "cookbook" | "fieldguide" | "atlas" | "cream" | "lipbalm" | "soap" | "shampoo" | "cable"
  | "charger" | "phonecase" | "headphones" | "coffee" | "tea" | "chocolate" | "jam" | "ring" | "necklace" | "bracelet" | "earrings"
  | "giftcard"; // prettier-ignore

export const MATERIALS = [
  "cotton", "linen", "wool", "leather", "canvas", "oak", "walnut", "steel", "stoneware", "glass", "silver", "gold", "recycled", "cork",
] as const; // prettier-ignore
export type MaterialName = (typeof MATERIALS)[number];

export type ThemeName =
  | "rosemary" | "fig" | "cedar" | "orange" | "hazelnut" | "seasalt" | "ginger" | "cherry" | "harbour" | "bread" | "moor" | "winter"
  | "letters" | "birthday" | "thanks" | "wedding"; // prettier-ignore

export type OptionName = "size" | "colour" | "length" | "format" | "content" | "finish" | "amount";

/** Colour to red, green, blue: images are painted with it. */
export const COLOURS = {
  black: [0x1d, 0x1d, 0x20], white: [0xf7, 0xf6, 0xf1], navy: [0x1f, 0x2f, 0x54], sage: [0x9c, 0xad, 0x8d], rust: [0xb2, 0x55, 0x2b],
  sand: [0xd9, 0xc5, 0x9e], plum: [0x6a, 0x31, 0x58], sky: [0x8c, 0xbb, 0xdc], moss: [0x4d, 0x5d, 0x2f], rose: [0xd9, 0x8f, 0x98],
  slate: [0x56, 0x63, 0x70], mustard: [0xd6, 0xa4, 0x2c],
} as const satisfies Record<string, readonly [number, number, number]>; // prettier-ignore
export type ColourName = keyof typeof COLOURS;

/** Option values that have words; `M`, `42` or `250 g` stand for themselves in every language. */
export type ValueName = ColourName | "short" | "regular" | "long" | "hardcover" | "paperback" | "audiobook" | "matt" | "polished" | "oiled";

export interface OptionAxis {
  readonly name: OptionName;
  readonly values: readonly string[];
  /** How many of the values a product offers. */
  readonly fewest: number;
  readonly most: number;
}

export interface Item {
  readonly name: ItemName;
  readonly categoryId: string;
  readonly category: string;
  readonly google: string;
}

export interface Kind {
  readonly name: KindName;
  readonly items: readonly Item[];
  readonly details: readonly (MaterialName | ThemeName)[];
  readonly axes: readonly OptionAxis[];
  /** Of a hundred products of the kind, those without options. */
  readonly singlePercent: number;
  readonly priceEuros: readonly [number, number];
  readonly weightGrams: readonly [number, number];
  readonly hsCode: string | null;
  /** Sold by weight or volume, so a price per kilogram or litre belongs to it. */
  readonly measure: "g" | "ml" | null;
  /** Worn, so Google asks for gender and age group. */
  readonly worn: boolean;
}

const item = (name: ItemName, categoryId: string, google: string, category: string): Item => ({ name, categoryId, google, category });
const axis = (name: OptionName, fewest: number, most: number, values: readonly string[]): OptionAxis => ({ name, fewest, most, values });

const colours = (most: number): OptionAxis => axis("colour", 1, most, Object.keys(COLOURS));
const CLOTHING = "Apparel & Accessories > Clothing";
const COATS = `${CLOTHING} > Outerwear > Coats & Jackets`;
const SHOES = "Apparel & Accessories > Shoes";
const DINNERWARE = "Home & Garden > Kitchen & Dining > Tableware";
const FOOD = "Food, Beverages & Tobacco";
const JEWELRY = "Apparel & Accessories > Jewelry";
const PRINT_BOOKS = ["me-1-3", "543543", "Media > Books > Print Books"] as const;
const CARE = "Health & Beauty > Personal Care";

const plain = { hsCode: null, measure: null, worn: false } as const;

export const KINDS: Readonly<Record<KindName, Kind>> = {
  apparel: {
    ...plain, name: "apparel", singlePercent: 2, priceEuros: [19, 129], weightGrams: [140, 620], hsCode: "610910", worn: true,
    items: [
      item("tee", "aa-1-13-8", "212", `${CLOTHING} > Clothing Tops > T-Shirts`), item("shirt", "aa-1-13-7", "212", `${CLOTHING} > Clothing Tops > Shirts`),
      item("sweater", "aa-1-13-12", "212", `${CLOTHING} > Clothing Tops > Sweaters`), item("dress", "aa-1-4", "2271", `${CLOTHING} > Dresses`),
      item("leggings", "aa-1-1-1-2", "5322", `${CLOTHING} > Activewear > Activewear Pants > Leggings`),
    ],
    details: ["cotton", "linen", "wool", "recycled"],
    axes: [axis("size", 3, 6, ["XS", "S", "M", "L", "XL", "XXL"]), colours(3)],
  },
  outerwear: {
    ...plain, name: "outerwear", singlePercent: 4, priceEuros: [89, 389], weightGrams: [450, 1900], hsCode: "620193", worn: true,
    items: [
      item("parka", "aa-1-10-2-6", "5598", `${COATS} > Parkas`), item("raincoat", "aa-1-10-2-10", "5598", `${COATS} > Rain Coats`),
      item("trenchcoat", "aa-1-10-2-13", "5598", `${COATS} > Trench Coats`), item("vest", "aa-1-10-6", "1831", `${CLOTHING} > Outerwear > Vests`),
    ],
    details: ["wool", "canvas", "recycled", "cotton"],
    axes: [axis("size", 3, 5, ["XS", "S", "M", "L", "XL"]), colours(2)],
  },
  shoes: {
    ...plain, name: "shoes", singlePercent: 0, priceEuros: [49, 229], weightGrams: [300, 1400], hsCode: "640399", worn: true,
    items: [
      item("sneaker", "aa-8-8", "187", `${SHOES} > Sneakers`), item("boot", "aa-8-3", "187", `${SHOES} > Boots`),
      item("sandal", "aa-8-6", "187", `${SHOES} > Sandals`), item("slipper", "aa-8-7", "187", `${SHOES} > Slippers`),
    ],
    details: ["leather", "canvas", "wool", "cork"],
    axes: [axis("size", 5, 9, ["36", "37", "38", "39", "40", "41", "42", "43", "44", "45"]), colours(2)],
  },
  bags: {
    ...plain, name: "bags", singlePercent: 25, priceEuros: [29, 249], weightGrams: [200, 1600], hsCode: "420292",
    items: [
      item("backpack", "lb-1", "100", "Luggage & Bags > Backpacks"), item("weekender", "lb-6", "103", "Luggage & Bags > Duffel Bags"),
      item("beltbag", "lb-7", "104", "Luggage & Bags > Fanny Packs"), item("washbag", "lb-3", "108", "Luggage & Bags > Cosmetic & Toiletry Bags"),
    ],
    details: ["leather", "canvas", "recycled", "cork"],
    axes: [colours(4)],
  },
  furniture: {
    ...plain, name: "furniture", singlePercent: 30, priceEuros: [79, 1890], weightGrams: [4200, 61000], hsCode: "940360",
    items: [
      item("chair", "fr-7", "443", "Furniture > Chairs"), item("sofa", "fr-22", "460", "Furniture > Sofas"),
      item("bookcase", "fr-19-1", "465", "Furniture > Shelving > Bookcases & Standing Shelves"), item("nightstand", "fr-24-6", "462", "Furniture > Tables > Nightstands"),
    ],
    details: ["oak", "walnut", "steel"],
    axes: [axis("finish", 1, 3, ["matt", "polished", "oiled"]), colours(2)],
  },
  kitchen: {
    ...plain, name: "kitchen", singlePercent: 30, priceEuros: [9, 69], weightGrams: [180, 1200], hsCode: "691200",
    items: [
      item("mug", "hg-11-10-5-5", "2169", `${DINNERWARE} > Drinkware > Mugs`), item("plate", "hg-11-10-4-3", "3553", `${DINNERWARE} > Dinnerware > Plates`),
      item("bowl", "hg-11-10-4-1", "3498", `${DINNERWARE} > Dinnerware > Bowls`),
      item("lunchbox", "hg-11-3-7", "669", "Home & Garden > Kitchen & Dining > Food & Beverage Carriers > Lunch Boxes & Totes"),
    ],
    details: ["stoneware", "glass", "steel"],
    axes: [colours(4)],
  },
  books: {
    ...plain, name: "books", singlePercent: 35, priceEuros: [9, 49], weightGrams: [180, 1500], hsCode: "490199",
    items: [item("novel", ...PRINT_BOOKS), item("cookbook", ...PRINT_BOOKS), item("fieldguide", ...PRINT_BOOKS), item("atlas", ...PRINT_BOOKS)],
    details: ["harbour", "bread", "moor", "winter", "letters"],
    axes: [axis("format", 2, 3, ["hardcover", "paperback", "audiobook"])],
  },
  cosmetics: {
    ...plain, name: "cosmetics", singlePercent: 35, priceEuros: [6, 69], weightGrams: [40, 420], hsCode: "330499", measure: "ml",
    items: [
      item("cream", "hb-3-2-9-20", "2592", `${CARE} > Cosmetics > Skin Care > Face Moisturizers`),
      item("lipbalm", "hb-3-2-9-9-1", "543573", `${CARE} > Cosmetics > Skin Care > Lip Balms & Treatments > Lip Balms`),
      item("soap", "hb-3-2-1-1", "2503", `${CARE} > Cosmetics > Bath & Body > Bar Soap`),
      item("shampoo", "hb-3-10-13-3", "543615", `${CARE} > Hair Care > Shampoo & Conditioner > Shampoo`),
    ],
    details: ["rosemary", "fig", "cedar", "orange"],
    axes: [axis("content", 2, 3, ["50 ml", "100 ml", "250 ml"])],
  },
  electronics: {
    ...plain, name: "electronics", singlePercent: 30, priceEuros: [12, 149], weightGrams: [30, 480], hsCode: "854442",
    items: [
      item("cable", "el-7-7-6", "1763", "Electronics > Electronics Accessories > Cables > System & Power Cables"),
      item("charger", "el-7-15-5", "505295", "Electronics > Electronics Accessories > Power > Power Adapters & Chargers"),
      item("phonecase", "el-4-8-4-2", "2353", "Electronics > Communications > Telephony > Mobile & Smart Phone Accessories > Mobile Phone Cases"),
      item("headphones", "el-2-2-7-1", "543626", "Electronics > Audio > Audio Components > Headphones & Headsets > Headphones"),
    ],
    details: ["recycled", "steel", "leather", "cork"],
    axes: [colours(3), axis("length", 1, 2, ["short", "long"])],
  },
  food: {
    ...plain, name: "food", singlePercent: 30, priceEuros: [4, 39], weightGrams: [120, 1200], hsCode: "210690", measure: "g",
    items: [
      item("coffee", "fb-1-3", "1868", `${FOOD} > Beverages > Coffee`), item("tea", "fb-1-14-2", "2073", `${FOOD} > Beverages > Tea & Infusions > Tea`),
      item("chocolate", "fb-2-3", "4748", `${FOOD} > Food Items > Candy & Chocolate`), item("jam", "fb-2-7-6", "2188", `${FOOD} > Food Items > Dips & Spreads > Jams & Jellies`),
    ],
    details: ["hazelnut", "seasalt", "ginger", "cherry"],
    axes: [axis("content", 2, 3, ["125 g", "250 g", "1000 g"])],
  },
  jewellery: {
    ...plain, name: "jewellery", singlePercent: 40, priceEuros: [29, 890], weightGrams: [3, 60], hsCode: "711311", worn: true,
    items: [
      item("ring", "aa-6-9", "200", `${JEWELRY} > Rings`), item("necklace", "aa-6-8", "196", `${JEWELRY} > Necklaces`),
      item("bracelet", "aa-6-3", "191", `${JEWELRY} > Bracelets`), item("earrings", "aa-6-6", "194", `${JEWELRY} > Earrings`),
    ],
    details: ["silver", "gold", "steel"],
    axes: [axis("finish", 1, 2, ["matt", "polished"]), axis("size", 1, 3, ["50", "52", "54", "56"])],
  },
  giftcard: {
    ...plain, name: "giftcard", singlePercent: 0, priceEuros: [25, 25], weightGrams: [0, 0],
    items: [item("giftcard", "gc", "53", "Gift Cards")],
    details: ["birthday", "thanks", "wedding"],
    axes: [axis("amount", 4, 4, ["€10", "€25", "€50", "€100"])],
  },
}; // prettier-ignore
