import { readFileSync } from "node:fs";
import { brotliDecompressSync } from "node:zlib";
import { METAFIELD_KEYS } from "../../src/engine/plan/attribute-sources.ts";
import { type OptionAttribute, optionNames } from "../../src/engine/vocabulary/option-words.ts";
import { checkDigit } from "../../src/storefronts/sample/gtin.ts";
import type { ProductState } from "../../src/storefronts/simulator/control/product-state.ts";
import { htmlWords } from "./html-words.ts";

/**
 * The feed a shop should have, computed from what its products really are: a second opinion, in plain loops, that shares nothing
 * with the road from the platform to the file but the documented columns and the list of option names.
 */
export interface FeedOfShop {
  readonly country: string;
  readonly currency: string;
  /** Of a language feed; texts that nobody translated stay as they are. */
  readonly locale?: string;
  /** Buyers of the country see the market's prices, and what the market sells. */
  readonly market?: true;
  /** Where links lead, with a slash at the end, instead of the shop's own address. */
  readonly root?: string;
  /** Links say the country: other markets are at the same address. */
  readonly namesCountry?: true;
  /** Title of the one collection that is in it. */
  readonly collection?: string;
  /** It has `EXTRA_COLUMNS`. */
  readonly extraColumns?: true;
}

type Row = Readonly<Record<string, string>>;
type Variant = ProductState["variants"][number];
/** An option as the store shows it; what it is about is known by its primary name. */
interface Choice {
  readonly primaryName: string;
  readonly name: string;
  readonly value: string;
}

/** Google reads ten. */
const ADDITIONAL_IMAGES_MAX = 10;

/** Rows by id; variants that may not be sold are left out. */
export function expectedFeed(products: Iterable<ProductState>, feed: FeedOfShop): ReadonlyMap<string, Row> {
  const rows = new Map<string, Row>();
  for (const product of products) {
    if (!mayBeSold(product) || !(feed.collection === undefined || product.collections.includes(feed.collection))) continue;
    for (const variant of product.variants) {
      const offer = variant.published ? offerOf(variant, feed) : undefined;
      if (offer === undefined) continue;
      const choices = choicesOf(product, variant, feed.locale);
      const row = expectedRow(inLanguage(product, feed.locale), variant, { feed, offer, choices });
      rows.set(row["id"] ?? "", row);
    }
  }
  return rows;
}

interface Offer {
  readonly price: string;
  readonly before: string;
}

/** Undefined: the market does not sell it, or has no price for it. */
function offerOf({ price, compareAtPrice, countries }: Variant, { market, country, currency }: FeedOfShop): Offer | undefined {
  // Shopify has no variant without a price: what nobody priced costs nothing.
  if (market === undefined) return { price: price ?? "0.00", before: compareAtPrice ?? "" };
  const there = countries[country];
  if (there?.sold !== true || there.price === "" || there.currency !== currency) return undefined;
  return { price: there.price, before: there.compareAtPrice ?? "" };
}

function mayBeSold({ status, onOnlineStore, giftCard, sellingPlanOnly, combinedListing }: ProductState): boolean {
  return status === "active" && onOnlineStore && !giftCard && !sellingPlanOnly && combinedListing !== "PARENT";
}

/** Each text that somebody translated in the place of the primary one. */
function inLanguage(product: ProductState, locale: string | undefined): ProductState {
  const labels = product.categoryLabels[locale ?? ""] ?? {};
  const told = product.translations.find(({ language }) => language === locale);
  const metafields = Object.fromEntries(
    Object.entries(product.metafields).map(([name, value]) => [name, told?.metafields[name] || labels[name] || value]),
  );
  if (told === undefined) return { ...product, metafields };
  return {
    ...product,
    metafields,
    title: told.title || product.title,
    descriptionHtml: told.bodyHtml || product.descriptionHtml,
    handle: told.handle || product.handle,
    productType: told.productType || product.productType,
    seoTitle: told.seoTitle || product.seoTitle,
    seoDescription: told.seoDescription || product.seoDescription,
  };
}

/** None of a product without a choice, which Shopify gives one that is called so. */
function choicesOf({ options, translations }: ProductState, variant: Variant, locale: string | undefined): readonly Choice[] {
  const chosen = Object.entries(variant.options);
  if (chosen.length === 1 && chosen.flat().join() === "Title,Default Title") return [];
  const told = translations.find(({ language }) => language === locale)?.options ?? [];
  return chosen.map(([primaryName, value], at) => {
    const place = options[at]?.values.indexOf(value) ?? -1;
    return { primaryName, name: told[at]?.name || primaryName, value: told[at]?.values[place] || value };
  });
}

interface OnSale {
  readonly feed: FeedOfShop;
  readonly offer: Offer;
  readonly choices: readonly Choice[];
}

function expectedRow(product: ProductState, variant: Variant, onSale: OnSale): Row {
  const { feed, offer, choices } = onSale;
  const { country, currency } = feed;
  const image = variant.imageUrl ?? product.images[0]?.url ?? "";
  const metafield = (key: string): string => textOf(variant.metafields, key) || textOf(product.metafields, key);
  const attribute = (name: OptionAttribute): string => attributeOf(name, choices, metafield);
  const row: Row = {
    id: `shopify_${country}_${product.id}_${variant.id}`,
    title: titleOf(product, choices),
    description: htmlWords(product.descriptionHtml),
    link: linkOf(product, variant, onSale),
    image_link: image,
    additional_image_link: furtherImages(product, image).join(","),
    availability: variant.available ? "in_stock" : "out_of_stock",
    ...prices(offer, currency),
    brand: product.vendor,
    gtin: gtinOf(variant.barcode),
    mpn: metafield("mpn") || (variant.sku ?? ""),
    identifier_exists: isIdentified(product, variant, metafield("mpn")) ? "yes" : "no",
    condition: ["used", "refurbished"].find((word) => metafield("condition").trim().toLowerCase() === word) ?? "new",
    google_product_category: metafield("google_product_category") || googleCategory(product.category),
    product_type: product.productType,
    item_group_id: product.id,
    color: slashed(attribute("color")),
    size: attribute("size"),
    material: slashed(attribute("material")),
    gender: attribute("gender"),
    age_group: attribute("age_group"),
    shipping_weight: Number(variant.weight) > 0 ? `${variant.weight} ${variant.weightUnit}` : "",
    ...Object.fromEntries([0, 1, 2, 3, 4].map((slot) => [`custom_label_${slot}`, metafield(`custom_label_${slot}`)])),
    ...(feed.extraColumns === true ? extraCells(product, variant, onSale) : {}),
  };
  return Object.fromEntries(Object.entries(row).map(([column, value]) => [column, oneLine(value)]));
}

/** Where a language or market has pages of its own, they are called as the product is in the feed's language. */
function linkOf({ url, handle }: ProductState, { id }: Variant, { feed, choices }: OnSale): string {
  const page = feed.root === undefined ? (url ?? "") : `${feed.root}products/${handle}`;
  const parameters = [
    ...(choices.length === 0 ? [] : [`variant=${id}`]),
    ...(feed.namesCountry === true ? [`country=${feed.country}`] : []),
  ];
  return parameters.length === 0 ? page : `${page}?${parameters.join("&")}`;
}

/** Further columns of a feed that asks for them, and the source columns they are mapped to. */
export const EXTRA_COLUMNS = {
  variant_name: "variant_title",
  first_option: "option1_name",
  first_value: "option1_value",
  page_name: "handle",
  care: "metafield-care",
  colours: "metafield-color-pattern",
  search_title: "seo_title",
  search_text: "seo_description",
  pays_in: "currency",
  per_unit: "unit_price",
} as const;

function extraCells(
  product: ProductState,
  { unitMeasure }: Variant,
  { feed, offer, choices }: OnSale,
): Record<keyof typeof EXTRA_COLUMNS, string> {
  return {
    variant_name: choices.map(({ value }) => value).join(" / "),
    first_option: choices[0]?.name ?? "",
    first_value: choices[0]?.value ?? "",
    page_name: product.handle,
    care: textOf(product.metafields, "care"),
    colours: textOf(product.metafields, "color-pattern"),
    search_title: product.seoTitle ?? "",
    search_text: product.seoDescription ?? "",
    pays_in: feed.currency,
    per_unit:
      unitMeasure === null
        ? ""
        : ((Number(offer.price) * Number(unitMeasure.base)) / Number(unitMeasure.total)).toFixed(decimals(feed.currency)),
  };
}

/** Lines of Google's own list, `166 - Apparel & Accessories`, by their ids. */
const GOOGLE_CATEGORIES = new Map(
  shippedLines("google-2021-09-21").map((line) => [line.slice(0, line.indexOf(" ")), line.slice(line.indexOf(" - ") + " - ".length)]),
);
/** Shopify's paths and the ids of Google's categories they are. */
const SHOPIFY_CATEGORIES = new Map(
  shippedLines("shopify-2025-01-to-google-2021-09-21").map((line) => {
    const [, google = "", path = ""] = line.split("\t");
    return [path, google];
  }),
);

function shippedLines(name: string): readonly string[] {
  const file = readFileSync(new URL(`../../src/features/taxonomies/editions/${name}.br`, import.meta.url));
  return brotliDecompressSync(file)
    .toString()
    .split("\n")
    .filter((line) => !line.startsWith("#"));
}

/** The sample's categories are Shopify's, each of which is in the list. */
function googleCategory(category: string | null): string {
  return GOOGLE_CATEGORIES.get(SHOPIFY_CATEGORIES.get(category ?? "") ?? "") ?? "";
}

function isIdentified({ vendor }: ProductState, { barcode, sku }: Variant, partNumber: string): boolean {
  return gtinOf(barcode) !== "" || (vendor !== "" && (partNumber !== "" || Boolean(sku)));
}

/** The sample's barcodes need no repair: they are right, or none. */
function gtinOf(barcode: string | null): string {
  const isRight = /^(?:\d{8}|\d{12,14})$/.test(barcode ?? "") && checkDigit((barcode ?? "").slice(0, -1)) === Number(barcode?.at(-1));
  return isRight ? (barcode ?? "") : "";
}

const ATTRIBUTES: readonly OptionAttribute[] = ["color", "size", "material"];
/** Google shows no more. */
const TITLE_LENGTH = 150;

/** Of several variants: with the option values behind it that no column says. */
function titleOf({ title, variants }: ProductState, choices: readonly Choice[]): string {
  if (variants.length < 2) return title;
  const spaced = (text: string): string =>
    ` ${text
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, " ")
      .trim()} `;
  const unsaid = choices.filter(
    ({ primaryName: name }) => !ATTRIBUTES.some((attribute) => optionNames(attribute).includes(name.toLowerCase())),
  );
  const ending = unsaid.flatMap(({ value }) => (value.length > 2 && spaced(title).includes(spaced(value)) ? [] : [value])).join(" / ");
  if (ending === "") return title;
  const left = TITLE_LENGTH - " - ".length - [...ending].length;
  const letters = [...title];
  const cut = letters.slice(0, left + 1).join("").replace(/[^\s\p{Z}]*$/u, "").replace(/[\s\p{Z}\p{P}]+$/u, ""); // prettier-ignore
  return `${letters.length <= left ? title : cut} - ${ending}`;
}

/** Channels read several colours or materials so. */
function slashed(value: string): string {
  return value.includes(", ") ? value.split(", ").slice(0, 3).join("/") : value;
}

function prices({ price, before }: Offer, currency: string): Row {
  const amount = (text: string): string => `${Number(text).toFixed(decimals(currency))} ${currency}`;
  if (before !== "" && Number(before) > Number(price)) return { price: amount(before), sale_price: amount(price) };
  return { price: amount(price), sale_price: "" };
}

/** Of the simulator's currencies. */
function decimals(currency: string): number {
  return currency === "JPY" ? 0 : 2;
}

function furtherImages({ images }: ProductState, own: string): readonly string[] {
  const others = images.map(({ url }) => url).filter((url, at, all) => url !== own && all.indexOf(url) === at);
  return others.slice(0, ADDITIONAL_IMAGES_MAX).map((url) => url.replaceAll(",", "%2C"));
}

/** A metafield by its key, whatever its namespace. */
function textOf(metafields: ProductState["metafields"], key: string): string {
  const value = Object.entries(metafields).find(([name]) => name.slice(name.indexOf(".") + 1) === key)?.[1] ?? "";
  if (typeof value === "string") return value;
  return "type" in value ? value.value : value.join(", ");
}

function attributeOf(name: OptionAttribute, choices: readonly Choice[], metafield: (key: string) => string): string {
  const choice = choices.find(({ primaryName }) => optionNames(name).includes(primaryName.trim().toLowerCase()));
  return choice?.value ?? METAFIELD_KEYS[name].map(metafield).find((value) => value !== "") ?? "";
}

function oneLine(value: string): string {
  return value.normalize("NFC").replaceAll(/[\u0000-\u001F\u007F-\u009F\u2028\u2029]+/g, " ").replaceAll(/^ +| +$/g, ""); // prettier-ignore
}
