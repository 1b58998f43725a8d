import { describe, expect, test } from "vitest";
import { checkDigit } from "./gtin.ts";
import { KINDS } from "./kinds.ts";
import type { SampleProduct, SampleVariant } from "./sample-product.ts";
import { sampleProducts } from "./sample-products.ts";
import { SAMPLE_SHOP } from "./sample-shop.ts";

const imageBase = "https://shop.example/images";
const { seed, products: count } = SAMPLE_SHOP;
const catalog = (products: number, of: number = seed) => [...sampleProducts({ seed: of, products, imageBase })];

const products = catalog(count);
const variants = products.flatMap((product) => product.variants);
const has = (isSo: (product: SampleProduct) => boolean) => products.some(isSo);
const hasVariant = (isSo: (variant: SampleVariant) => boolean) => variants.some(isSo);
const titled = (pattern: RegExp) => has(({ title }) => pattern.test(title));
const described = (pattern: RegExp) => has(({ bodyHtml }) => pattern.test(bodyHtml));
const isUnique = (values: readonly unknown[]) => new Set(values).size === values.length;
const isGtin = (code: string) => /^\d{13,14}$/.test(code) && checkDigit(code.slice(0, -1)) === Number(code.at(-1));

describe("a catalog", () => {
  test("depends on seed and number alone: a longer one begins with the shorter, another seed is another shop", () => {
    expect(catalog(40)).toEqual(products.slice(0, 40));
    expect(catalog(40, seed + 1).map(({ title }) => title)).not.toEqual(products.slice(0, 40).map(({ title }) => title));
  });

  test("is as large as the sample shop says, with one to 72 variants a product", () => {
    expect(products).toHaveLength(320);
    expect(variants.length).toBeGreaterThanOrEqual(1000);
    expect(variants.length).toBeLessThanOrEqual(2500);
    expect(Math.min(...products.map((product) => product.variants.length))).toBe(1);
    expect(Math.max(...products.map((product) => product.variants.length))).toBe(72);
  });

  test("names everything once: handles, ids, options within a product, images", () => {
    expect(isUnique(products.map(({ handle }) => handle))).toBe(true);
    expect(isUnique(products.map(({ id }) => id))).toBe(true);
    expect(isUnique(variants.map(({ id }) => id))).toBe(true);
    expect(isUnique(variants.map(({ inventoryItemId }) => inventoryItemId))).toBe(true);
    expect(
      isUnique(products.flatMap(({ handle, variants: own }) => own.map(({ optionValues }) => [handle, ...optionValues].join("\n")))),
    ).toBe(true);
    expect(isUnique(products.flatMap(({ images }) => images.map(({ id }) => id)))).toBe(true);
    expect(isUnique(products.flatMap(({ images }) => images.map(({ url }) => url)))).toBe(true);
    expect([...products.map(({ id }) => id), ...variants.map(({ id }) => id)].every(Number.isSafeInteger)).toBe(true);
  });

  test("holds together: a value for every option and no other, a variant's image among the product's", () => {
    for (const { options, variants: own, images } of products) {
      const urls = images.map(({ url }) => url);
      for (const { optionValues, imageUrl } of own) {
        expect(optionValues).toHaveLength(options.length);
        expect(options.every(({ values }, at) => values.includes(optionValues[at] ?? ""))).toBe(true);
        expect(imageUrl === null || urls.includes(imageUrl)).toBe(true);
      }
    }
  });

  test("sells every kind of goods", () => {
    expect(new Set(products.map(({ collections }) => collections[0]?.handle))).toEqual(new Set(Object.keys(KINDS)));
  });

  test("is about nine tenths active, and has every other state", () => {
    const share = (status: string) => products.filter((product) => product.status === status).length / products.length;
    expect(share("active")).toBeGreaterThan(0.84);
    expect(share("active")).toBeLessThan(0.96);
    for (const status of ["draft", "archived", "unlisted"]) expect(share(status)).toBeGreaterThan(0);
    expect(has(({ status, publishedAt }) => status === "active" && publishedAt === null)).toBe(true);
  });
});

describe("texts", () => {
  test.each([
    ["an emoji of joined code points", /\p{Emoji_Modifier}\u200D/u],
    ["a no-break space", /\u00A0/u],
    ["a narrow no-break space", /\u202F/u],
    ["characters without width", /\u200B.*\uFEFF/u],
    ["a line separator", /\u2028/u],
    ["combining marks", /\p{L}\p{M}/u],
    ["mathematical bold letters", /[\u{1D400}-\u{1D433}]/u],
    ["Arabic", /^\p{Script=Arabic}/u],
    ["Arabic inside Latin", /^[A-Z].*\p{Script=Arabic}/u],
    ["a leading quote", /^".*[,;]/u],
    ["markup", /<b>.*&amp;/u],
    ["blanks at the edges", /^ .*\t$/su],
    ["capitals alone", /^[A-Z\s-]{12,}$/u],
    ["more than 255 characters", /^.{256,}$/su],
  ])("some title has %s", (_, pattern) => {
    expect(titled(pattern)).toBe(true);
  });

  test.each([
    ["entities", /&nbsp;.*&#39;|&#39;.*&nbsp;/su],
    ["lists", /<ul>\s*<li>/u],
    ["tables", /<table/u],
    ["16 KB", /^.{16384,}/su],
    ["nothing", /^$/u],
    ["CRLF and tabs", /\r\n\t/u],
    ["scripts, styles and comments", /<style>.*<!--.*<script>/su],
    ["a line separator", /\u2028/u],
    ["tags nobody closes", /<br$/u],
    ["writing from right to left", /<div dir="rtl">/u],
  ])("some description has %s", (_, pattern) => {
    expect(described(pattern)).toBe(true);
  });

  test("some products are written in German, French and Arabic, the rest in English", () => {
    const written = (language: string) => products.filter((product) => product.language === language).length;
    for (const language of ["de", "fr", "ar"]) expect(written(language)).toBeGreaterThan(0);
    expect(written("en")).toBeGreaterThan(products.length * 0.9);
  });

  test("translations go to the shop's other languages, option for option; some are missing, some lack a description", () => {
    for (const { language, translations, options } of products) {
      expect(translations.map((translation) => translation.language)).not.toContain(language);
      for (const translation of translations) {
        expect(translation.options.map(({ values }) => values.length)).toEqual(options.map(({ values }) => values.length));
      }
    }
    expect(has(({ translations }) => translations.length === 2)).toBe(true);
    expect(has(({ translations }) => translations.length < 2)).toBe(true);
    expect(has(({ translations }) => translations.some(({ bodyHtml }) => bodyHtml === null))).toBe(true);
  });
});

describe("offers", () => {
  test("most variants have no barcode; of those that have one, most are valid, some are not", () => {
    const codes = variants.flatMap(({ barcode }) => barcode ?? []);
    expect(codes.length).toBeLessThan(variants.length / 2);
    expect(codes.filter(isGtin).length).toBeGreaterThan(codes.length * 0.8);
    expect(codes.some((code) => /^\d{13}$/.test(code) && !isGtin(code))).toBe(true);
    expect(codes).toContain("see label");
    expect(codes.some((code) => code.startsWith("0") && isGtin(code))).toBe(true);
  });

  test("SKUs repeat within a product and between products, lack, and begin with zeros", () => {
    const owners = Map.groupBy(
      products.flatMap(({ id, variants: own }) => own.map(({ sku }) => ({ id, sku }))),
      ({ sku }) => sku,
    );
    const groups = [...owners].filter(([sku]) => sku !== null).map(([, group]) => group);
    expect(groups.some((group) => group.length > 1 && new Set(group.map(({ id }) => id)).size === 1)).toBe(true);
    expect(groups.some((group) => new Set(group.map(({ id }) => id)).size > 1)).toBe(true);
    expect(hasVariant(({ sku }) => sku === null)).toBe(true);
    expect(hasVariant(({ sku }) => sku?.startsWith("00") === true)).toBe(true);
  });

  test.each<[string, (variant: SampleVariant) => boolean]>([
    ["has no price", ({ price }) => price === null],
    ["was dearer", ({ price, compareAtPrice }) => Number(compareAtPrice) > Number(price)],
    [
      "has a compare-at price that is lower",
      ({ price, compareAtPrice }) => Number(compareAtPrice) > 0 && Number(compareAtPrice) < Number(price),
    ],
    ["has a compare-at price that is equal", ({ price, compareAtPrice }) => price !== null && price === compareAtPrice],
    ["has a compare-at price of zero", ({ compareAtPrice }) => compareAtPrice === "0.00"],
    ["is oversold and still sells", ({ quantity, policy }) => quantity < 0 && policy === "continue"],
    ["is sold out", ({ quantity, tracked, policy }) => quantity === 0 && tracked && policy === "deny"],
    ["is not counted", ({ tracked }) => !tracked],
    ["is weighed in grams", ({ weightUnit }) => weightUnit === "g"],
    ["is weighed in kilograms", ({ weightUnit }) => weightUnit === "kg"],
    ["is weighed in ounces", ({ weightUnit }) => weightUnit === "oz"],
    ["is weighed in pounds", ({ weightUnit }) => weightUnit === "lb"],
    ["is not shipped", ({ requiresShipping }) => !requiresShipping],
    ["has a price by weight or volume", ({ unitMeasure }) => unitMeasure !== null],
    ["costs something of its own in a market", ({ markets }) => markets["United Kingdom"].price !== null],
    ["is not sold in a market", ({ markets }) => !markets.Switzerland.included],
    ["has metafields of its own", ({ metafields }) => Object.keys(metafields).length > 0],
  ])("some variant %s", (_, isSo) => {
    expect(hasVariant(isSo)).toBe(true);
  });

  test.each<[string, (product: SampleProduct) => boolean]>([
    ["has no vendor", ({ vendor }) => vendor === ""],
    ["has the shop for its vendor", ({ vendor }) => vendor === SAMPLE_SHOP.name],
    ["has no category", ({ category }) => category === null],
    ["has three options", ({ options }) => options.length === 3],
    ["has no choice", ({ variants: own }) => own[0]?.optionValues[0] === "Default Title"],
    ["has an option linked to a metafield", ({ options }) => options.some(({ linkedTo }) => linkedTo !== null)],
    ["is a gift card", ({ giftCard }) => giftCard],
    ["has no image", ({ images }) => images.length === 0],
    ["has many images", ({ images }) => images.length > 12],
    ["has an image without a description", ({ images }) => images.some(({ alt }) => alt === null)],
    ["has a metafield that is a list", ({ metafields }) => Array.isArray(metafields["custom.season"])],
    [
      "says gender and age group",
      ({ metafields }) => metafields["mm-google-shopping.gender"] !== undefined && metafields["mm-google-shopping.age_group"] !== undefined,
    ],
    ["says what search engines show", ({ seoTitle, seoDescription }) => seoTitle !== null && seoDescription !== null],
  ])("some product %s", (_, isSo) => {
    expect(has(isSo)).toBe(true);
  });
});
