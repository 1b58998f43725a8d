import type { RawProduct } from "../../engine/source/raw-tables.ts";
import type { OtherText, TranslatedText } from "./translation-rows.ts";

/**
 * What has to be known of a translation export before the products are read: which product a number is, and what options and metafields
 * are called, which say nothing of their product. Long descriptions are not among it.
 */
export interface TranslationWords {
  remember(text: TranslatedText): void;
  /** Canonical, each once, in the order of the file. */
  locales(): readonly string[];
  /** Takes note of a product of the catalog: one whose handle the file does not tell is known by its title. */
  meet(product: Pick<RawProduct, "key" | "title">): void;
  /** `key` of the product that has the number. */
  keyOf(number: string): string | undefined;
  wordOf(locale: string, kind: OtherText, original: string | null): string | undefined;
  /** Texts there was no room for. */
  left(): number;
}

/** Some 100 MB, for more options and metafields than any shop we know of has. */
const CHARACTERS_MAX = 32_000_000;
const SEPARATOR = "\u0000";

export function createTranslationWords(): TranslationWords {
  const locales = new Set<string>();
  const keys = new Map<string, string>();
  const titles = new Map<string, string>();
  const words = new Map<string, string>();
  let numbersByTitle: ReadonlyMap<string, string> | undefined;
  let characters = 0;
  let left = 0;

  const put = (into: Map<string, string>, key: string, value: string): void => {
    if (into.has(key)) return;
    if (characters + key.length + value.length > CHARACTERS_MAX) {
      left += 1;
      return;
    }
    characters += key.length + value.length;
    into.set(key, value);
  };

  return {
    remember({ locale, of, original, translated }) {
      locales.add(locale);
      if (of.kind !== "product") put(words, [locale, of.kind, original.trim()].join(SEPARATOR), translated);
      else if (of.text === "handle") put(keys, of.number, original.trim());
      else if (of.text === "title") put(titles, of.number, original.trim());
    },
    locales: () => [...locales],
    meet({ key, title }) {
      numbersByTitle ??= unplaced(titles, keys);
      const number = numbersByTitle.get(title?.trim() ?? "");
      if (number !== undefined) put(keys, number, key);
    },
    // Who wrote the file by hand may have put the handle in the number's place.
    keyOf: (number) => keys.get(number) ?? (/^\d+$/.test(number) ? undefined : number),
    wordOf: (locale, kind, original) =>
      original === null || original === "" ? undefined : words.get([locale, kind, original.trim()].join(SEPARATOR)),
    left: () => left,
  };
}

/** Numbers by the title they have alone, of products whose handle the file does not tell. */
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
