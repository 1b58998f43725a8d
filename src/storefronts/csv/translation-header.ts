import { keysOf } from "../../kernel/unsafe.ts";
import { listed, noTranslationExport, noTranslations } from "./csv-faults.ts";
import { comparable } from "./export-columns.ts";
import { openTable, type TableReader } from "./table-reader.ts";
import type { OpenBytes } from "./text-source.ts";

/** The columns of Shopify's translation export, which it writes in English whatever the shop's language. */
const COLUMNS = {
  type: "Type",
  owner: "Identification",
  field: "Field",
  locale: "Locale",
  market: "Market",
  original: "Default content",
  translated: "Translated content",
} as const;

type TranslationColumn = keyof typeof COLUMNS;

/** The cell of each column; -1 where the file does not have it, which only a market may be. */
export type TranslationHeader = Readonly<Record<TranslationColumn, number>>;

/** `goesOn`: see `openText`. */
export function openTranslations(fileName: string, open: OpenBytes, goesOn?: () => boolean): Promise<TableReader<TranslationHeader>> {
  return openTable(fileName, open, { readHeader, noRows: noTranslations }, goesOn);
}

function readHeader(fileName: string, names: readonly string[]): TranslationHeader {
  const spellings = names.map(comparable);
  const cellOf = (column: TranslationColumn): number => spellings.indexOf(comparable(COLUMNS[column]));
  const missing = keysOf(COLUMNS).filter((column) => column !== "market" && cellOf(column) === -1);
  if (missing.length > 0) {
    const lacking = listed(missing.map((column) => COLUMNS[column]));
    throw noTranslationExport(fileName, `its first line is missing the columns ${lacking}. It starts with ${listed(names)}. ${WHAT_WORKS}`);
  }
  return {
    type: cellOf("type"),
    owner: cellOf("owner"),
    field: cellOf("field"),
    locale: cellOf("locale"),
    market: cellOf("market"),
    original: cellOf("original"),
    translated: cellOf("translated"),
  };
}

const WHAT_WORKS = "Use the CSV file that Shopify's admin writes: Settings, Languages, Export.";
