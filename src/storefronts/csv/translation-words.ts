import type { RawProduct } from "../../engine/source/raw-tables.ts";
import type { OtherText, TranslatedText } from "./translation-rows.ts";

/**
 * What must be known of a translation export before the products are read: which product a number stands for, and the translations of
 * options and metafields, which don't say whose they are. Descriptions aren't among it. However large the file is, this stays bounded.
 */
export interface TranslationWords {
  remember(text: TranslatedText): void;
  /** Canonical, each once, in the order of the file. */
  locales(): readonly string[];
  /** Notes a product of the catalog: if the file doesn't give its handle, its title identifies it. */
  meet(product: Pick<RawProduct, "key" | "title">): void;
  /** `key` of the product with this number. */
  keyOf(number: string): string | undefined;
  /** Translations of a text by locale; undefined if it has none. */
  wordsOf(kind: OtherText, original: string | null): ReadonlyMap<string, string> | undefined;
  /** Texts there was no room for, and those in further languages. */
  left(): number;
}

/** Shopify publishes a shop in 21 languages at most; each one costs a file of the snapshot's length. */
const LOCALES_MAX = 30;
/** Characters, with what an entry costs beside them. Some 200 MB, for 350,000 products. */
const SIZE_MAX = 64_000_000;
const ENTRY_SIZE = 50;
const SEPARATOR = "\u0000";

export function createTranslationWords(): TranslationWords {
  const locales = new Set<string>();
  const keys = new Map<string, string>();
  const titles = new Map<string, string>();
  const words = new Map<string, Map<string, string>>();
  let numbersByTitle: ReadonlyMap<string, string> | undefined;
  let size = 0;
  let left = 0;

  const put = (into: Map<string, string>, key: string, value: string): void => {
    if (into.has(key)) return;
    const added = ENTRY_SIZE + key.length + value.length;
    if (size + added > SIZE_MAX) {
      left += 1;
      return;
    }
    size += added;
    into.set(key, value);
  };
  const putWord = (key: string, locale: string, translated: string): void => {
    const known = words.get(key);
    const translations = known ?? new Map<string, string>();
    put(translations, locale, translated);
    if (known !== undefined || translations.size === 0) return;
    size += ENTRY_SIZE + key.length;
    words.set(key, translations);
  };

  return {
    remember({ locale, of, original, translated }) {
      if (of.kind === "product" && of.text === "handle") put(keys, of.number, original.trim());
      if (of.kind === "product" && of.text === "title") put(titles, of.number, original.trim());
      if (translated.trim() === "") return;
      if (!locales.has(locale) && locales.size === LOCALES_MAX) {
        left += 1;
        return;
      }
      locales.add(locale);
      if (of.kind !== "product") putWord(wordKey(of.kind, original), locale, translated);
    },
    locales: () => [...locales],
    meet({ key, title }) {
      numbersByTitle ??= unplaced(titles, keys);
      const number = numbersByTitle.get(title?.trim() ?? "");
      if (number !== undefined) put(keys, number, key);
    },
    // A file written by hand may give the handle instead of the number.
    keyOf: (number) => keys.get(number) ?? (/^\d+$/.test(number) ? undefined : number),
    wordsOf: (kind, original) => (original === null || original === "" ? undefined : words.get(wordKey(kind, original))),
    left: () => left,
  };
}

const wordKey = (kind: OtherText, original: string): string => [kind, original.trim()].join(SEPARATOR);

/** Numbers by a title that no other has, for products whose handle the file doesn't give. */
function unplaced(titles: ReadonlyMap<string, string>, keys: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const numbers = new Map<string, string>();
  const shared = new Set<string>();
  for (const [number, title] of titles) {
    if (keys.has(number)) continue;
    if (numbers.has(title)) shared.add(title);
    numbers.set(title, number);
  }
  for (const title of shared) numbers.delete(title);
  return numbers;
}
