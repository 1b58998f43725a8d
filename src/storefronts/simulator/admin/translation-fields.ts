import { collectionTitles } from "../../sample/product-labels.ts";
import type { SampleCollection, SampleProduct, SampleTranslation } from "../../sample/sample-product.ts";
import type { MetaobjectFacts } from "../catalog/metaobjects.ts";
import { gid, type PageFacts } from "../shop-facts.ts";
import type { Args, Fields } from "./context.ts";
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

/** Something that can be asked by its id for what can be translated of it. */
export interface TranslatableFacts {
  readonly id: number;
  readonly resourceId: string;
  readonly content: readonly (readonly [key: string, value: string | null])[];
  readonly translations: (args: Args) => readonly object[];
}

export const translatableFields: Fields<TranslatableFacts> = {
  resourceId: ({ resourceId }) => resourceId,
  translatableContent: ({ content }) => content.map(([key, value]) => ({ key, value })),
  translations: ({ translations }, args) => translations(args),
};

export function productResource(product: SampleProduct | undefined): TranslatableFacts | undefined {
  if (product === undefined) return undefined;
  const { id, handle, title, bodyHtml, productType, seoTitle, seoDescription } = product;
  return {
    id,
    resourceId: gid("Product", id),
    content: [
      ["handle", handle],
      ["title", title],
      ["body_html", bodyHtml],
      ["product_type", productType],
      ["meta_title", seoTitle],
      ["meta_description", seoDescription],
    ],
    translations: (args) => translationsOf({ product, textsIn: productTexts }, args),
  };
}

export function collectionResource(collection: SampleCollection | undefined): TranslatableFacts | undefined {
  if (collection === undefined) return undefined;
  const { id, handle, title } = collection;
  const content = [["handle", handle], ["title", title]] as const; // prettier-ignore
  return { id, resourceId: gid("Collection", id), content, translations: oneText("title", collectionTitles(collection)) };
}

/** The field of a colour's entry that is its display name. */
const LABEL_KEY = "label";

export function metaobjectResource(metaobject: MetaobjectFacts | undefined): TranslatableFacts | undefined {
  if (metaobject === undefined) return undefined;
  const { id, title, labels } = metaobject;
  return { id, resourceId: gid("Metaobject", id), content: [[LABEL_KEY, title]], translations: oneText(LABEL_KEY, labels) };
}

export function pageResource(page: PageFacts | undefined): TranslatableFacts | undefined {
  if (page === undefined) return undefined;
  const { id, title, titles } = page;
  return { id, resourceId: gid("Page", id), content: [["title", title]], translations: oneText("title", titles) };
}

/** Of an object of which one text is translated. */
function oneText(key: string, texts: Readonly<Record<string, string>>): TranslatableFacts["translations"] {
  return ({ locale }) => {
    const value = typeof locale === "string" ? texts[locale] : undefined;
    return value === undefined ? [] : [{ key, locale, value, outdated: false, updatedAt: null, market: null }];
  };
}
