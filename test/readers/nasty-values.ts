import { storableText } from "../../src/kernel/storable-text.ts";
import type { RawImage, RawProduct, RawVariant } from "../../src/engine/source/raw-tables.ts";
import { type RawCatalog, rawImage, rawProduct, rawVariant } from "../harness/raw-records.ts";

/**
 * Product values that break writers of feed files. Storefronts replace half a surrogate pair and U+0000 before a snapshot can hold
 * them, and so does `nastyCatalog`.
 */

const range = (first: number, last: number): string =>
  Array.from({ length: last - first + 1 }, (_, at) => String.fromCodePoint(first + at)).join("");
/** As many code points as asked for, of words with spaces. */
const words = (length: number): string =>
  "Sturdy pan "
    .repeat(Math.ceil(length / 11))
    .slice(0, length - 1)
    .concat("x");

/** The titles' and descriptions' limits of the channels. */
const LIMITS: readonly number[] = [150, 200, 375, 500, 5_000, 9_999, 10_000];

const NASTY_TEXTS: Readonly<Record<string, string>> = {
  "a quote": 'Pan 12" wide',
  "a leading quote": '"Chef" pan',
  "only quotes": '"""',
  "an enclosed text": '"all of it"',
  apostrophes: "'tis a chef''s pan",
  tabs: "left\tright\t\tend",
  "line breaks": "one\ntwo\r\nthree\rfour",
  "line separators": "one\u2028two\u2029three\u0085four",
  controls: `a${range(1, 0x1f)}b`,
  "later controls": `a${range(0x7f, 0x9f)}b`,
  "U+0000": "a\u0000b",
  "half a surrogate pair": "a\ud83db",
  "the other half": "a\udc4db",
  noncharacters: "a\uFFFEb\uFFFFc\uFDD0d\u{1FFFE}e",
  "a byte order mark": "\uFEFFpan\uFEFF",
  emoji: "Pan 👍🏽 👩‍👩‍👧‍👦 🇩🇪 ❤️",
  "right to left": "\u202Eقميص قطن\u202C \u200Fمقاس\u200E XL",
  "combining characters": "e\u0301 Z\u0351\u036B\u0343\u036A\u0302\u036B\u033D\u034F ñ n\u0303",
  "invisible characters": "soft\u00ADhy\u200Bphen\u2060",
  "other spaces": "a\u00A0b\u2003c\u3000d",
  "many spaces": "  a   b  ",
  "the end of CDATA": "a ]]> b <![CDATA[ c ]]>",
  entities: "Fish &amp; chips &lt;b&gt; &#65; &nbsp; &unknown; & &",
  markup: "<b>bold</b> 5 < 6 > 4 <script>alert(1)</script> <!-- no -->",
  "a processing instruction": "<?xml version='1.0'?> <!DOCTYPE a>",
  backslashes: String.raw`C:\new\table \u0041 \" \\`,
  separators: "a,b;c|d/e:f>g",
  "comment and directive": "# ref_asset_id 1",
  "a sum": "=1+1",
  "a command": "=cmd|' /C calc'!A0",
  "plus, minus, at": "+1-1@SUM(A1)",
  SQL: "'); DROP TABLE rows; --",
  "template signs": "${title} {{title}} %s %(id)s $1",
  "a number": "0012345678901234567890",
  "an exponent": "1e5",
  true: "true",
  null: "null",
  NaN: "NaN",
  "private use": "\uE000\u{F0000}",
  "beyond the basic plane": "𠜎𠜱𝒳",
  "wide script": "赤いフライパン".repeat(40),
  "one long word": "Donaudampfschifffahrt".repeat(520),
  "emoji at the limit": `${"x".repeat(149)}👩‍👩‍👧‍👦`,
  "combining at the limit": `${"x".repeat(149)}e\u0301 end`,
  ...Object.fromEntries(LIMITS.map((limit) => [`${limit} characters`, words(limit)])),
  ...Object.fromEntries(LIMITS.map((limit) => [`${limit + 1} characters`, words(limit + 1)])),
};

const NASTY_URLS: Readonly<Record<string, string>> = {
  commas: "https://cdn.example/a.jpg?w=1,200,c&h=2,1",
  "other separators": "https://cdn.example/a;b|c.jpg?x=1;y=2",
  spaces: "https://cdn.example/my photo (1).jpg",
  "not ASCII": "https://cdn.example/grün/写真.jpg?q=é",
  "an international host": "https://bücher.example/straße.jpg",
  "an ampersand": "https://cdn.example/a.jpg?a=1&amp=2&lt;",
  quotes: "https://cdn.example/a\"b'c.jpg",
  "percent signs": "https://cdn.example/100%25%2C%2c.jpg#a%20b",
  long: `https://cdn.example/${"a".repeat(2_100)}.jpg`,
};

const NASTY_PRICES: readonly (readonly [price: string, compareAt: string | null])[] = [
  ["0", null],
  ["0.00", "10.00"],
  ["0.01", "0.02"],
  ["10.00", "10.00"],
  ["10.50", "12.3"],
  ["1e3", null],
  ["-5.00", null],
  ["12,50", null],
  ["999999999.99", "1000000000"],
  ["0.005", null],
  ["", null],
];

/** A list longer than any channel takes. */
const IMAGES_MANY = 12;
/** SKUs that must not be cut, repeated or blank. */
const NASTY_SKUS: readonly (string | null)[] = ["TWICE", "TWICE", null, " ", "x".repeat(130), 'a"b,c\td', "0012", "ünï🍳", "a  b"];

interface NastyProduct {
  readonly name: string;
  readonly product: Partial<RawProduct>;
  readonly variant?: Partial<RawVariant>;
  readonly images?: readonly string[];
}

function nastyProducts(): readonly NastyProduct[] {
  const texts = Object.entries(NASTY_TEXTS).map(([name, nasty]) => {
    const text = storableText(nasty);
    const variant = { sku: text, option1_value: text };
    return {
      name,
      product: { title: text, body_html: text, vendor: text, product_type: text, tags: [text], option1_name: "Color" },
      variant,
    };
  });
  const urls = Object.entries(NASTY_URLS).map(([name, url]) => ({
    name,
    product: { link: url },
    images: [url, url.replace("cdn", "cdn2"), url],
  }));
  const prices = NASTY_PRICES.map(([price, before]) => ({
    name: `price ${price}`,
    product: {},
    variant: { price, compare_at_price: before },
  }));
  const skus = NASTY_SKUS.map((sku, at) => ({ name: `SKU ${at + 1}`, product: {}, variant: { sku } }));
  const many = Array.from({ length: IMAGES_MANY }, (_, at) => `https://cdn.example/${at},${at}.jpg`);
  return [...texts, ...urls, ...prices, ...skus, { name: "many images", product: {}, images: many }];
}

/** One product with one variant for each of the values. JPY has no decimals, KWD three. */
export function nastyCatalog(currency: "USD" | "EUR" | "JPY" | "KWD" = "USD"): RawCatalog {
  const nasty = nastyProducts();
  const key = (at: number): string => `p${at}`;
  const products = nasty.map(({ product }, at) => rawProduct(at + 1, { key: key(at), id: String(at + 1), ...product }));
  const variants = nasty.map(({ variant }, at) => {
    const sold = { id: String(at + 10_001), price: "19.90", inventory_quantity: String(at % 3), available: null };
    return rawVariant(at + 1, { product_key: key(at), ...sold, ...variant });
  });
  const images: RawImage[] = nasty
    .flatMap((each, at) => (each.images ?? []).map((url) => ({ url, product_key: key(at) })))
    .map((image, at) => rawImage(at + 1, image));
  return { products, variants, images, currency };
}
