import type { ExtractionWarning } from "../storefront-port.ts";

/** What was repaired, left out or not granted on the way in, by kind. */
export type RepairCode =
  | "invalid_utf8"
  | "lone_surrogate"
  | "nul_character"
  | "byte_order_mark"
  | "metafields_left_out"
  | "references_left_out"
  | "references_unreadable"
  | "locations_left_out"
  | "collections_left_out"
  | "labels_untranslated"
  | "translations_left_out"
  | "prices_left_out"
  | "market_currency"
  | "market_inactive"
  | "scope_missing"
  | "api_version";

const MESSAGES: Readonly<Record<RepairCode, string>> = {
  invalid_utf8: "Blocks of text with bytes that aren't valid UTF-8; each such byte became U+FFFD.",
  lone_surrogate: "Strings with half of a surrogate pair; the half became U+FFFD.",
  nul_character: "Strings with U+0000, which was removed.",
  byte_order_mark: "The byte order mark before the first line was removed.",
  metafields_left_out:
    "Metafields past the first 200 names have no source column; the most used ones were kept. Choose metafields with PATCH /v1/metafields.",
  references_left_out: "Metafield references past the first 50,000 objects are blank. Choose metafields with PATCH /v1/metafields.",
  references_unreadable:
    "Metafields that point at objects the access token can't read were left out. Grant the app the scope to include them.",
  locations_left_out: "Locations past the first 50 have no source column.",
  collections_left_out: "Collections past the first 25,000 aren't listed, so feeds can't use them.",
  labels_untranslated: "Shopify didn't return the translated names of metafield references; language feeds show the primary names.",
  translations_left_out: "Translations that language feeds need couldn't be fetched; those feeds keep their last file.",
  prices_left_out: "Prices that market feeds need couldn't be fetched; those feeds keep their last file.",
  market_currency: "Prices in a currency other than their market's were left out; those rows have no price there.",
  market_inactive: "No active market sells in the country of a market feed.",
  scope_missing: "Parts of the catalog that the access token can't read were left out. Grant the app the scopes to include them.",
  api_version: "Shopify answered with an API version other than the one Feedwright is made for.",
};

export interface Repairs {
  count(code: RepairCode, more?: number): void;
  /** Once, with what ends its message: which scopes, which version. */
  note(code: RepairCode, detail: string): void;
  counts(): readonly (readonly [RepairCode, number])[];
  warnings(): readonly ExtractionWarning[];
}

export function createRepairs(): Repairs {
  const counts = new Map<RepairCode, number>();
  const details = new Map<RepairCode, string>();
  return {
    count: (code, more = 1) => void counts.set(code, (counts.get(code) ?? 0) + more),
    note: (code, detail) => {
      counts.set(code, 1);
      details.set(code, detail);
    },
    counts: () => [...counts],
    warnings: () =>
      [...counts].map(([code, count]) => ({ code, count, message: [MESSAGES[code], details.get(code)].filter(Boolean).join(" ") })),
  };
}
