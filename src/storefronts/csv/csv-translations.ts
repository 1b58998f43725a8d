import type { RawTranslation } from "../../engine/source/raw-tables.ts";
import { PlainError, plainFault } from "../../kernel/errors.ts";
import { nextRecord } from "../../kernel/csv-records.ts";
import type { ExtractionWarning, RawSink } from "../storefront-port.ts";
import { grouped } from "./csv-faults.ts";
import type { OpenBytes } from "./text-source.ts";
import { openTranslations } from "./translation-header.ts";
import { type ProductText, readTranslation, type TranslatedText } from "./translation-rows.ts";
import { createTranslatedOptions, type TranslatedRecords } from "./translated-options.ts";
import { createTranslationWords, type TranslationWords } from "./translation-words.ts";
import { createWarningTally, type WarningTally } from "./warning-tally.ts";

/** A stored translation export. */
export interface TranslationsFile {
  readonly name: string;
  readonly open: OpenBytes;
}

/** The translations of a catalog, while its products are read. */
export interface CatalogTranslations {
  /** Takes the catalog's records and adds what their options and metafields are called. */
  readonly sink: RawSink;
  /** After the last product: adds what the products themselves are called. */
  end(): Promise<ReadTranslations>;
}

export interface ReadTranslations {
  /** Canonical, in the order of the file. */
  readonly locales: readonly string[];
  /** Why there are none; null if the file could be read, or there is no file. */
  readonly fault: string | null;
  readonly warnings: readonly ExtractionWarning[];
}

/**
 * The file is read twice: before the products, because it doesn't say which product an option is of, so options are matched by their text;
 * and after them, when it's known which product each number stands for. A file that can't be read costs the languages alone.
 */
export async function openCatalogTranslations(file: TranslationsFile | null, sink: RawSink): Promise<CatalogTranslations> {
  if (file === null) return { sink, end: async () => NONE };
  const words = await readWords(file).catch(plainFault);
  if (words instanceof PlainError) return { sink, end: async () => unread(words) };
  const options = createTranslatedOptions(words);
  const hand = async ({ translations, facts }: TranslatedRecords): Promise<void> => {
    for (const record of translations) await sink.beside("translation", record);
    for (const fact of facts) await sink.beside("translated_fact", fact);
  };
  return {
    sink: {
      ...sink,
      async product(record) {
        words.meet(record);
        await hand(options.product(record));
        await sink.product(record);
      },
      variant(record) {
        options.variant(record);
        return sink.variant(record);
      },
    },
    async end() {
      await hand(options.end());
      const warnings = await handProducts(file, words, sink).catch(plainFault);
      return warnings instanceof PlainError ? unread(warnings) : { locales: words.locales(), fault: null, warnings };
    },
  };
}

const NONE: ReadTranslations = { locales: [], fault: null, warnings: [] };

function unread({ message }: PlainError): ReadTranslations {
  return { locales: [], fault: message, warnings: [{ code: "translations_left_out", count: 1, message }] };
}

async function readWords({ name, open }: TranslationsFile): Promise<TranslationWords> {
  const words = createTranslationWords();
  // What is left out is counted by the second look.
  const uncounted = createWarningTally();
  const reader = await openTranslations(name, open);
  do {
    while (nextRecord(reader.scan)) {
      const text = readTranslation(reader.scan, reader.header, uncounted);
      if (text !== undefined) words.remember(text);
    }
  } while (await reader.more());
  return words;
}

/** A record for each stretch of rows of one product and language. */
async function handProducts(
  { name, open }: TranslationsFile,
  words: TranslationWords,
  sink: RawSink,
): Promise<readonly ExtractionWarning[]> {
  const reader = await openTranslations(name, open);
  const tally = createWarningTally();
  const records = createRecords(words, tally);
  do {
    while (nextRecord(reader.scan)) {
      const text = readTranslation(reader.scan, reader.header, tally);
      const record = text === undefined ? undefined : records.add(text, reader.scan.line);
      const room = record === undefined ? undefined : sink.beside("translation", record);
      if (room instanceof Promise) await room;
    }
  } while (await reader.more());
  const last = records.end();
  if (last !== undefined) await sink.beside("translation", last);
  return [...reader.warnings(), ...tally.list(), ...leftOut(words.left())];
}

interface OpenRecord {
  readonly number: string;
  readonly locale: string;
  readonly line: number;
  readonly texts: Partial<Record<ProductText, string>>;
}

function createRecords(words: TranslationWords, tally: WarningTally) {
  const locales = new Set(words.locales());
  let current: OpenRecord | undefined;
  const flush = (): RawTranslation | undefined => {
    if (current === undefined || Object.keys(current.texts).length === 0) return undefined;
    const key = words.keyOf(current.number);
    if (key !== undefined) return recordOf(key, current);
    tally.add("translation_unplaced", current.line);
    return undefined;
  };
  return {
    /** The record before, where this text begins another one. */
    add({ of, locale, translated }: TranslatedText, line: number): RawTranslation | undefined {
      if (of.kind !== "product" || !locales.has(locale)) return undefined;
      const isSame = current?.number === of.number && current.locale === locale;
      const before = isSame ? undefined : flush();
      if (current === undefined || !isSame) current = { number: of.number, locale, line, texts: {} };
      if (translated.trim() !== "") current.texts[of.text] ??= translated;
      return before;
    },
    end: flush,
  };
}

function recordOf(key: string, { locale, texts }: OpenRecord): RawTranslation {
  return {
    owner_id: key,
    locale,
    title: texts.title ?? null,
    body_html: texts.body_html ?? null,
    handle: texts.handle ?? null,
    product_type: texts.product_type ?? null,
    seo_title: texts.seo_title ?? null,
    seo_description: texts.seo_description ?? null,
    option1_name: null,
    option2_name: null,
    option3_name: null,
    option1_values: {},
    option2_values: {},
    option3_values: {},
  };
}

function leftOut(count: number): readonly ExtractionWarning[] {
  if (count === 0) return [];
  const message = `Translations beyond Feedwright's limits (30 languages, 64 million characters of names), left in the shop's own language: ${grouped(count)}.`;
  return [{ code: "translation_texts_left_out", count, message }];
}
