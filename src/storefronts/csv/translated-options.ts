import type { RawProduct, RawTranslatedFact, RawTranslation, RawVariant } from "../../engine/source/raw-tables.ts";
import type { TranslationWords } from "./translation-words.ts";

/** The translated options and metafields of an export's products, one product after another. */
export interface TranslatedOptions {
  /** Answers the records of the product before this one. */
  product(product: RawProduct): TranslatedRecords;
  variant(variant: RawVariant): void;
  /** Answers the records of the last product. */
  end(): TranslatedRecords;
}

export interface TranslatedRecords {
  readonly translations: readonly RawTranslation[];
  readonly facts: readonly RawTranslatedFact[];
}

const OPTIONS = [1, 2, 3] as const;
type Nth = (typeof OPTIONS)[number];
type Translations = ReadonlyMap<string, string>;

interface CurrentProduct {
  readonly product: RawProduct;
  /** Option values that have a translation, however many variants there are. */
  readonly values: Readonly<Record<Nth, Map<string, Translations>>>;
}

const NOTHING: TranslatedRecords = { translations: [], facts: [] };

export function createTranslatedOptions(words: TranslationWords): TranslatedOptions {
  let current: CurrentProduct | undefined;
  const flush = (): TranslatedRecords => (current === undefined ? NOTHING : recordsOf(words, current));
  return {
    product(product) {
      const before = flush();
      current = { product, values: { 1: new Map(), 2: new Map(), 3: new Map() } };
      return before;
    },
    variant(variant) {
      if (variant.product_key !== current?.product.key) return;
      for (const nth of OPTIONS) {
        const value = variant[`option${nth}_value`];
        const found = words.wordsOf("option_value", value);
        if (value !== null && found !== undefined) current.values[nth].set(value, found);
      }
    },
    end: flush,
  };
}

function recordsOf(words: TranslationWords, { product, values }: CurrentProduct): TranslatedRecords {
  const names = OPTIONS.map((nth) => words.wordsOf("option_name", product[`option${nth}_name`]));
  const metafields = Object.entries(product.metafields).flatMap(([column, value]) => {
    const found = words.wordsOf("metafield", value);
    return found === undefined ? [] : [[column, found] as const];
  });
  const translated = [...names.flatMap((found) => found ?? []), ...OPTIONS.flatMap((nth) => [...values[nth].values()])];
  const locales = new Set(translated.flatMap((found) => [...found.keys()]));
  return {
    translations: [...locales].map((locale) => optionsIn(locale, product.key, { names, values })),
    facts: metafields.flatMap(([column, found]) =>
      [...found].map(([locale, value]) => ({ owner: "product", owner_id: product.key, column, value, locale }) as const),
    ),
  };
}

interface Options extends Pick<CurrentProduct, "values"> {
  readonly names: readonly (Translations | undefined)[];
}

function optionsIn(locale: string, key: string, { names, values }: Options): RawTranslation {
  const name = (nth: Nth): string | null => names[nth - 1]?.get(locale) ?? null;
  const valuesOf = (nth: Nth): Readonly<Record<string, string>> =>
    Object.fromEntries([...values[nth]].flatMap(([value, found]) => (found.has(locale) ? [[value, found.get(locale) ?? ""]] : [])));
  return {
    owner_id: key,
    locale,
    ...NO_TEXTS,
    ...{ option1_name: name(1), option2_name: name(2), option3_name: name(3) },
    ...{ option1_values: valuesOf(1), option2_values: valuesOf(2), option3_values: valuesOf(3) },
  };
}

/** A record of options says nothing of the product itself. */
const NO_TEXTS = { title: null, body_html: null, handle: null, product_type: null, seo_title: null, seo_description: null };
