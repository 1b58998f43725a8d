import type { ItemName, KindName, MaterialName, OptionName, ThemeName, ValueName } from "../kinds.ts";

/**
 * What one language knows. The lists of sentences are equally long in every language, so that one draw picks the same
 * sentence in each: a translation says what the original says. Sentences are HTML, with entities where an editor writes them.
 */
export interface Words extends Names, Sentences {}

export interface Names {
  readonly direction: "ltr" | "rtl";
  /** `detail` is a whole phrase: "in linen", "mit Rosmarin". */
  title(noun: string, model: string, detail: string): string;
  /** The phrase for what a thing is made of. */
  madeOf(material: string): string;
  readonly types: Readonly<Record<KindName, string>>;
  readonly items: Readonly<Record<ItemName, string>>;
  readonly materials: Readonly<Record<MaterialName, string>>;
  /** Whole phrases; of books, their titles. */
  readonly themes: Readonly<Record<ThemeName, string>>;
  readonly options: Readonly<Record<OptionName, string>>;
  readonly values: Readonly<Record<ValueName, string>>;
}

export interface Sentences {
  /** `{title}` and `{vendor}` stand for the product's. */
  readonly openings: readonly string[];
  /** Two of each kind. */
  readonly praise: Readonly<Record<KindName, readonly [string, string]>>;
  readonly general: readonly string[];
  readonly features: readonly string[];
  readonly care: readonly string[];
  readonly headings: { readonly details: string; readonly care: string; readonly delivery: string; readonly story: string };
  readonly labels: { readonly material: string; readonly origin: string; readonly article: string };
}
