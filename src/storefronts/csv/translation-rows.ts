import { cellText, type RecordScan } from "../../kernel/csv-records.ts";
import { languageCode } from "../../kernel/language-code.ts";
import type { TranslationHeader } from "./translation-header.ts";
import type { WarningTally } from "./warning-tally.ts";

/** One text of the shop in another language, as a translation export tells it. */
export interface TranslatedText {
  /** As `languageCode` writes it. */
  readonly locale: string;
  /** What the text belongs to. A product is known by Shopify's number, which a product export doesn't have. */
  readonly of: { readonly kind: "product"; readonly number: string; readonly text: ProductText } | { readonly kind: OtherText };
  /** What the shop says in its own language. */
  readonly original: string;
  readonly translated: string;
}

/** Texts whose product isn't given, so they're matched by what they say. */
export type OtherText = "option_name" | "option_value" | "metafield";

const PRODUCT_TEXTS = {
  title: "title",
  body_html: "body_html",
  handle: "handle",
  product_type: "product_type",
  meta_title: "seo_title",
  meta_description: "seo_description",
} as const;
export type ProductText = (typeof PRODUCT_TEXTS)[keyof typeof PRODUCT_TEXTS];

const PRODUCT_FIELDS: ReadonlyMap<string, ProductText> = new Map(Object.entries(PRODUCT_TEXTS));

const OTHER_TEXTS: ReadonlyMap<string, OtherText> = new Map([
  ["product_option.name", "option_name"],
  ["product_option_value.name", "option_value"],
  ["metafield.value", "metafield"],
]);

/** Shopify keeps spreadsheets from rounding numbers by an apostrophe. */
const APOSTROPHE = /^'/;

/** The row read last; undefined if no feed needs it. A product's handle counts even without a translation, because it identifies the product. */
export function readTranslation(scan: RecordScan, header: TranslationHeader, tally: WarningTally): TranslatedText | undefined {
  const cell = (column: keyof TranslationHeader): string => cellText(scan, header[column]);
  const of = whatOf(cell("type").trim().toLowerCase(), cell("field").trim().toLowerCase(), cell("owner").trim());
  if (of === undefined) return undefined;
  const [original, translated] = [cell("original"), cell("translated")];
  if (translated.trim() === "" && (of.kind !== "product" || of.text !== "handle")) return undefined;
  const locale = languageCode(cell("locale").trim());
  if (locale === undefined) {
    tally.add("locale_unknown", scan.line);
    return undefined;
  }
  if (cell("market").trim() !== "") {
    tally.add("market_translation", scan.line);
    return undefined;
  }
  return { locale, of, original, translated };
}

function whatOf(type: string, field: string, owner: string): TranslatedText["of"] | undefined {
  const kind = OTHER_TEXTS.get(`${type}.${field}`);
  if (kind !== undefined) return { kind };
  const text = type === "product" ? PRODUCT_FIELDS.get(field) : undefined;
  const number = owner.replace(APOSTROPHE, "");
  return text === undefined || number === "" ? undefined : { kind: "product", number, text };
}
