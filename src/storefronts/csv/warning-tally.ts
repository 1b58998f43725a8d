import { entriesOf } from "../../kernel/unsafe.ts";
import type { ExtractionWarning } from "../storefront-port.ts";
import { grouped } from "./csv-faults.ts";

/** What was left out or repaired, counted by kind, with the first line of each. */
const SENTENCES = {
  price_unreadable: "Prices that aren't numbers, left blank",
  quantity_unreadable: "Inventory quantities that aren't whole numbers, left blank",
  weight_unreadable: "Weights that aren't numbers, left blank",
  boolean_unreadable: "Cells that should be TRUE or FALSE but are neither, left blank",
  policy_unreadable: "Inventory policies other than DENY and CONTINUE, left blank",
  image_unreadable: "Image cells that aren't web addresses or have too many, left blank",
  price_missing: "Variants without a price, which channels refuse",
  price_zero: "Variants with a price of zero, which channels refuse",
  price_negative: "Prices below zero; rows whose own price is below zero are excluded from feeds",
  status_unknown: "Statuses other than active, draft, archived and unlisted; these products are excluded from feeds",
  title_missing: "Products without a title, excluded from feeds until they have one",
  handle_repeated:
    "Products with the same handle as another product of the file, ignoring case; excluded from feeds until each has its own handle",
  row_repeated: "Rows that repeat an earlier row or the header, skipped",
  variant_repeated: "Variants with the same options as an earlier variant of their product, which buyers can't tell from it",
  row_without_handle: "Rows with neither handle nor title, skipped",
  row_without_content: "Rows with only a handle, skipped",
  locale_unknown: "Translations into a language whose code isn't valid, left out",
  market_translation: "Translations for a single market, left out; a language feed uses the translations that apply everywhere",
  translation_unplaced: "Products of the translation export whose handle and title aren't in the product export, left out",
  cells_beyond_header: "Rows with more cells than the header has columns; the extra cells were ignored",
} as const;

export type WarningCode = keyof typeof SENTENCES;

export interface WarningTally {
  add(code: WarningCode, line: number): void;
  list(): readonly ExtractionWarning[];
}

export function createWarningTally(): WarningTally {
  const counts = new Map<WarningCode, { count: number; readonly line: number }>();
  return {
    add(code, line) {
      const known = counts.get(code) ?? { count: 0, line };
      known.count += 1;
      counts.set(code, known);
    },
    list: () =>
      entriesOf<WarningCode, string>(SENTENCES).flatMap(([code, sentence]) => {
        const known = counts.get(code);
        if (known === undefined) return [];
        const { count, line } = known;
        return [{ code, count, message: `${sentence}: ${grouped(count)}. The first is on line ${line}.` }];
      }),
  };
}
