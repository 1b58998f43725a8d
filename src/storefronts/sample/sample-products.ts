import { oddTitle } from "./oddities.ts";
import { productBody } from "./product-body.ts";
import { type ProductFacts, plainTitle, productFacts, wordsOf } from "./product-facts.ts";
import { handleOf } from "./product-handle.ts";
import { productImages } from "./product-images.ts";
import { productLabels } from "./product-labels.ts";
import { chosenAxes, coloursOf, optionsIn } from "./product-options.ts";
import { productTranslations } from "./product-translations.ts";
import { productVariants } from "./product-variants.ts";
import type { SampleProduct, SampleTranslation } from "./sample-product.ts";

/**
 * The sample catalog. Product n depends on the seed and on n alone, so products may be made in any order, any number of them,
 * and none is kept.
 */
export interface SampleOptions {
  readonly seed: number;
  readonly products: number;
  /** Where the images are served, without a slash at the end. */
  readonly imageBase: string;
}

const FIRST_PRODUCT_ID = 8_100_000_000_000;

export function* sampleProducts({ seed, products, imageBase }: SampleOptions): Generator<SampleProduct> {
  for (let number = 0; number < products; number += 1) yield sampleProduct(productFacts(seed, number), imageBase);
}

function sampleProduct(facts: ProductFacts, imageBase: string): SampleProduct {
  const { number, oddity, kind, item, language, vendor, createdAt, updatedAt } = facts;
  const axes = chosenAxes(facts);
  const colours = coloursOf(axes, facts);
  const images = productImages(facts, colours, imageBase);
  const plain = plainTitle(facts, language);
  const title = oddTitle(plain, oddity);
  const labels = productLabels(facts, plain, colours);
  let translations: readonly SampleTranslation[] | undefined;
  return {
    number,
    id: FIRST_PRODUCT_ID + number,
    handle: `${handleOf(plain)}-${number + 1}`,
    language,
    title,
    bodyHtml: productBody(facts, language),
    vendor,
    productType: wordsOf(language).types[kind.name],
    category: oddity === "noCategory" ? null : { id: item.categoryId, fullName: item.category },
    status: facts.status,
    publishedAt: facts.status === "draft" || !facts.onlineStore ? null : createdAt,
    createdAt,
    updatedAt,
    giftCard: kind.name === "giftcard",
    ...labels,
    options: optionsIn(axes, language, number % 3 === 0),
    variants: productVariants(facts, axes, images),
    images,
    /** Half of the work, for readers of exports that never look at it. */
    get translations() {
      translations ??= productTranslations(facts, { axes, colours, product: { images, ...labels } });
      return translations;
    },
  };
}
