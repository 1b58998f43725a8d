import type { ColourName } from "./kinds.ts";
import { handleOf } from "./product-handle.ts";
import { imageAlt, imageColours } from "./product-images.ts";
import { productBody } from "./product-body.ts";
import { type ProductFacts, plainTitle, wordsOf } from "./product-facts.ts";
import { textMetafields } from "./product-labels.ts";
import { type ChosenAxis, optionsIn } from "./product-options.ts";
import type { SampleProduct, SampleTranslation } from "./sample-product.ts";
import { SAMPLE_SHOP } from "./sample-shop.ts";
import type { Language } from "./words/languages.ts";

/** How far the shop has come with a language, in percent of its products. */
interface Progress {
  readonly untouched: number;
  /** Only the short texts are there. */
  readonly short: number;
  /** Some texts are older than what they translate. */
  readonly outdated: number;
  readonly handles: number;
}

/** German is nearly done; French was begun and left lying. */
const PROGRESS: Readonly<Partial<Record<Language, Progress>>> = {
  de: { untouched: 4, short: 4, outdated: 0, handles: 50 },
  fr: { untouched: 25, short: 40, outdated: 30, handles: 15 },
};

interface Translated {
  readonly axes: readonly ChosenAxis[];
  readonly colours: readonly ColourName[];
  readonly product: Pick<SampleProduct, "images" | "seoTitle" | "seoDescription">;
}

export function productTranslations(facts: ProductFacts, { axes, colours, product }: Translated): readonly SampleTranslation[] {
  const draw = facts.draw("translations");
  const imagesOf = imageColours(colours, product.images.length);
  return SAMPLE_SHOP.languages.flatMap((language) => {
    const progress = PROGRESS[language];
    if (progress === undefined || language === facts.language) return [];
    const [wanted, whole] = [!draw.chance(progress.untouched), !draw.chance(progress.short)];
    const [outdated, handle] = [draw.chance(progress.outdated), draw.chance(progress.handles)];
    if (!wanted) return [];
    const title = plainTitle(facts, language);
    return {
      language,
      title,
      bodyHtml: whole ? productBody(facts, language) : null,
      handle: handle ? `${handleOf(title)}-${facts.number + 1}` : null,
      productType: wordsOf(language).types[facts.kind.name],
      seoTitle: product.seoTitle === null || !whole ? null : `${title} | ${facts.vendor || facts.model}`,
      seoDescription: product.seoDescription === null || !whole ? null : wordsOf(language).features.slice(0, 3).join(". "),
      options: optionsIn(axes, language, false).map(({ name, values }) => ({ name, values })),
      metafields: textMetafields(facts, language),
      imageAlts: product.images.map(({ alt }, at) => (alt === null ? null : imageAlt(facts, imagesOf[at], language))),
      outdated: outdated ? ["title", "body_html"] : [],
    };
  });
}
