import type { RawProduct, RawTranslatedFact, RawTranslation, RawVariant } from "../../engine/source/raw-tables.ts";
import type { TranslationWords } from "./translation-words.ts";

/** What options and metafields of an export's products are called in other languages; a record stands for the texts of one product in one of them. */
export interface TranslatedOptions {
  /** What the product before this one came to. */
  product(product: RawProduct): TranslatedRecords;
  variant(variant: RawVariant): void;
  /** What the last product came to. */
  end(): TranslatedRecords;
}

export interface TranslatedRecords {
  readonly translations: readonly RawTranslation[];
  readonly facts: readonly RawTranslatedFact[];
}

const OPTIONS = [1, 2, 3] as const;
type Values = Readonly<Record<(typeof OPTIONS)[number], Set<string>>>;

const NOTHING: TranslatedRecords = { translations: [], facts: [] };

export function createTranslatedOptions(words: TranslationWords): TranslatedOptions {
  let current: { readonly product: RawProduct; readonly values: Values } | undefined;
  const flush = (): TranslatedRecords => (current === undefined ? NOTHING : recordsOf(words, current.product, current.values));
  return {
    product(product) {
      const before = flush();
      current = { product, values: { 1: new Set(), 2: new Set(), 3: new Set() } };
      return before;
    },
    variant(variant) {
      if (variant.product_key !== current?.product.key) return;
      for (const nth of OPTIONS) current.values[nth].add(variant[`option${nth}_value`] ?? "");
    },
    end: flush,
  };
}

function recordsOf(words: TranslationWords, product: RawProduct, values: Values): TranslatedRecords {
  const { key } = product;
  const translations: RawTranslation[] = [];
  const facts: RawTranslatedFact[] = [];
  for (const locale of words.locales()) {
    const name = (nth: (typeof OPTIONS)[number]): string | null =>
      words.wordOf(locale, "option_name", product[`option${nth}_name`]) ?? null;
    const told = (nth: (typeof OPTIONS)[number]): Readonly<Record<string, string>> =>
      Object.fromEntries(
        [...values[nth]].flatMap((value) => {
          const word = words.wordOf(locale, "option_value", value);
          return word === undefined ? [] : [[value, word] as const];
        }),
      );
    const record = {
      ...{ option1_name: name(1), option2_name: name(2), option3_name: name(3) },
      ...{ option1_values: told(1), option2_values: told(2), option3_values: told(3) },
    };
    if (Object.values(record).some((one) => one !== null && (typeof one === "string" || Object.keys(one).length > 0)))
      translations.push({ owner_id: key, locale, ...NO_TEXTS, ...record });
    for (const [column, value] of Object.entries(product.metafields)) {
      const word = words.wordOf(locale, "metafield", value);
      if (word !== undefined) facts.push({ owner: "product", owner_id: key, column, value: word, locale });
    }
  }
  return { translations, facts };
}

/** Of a record that says nothing of the product itself. */
const NO_TEXTS = { title: null, body_html: null, handle: null, product_type: null, seo_title: null, seo_description: null };
