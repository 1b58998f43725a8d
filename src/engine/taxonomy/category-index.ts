import { categoryKey } from "./category-key.ts";
import type { GoogleCategory, GoogleTaxonomy } from "./google-taxonomy.ts";

/** Google's categories, found by id or by path. */
export interface CategoryIndex {
  readonly edition: string;
  readonly categories: readonly GoogleCategory[];
  /** Of an id or a full path; case and white space don't count in a path. */
  categoryOf(category: string): GoogleCategory | undefined;
}

export function categoryIndex({ edition, categories }: GoogleTaxonomy): CategoryIndex {
  const byKey = new Map(categories.flatMap((category) => [category.id, categoryKey(category.path)].map((key) => [key, category] as const)));
  return { edition, categories, categoryOf: (category) => byKey.get(categoryKey(category)) };
}
