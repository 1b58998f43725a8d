import { z } from "zod";

/** How the fake judges products: a few of the Content API's rules. */

const Price = z.object({ currency: z.string(), value: z.number() });

export const Product = z.looseObject({
  offerId: z.string(),
  channel: z.string(),
  contentLanguage: z.string(),
  targetCountry: z.string(),
  title: z.string().default(""),
  link: z.string().default(""),
  imageLink: z.string().default(""),
  price: Price.optional(),
  availability: z.string().default(""),
  condition: z.string().default(""),
  brand: z.string().default(""),
  gtin: z.string().default(""),
  mpn: z.string().default(""),
  identifierExists: z.boolean().default(true),
  adult: z.boolean().default(false),
  shipping: z.array(z.unknown()).default([]),
});
export type Product = z.output<typeof Product>;

export interface ProductError {
  readonly reason: string;
  readonly message: string;
}

const REQUIRED = ["offerId", "title", "link", "imageLink", "price", "availability", "condition"] as const;
const CURRENCIES: Readonly<Record<string, string>> = { US: "USD", GB: "GBP", DE: "EUR", AT: "EUR", FR: "EUR" };

/** Why a product isn't taken in; empty: it is. */
export function errorsOf(product: Product, domain: string): readonly ProductError[] {
  const missing = REQUIRED.filter((field) => product[field] === undefined || product[field] === "").map((field) =>
    error(`${field.charAt(0).toUpperCase()}${field.slice(1)}RequiredErr`, `${field} is required.`),
  );
  const host = URL.parse(product.link)?.host;
  const rules: readonly (readonly [boolean, string, string])[] = [
    [[...product.title].length > 150, "TitleTooLongErr", "The title is longer than 150 characters."],
    [!isIn(product.availability, ["", "in stock", "out of stock", "preorder"]), "AvailabilityInvalidErr", "The availability isn't known."],
    [!isIn(product.condition, ["", "new", "refurbished", "used"]), "ConditionInvalidErr", "The condition isn't known."],
    [isOutOfRange(product.price?.value), "PriceOutOfRangeErr", "The price isn't between 0.01 and 10000000."],
    [isForeign(product), "PriceCurrencyErr", "The currency isn't that of the market."],
    [product.link !== "" && host !== domain, "LinkDomainErr", "The link isn't on the store's domain."],
    [isIn(product.targetCountry, ["DE", "AT"]) && product.shipping.length === 0, "ShippingRequiredErr", "Shipping is required."],
    [product.adult, "AdultErr", "Adult products aren't allowed."],
  ];
  return [...missing, ...rules.flatMap(([isBroken, reason, message]) => (isBroken ? [error(reason, message)] : []))];
}

const error = (reason: string, message: string): ProductError => ({ reason, message });
const isIn = (value: string, words: readonly string[]): boolean => words.includes(value);
const isOutOfRange = (value: number | undefined): boolean => value !== undefined && (value < 0.01 || value > 10_000_000);

function isForeign({ price, targetCountry }: Product): boolean {
  const own = CURRENCIES[targetCountry];
  return price !== undefined && own !== undefined && price.currency !== own;
}

export interface ReviewIssue {
  readonly code: string;
  readonly attributeName?: string;
  readonly description: string;
  readonly servability: "Disapproved" | "Unaffected";
}

/** What the review finds about a product that was taken in. */
export function reviewOf({ title, brand, gtin, mpn, identifierExists }: Product): readonly ReviewIssue[] {
  const isUnidentified = identifierExists && (brand === "" || (gtin === "" && mpn === ""));
  const description = "Missing one or more identifiers - The Brand and GTIN or Brand and MPN are required.";
  return [
    ...(isUnidentified ? [{ code: "GtinPlusBrandRequiredWarn", description, servability: "Unaffected" as const }] : []),
    ...(/replica/i.test(title)
      ? [{ code: "EV_39", attributeName: "title", description: "Trademark content", servability: "Disapproved" as const }]
      : []),
  ];
}
