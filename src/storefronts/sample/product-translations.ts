import { productBody } from "./product-body.ts";
import { type ProductFacts, plainTitle, wordsOf } from "./product-facts.ts";
import { textMetafields } from "./product-labels.ts";
import { type ChosenAxis, optionsIn } from "./product-options.ts";
import type { SampleTranslation } from "./sample-product.ts";
import { SAMPLE_SHOP } from "./sample-shop.ts";

/** One in ten products nobody has translated yet, and of one in seven only the short texts. */
export function productTranslations(facts: ProductFacts, axes: readonly ChosenAxis[]): readonly SampleTranslation[] {
  const draw = facts.draw("translations");
  return SAMPLE_SHOP.languages
    .filter((language) => language !== facts.language)
    .map((language) => ({ language, wanted: !draw.chance(10), whole: !draw.chance(15) }))
    .filter(({ wanted }) => wanted)
    .map(({ language, whole }) => ({
      language,
      title: plainTitle(facts, language),
      bodyHtml: whole ? productBody(facts, language) : null,
      productType: wordsOf(language).types[facts.kind.name],
      options: optionsIn(axes, language, false).map(({ name, values }) => ({ name, values })),
      metafields: textMetafields(facts, language),
    }));
}
