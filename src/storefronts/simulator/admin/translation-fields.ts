import type { SampleProduct, SampleTranslation } from "../../sample/sample-product.ts";
import type { Args } from "./context.ts";
import { dateTime } from "./scalars.ts";

/** Something of a product that has translations, and what it says in one of them, by Shopify's keys; none where nothing is translated. */
export interface Translatable {
  readonly product: SampleProduct;
  readonly textsIn: (translation: SampleTranslation) => readonly (readonly [key: string, value: string | null | undefined])[];
}

/** Shopify lists the keys alone that have a translation in the locale, and none for a locale that it doesn't know. */
export function translationsOf({ product, textsIn }: Translatable, { locale, marketId }: Args): readonly object[] {
  const translation = product.translations.find(({ language }) => language === locale);
  // No text of the shop is made for one market alone.
  if (translation === undefined || typeof marketId === "string") return [];
  return textsIn(translation).flatMap(([key, value]) =>
    typeof value === "string" && value !== ""
      ? [{ key, locale, value, outdated: translation.outdated.includes(key), updatedAt: dateTime(product.updatedAt), market: null }]
      : [],
  );
}

export function productTexts(translation: SampleTranslation): ReturnType<Translatable["textsIn"]> {
  return [
    ["title", translation.title],
    ["body_html", translation.bodyHtml],
    ["handle", translation.handle],
    ["product_type", translation.productType],
    ["meta_title", translation.seoTitle],
    ["meta_description", translation.seoDescription],
  ];
}
