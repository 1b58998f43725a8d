import { entriesOf } from "../../kernel/unsafe.ts";
import type { ExtractionWarning } from "../storefront-port.ts";
import { grouped } from "./csv-faults.ts";

/** What was left out or repaired, counted by kind, with the first line of each. */
const SENTENCES = {
  price_unreadable: "Prices that are no number, left blank",
  quantity_unreadable: "Inventory quantities that are no whole number, left blank",
  weight_unreadable: "Weights that are no number, left blank",
  boolean_unreadable: "Cells that are neither TRUE nor FALSE where one of them is meant, left blank",
  policy_unreadable: "Inventory policies other than DENY and CONTINUE, left blank",
  price_missing: "Variants without a price, which channels refuse",
  price_zero: "Variants with a price of zero, which channels refuse",
  price_negative: "Prices below zero; rows whose own price is one are excluded from feeds",
  status_unknown: "Status words other than active, draft, archived and unlisted; these products are excluded from feeds",
  title_missing: "Products without a title, excluded from feeds until they have one",
  handle_repeated: "Products with the handle of another product of the file, excluded from feeds; each needs a handle of its own",
  row_without_handle: "Rows with neither handle nor title, skipped",
  row_without_content: "Rows with a handle and nothing else, skipped",
  locale_unknown: "Translations into something that isn't a language code, left out",
  market_translation: "Translations for one market alone, left out: a language feed has what its language says everywhere",
  translation_unplaced: "Products of the translation export that the product export doesn't have by their handle or title, left out",
  cells_beyond_header: "Rows with more cells than the header has columns, read without those cells",
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
