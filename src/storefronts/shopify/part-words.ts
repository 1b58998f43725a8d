import type { Part } from "./bulk-documents.ts";

/** What a part is of, for a message. */
export const PART_WORDS: Readonly<Record<Part, string>> = {
  core: "the products",
  metafields: "the metafields",
  inventory: "the stock by location",
  publications: "the publications",
  translations: "the translations",
  prices: "the markets' prices",
};
