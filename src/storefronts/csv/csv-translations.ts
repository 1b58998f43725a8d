import type { RawTranslation } from "../../engine/source/raw-tables.ts";
import { nextRecord } from "../../kernel/csv-records.ts";
import type { ExtractionWarning, RawSink } from "../storefront-port.ts";
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
  /** Canonical, in the order of the file. */
  readonly locales: readonly string[];
  /** Takes the catalog's records, and hands what their options are called along with them. */
  readonly sink: RawSink;
  /** Behind the last product: hands what the products are called themselves. */
  end(): Promise<readonly ExtractionWarning[]>;
}

/**
 * The file is read twice: before the products, because options say nothing of their product there and are known by what they are called;
 * and behind them, when it is known which product a number is.
 */
export async function openCatalogTranslations(file: TranslationsFile, sink: RawSink): Promise<CatalogTranslations> {
  const words = await readWords(file);
  const options = createTranslatedOptions(words);
  const hand = async ({ translations, facts }: TranslatedRecords): Promise<void> => {
    for (const record of translations) await sink.beside("translation", record);
    for (const fact of facts) await sink.beside("translated_fact", fact);
  };
  return {
    locales: words.locales(),
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
      return handProducts(file, words, sink);
    },
  };
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
      if (of.kind !== "product") return undefined;
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
  const message = `Option and metafield texts beyond 32 million characters of them, left as the shop's own language has them: ${count.toLocaleString("en-US")}.`;
  return [{ code: "translations_left_out", count, message }];
}
