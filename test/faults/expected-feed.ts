import { readFileSync } from "node:fs";
import { METAFIELD_KEYS } from "../../src/engine/plan/attribute-sources.ts";
import { type OptionAttribute, optionNames } from "../../src/engine/vocabulary/option-words.ts";
import { checkDigit } from "../../src/storefronts/sample/gtin.ts";
import type { ProductState } from "../../src/storefronts/simulator/control/product-state.ts";
import { htmlWords } from "./html-words.ts";

/**
 * The feed a shop should have, computed from what its products really are: a second opinion, in plain loops, that shares nothing
 * with the road from the platform to the file but the contract and the list of option names.
 */
export interface FeedOfShop {
  readonly country: string;
  readonly currency: string;
}

type Row = Readonly<Record<string, string>>;
type Variant = ProductState["variants"][number];

/** Google reads ten. */
const ADDITIONAL_IMAGES_MAX = 10;

/** Rows by id; variants that may not be sold are left out. */
export function expectedFeed(products: Iterable<ProductState>, feed: FeedOfShop): ReadonlyMap<string, Row> {
  const rows = new Map<string, Row>();
  for (const product of products) {
    if (!mayBeSold(product)) continue;
    for (const variant of product.variants) {
      const row = variant.published ? expectedRow(product, variant, feed) : undefined;
      if (row !== undefined) rows.set(row["id"] ?? "", row);
    }
  }
  return rows;
}

function mayBeSold({ status, onOnlineStore, giftCard, sellingPlanOnly, combinedListing }: ProductState): boolean {
  return status === "active" && onOnlineStore && !giftCard && !sellingPlanOnly && combinedListing !== "PARENT";
}

function expectedRow(product: ProductState, variant: Variant, { country, currency }: FeedOfShop): Row {
  const options = Object.entries(variant.options);
  const isOnly = options.length === 1 && options.flat().join() === "Title,Default Title";
  const image = variant.imageUrl ?? product.images[0]?.url ?? "";
  const metafield = (key: string): string => textOf(variant.metafields, key) || textOf(product.metafields, key);
  const attribute = (name: OptionAttribute): string => attributeOf(name, isOnly ? [] : options, metafield);
  const row: Row = {
    id: `shopify_${country}_${product.id}_${variant.id}`,
    title: titleOf(product, isOnly ? [] : options),
    description: htmlWords(product.descriptionHtml),
    link: `${product.url ?? ""}${isOnly ? "" : `?variant=${variant.id}`}`,
    image_link: image,
    additional_image_link: furtherImages(product, image).join(","),
    availability: variant.available ? "in_stock" : "out_of_stock",
    ...prices(variant, currency),
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
  };
  return Object.fromEntries(Object.entries(row).map(([column, value]) => [column, oneLine(value)]));
}

/** Lines of Google's own list, `166 - Apparel & Accessories`. */
const GOOGLE_CATEGORIES = new Set(
  readFileSync(new URL("../../src/storefronts/google-taxonomy/taxonomy-with-ids.en-US.txt", import.meta.url), "utf8")
    .split("\n")
    .map((line) => line.slice(line.indexOf(" - ") + " - ".length)),
);

function googleCategory(category: string | null): string {
  return category !== null && GOOGLE_CATEGORIES.has(category) ? category : "";
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
function titleOf({ title, variants }: ProductState, options: readonly (readonly [string, string])[]): string {
  if (variants.length < 2) return title;
  const spaced = (text: string): string =>
    ` ${text
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, " ")
      .trim()} `;
  const unsaid = options.filter(([name]) => !ATTRIBUTES.some((attribute) => optionNames(attribute).includes(name.toLowerCase())));
  const ending = unsaid.flatMap(([, value]) => (value.length > 2 && spaced(title).includes(spaced(value)) ? [] : [value])).join(" / ");
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

function prices({ price, compareAtPrice }: Variant, currency: string): Row {
  const amount = (text: string): string => (text === "" ? "" : `${Number(text).toFixed(2)} ${currency}`);
  // Shopify has no variant without a price: what nobody priced costs nothing.
  const [plain, before] = [price ?? "0.00", compareAtPrice ?? ""];
  if (before !== "" && plain !== "" && Number(before) > Number(plain)) return { price: amount(before), sale_price: amount(plain) };
  return { price: amount(plain), sale_price: "" };
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

function attributeOf(name: OptionAttribute, options: readonly (readonly [string, string])[], metafield: (key: string) => string): string {
  const option = options.find(([called]) => optionNames(name).includes(called.trim().toLowerCase()));
  return option?.[1] ?? METAFIELD_KEYS[name].map(metafield).find((value) => value !== "") ?? "";
}

function oneLine(value: string): string {
  return value.normalize("NFC").replaceAll(/[\u0000-\u001F\u007F-\u009F\u2028\u2029]+/g, " ").replaceAll(/^ +| +$/g, ""); // prettier-ignore
}
