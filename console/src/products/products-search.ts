import { choiceIn, pageIn, textIn } from "../shell/search.ts";

const SHOWN = ["included", "excluded"] as const;

export interface ProductsSearch {
  readonly show?: (typeof SHOWN)[number] | undefined;
  readonly reason?: string | undefined;
  /** A rule's number. */
  readonly rule?: string | undefined;
  /** A finding's code. */
  readonly finding?: string | undefined;
  readonly find?: string | undefined;
  /** A condition of the rule language. */
  readonly filter?: string | undefined;
  readonly sort?: string | undefined;
  /** Names between commas. */
  readonly columns?: string | undefined;
  readonly page?: number | undefined;
}

export function productsSearch(given: Readonly<Record<string, unknown>>): ProductsSearch {
  return {
    show: choiceIn(given, "show", SHOWN),
    reason: textIn(given, "reason"),
    rule: textIn(given, "rule"),
    finding: textIn(given, "finding"),
    find: textIn(given, "find"),
    filter: textIn(given, "filter"),
    sort: textIn(given, "sort"),
    columns: textIn(given, "columns"),
    page: pageIn(given),
  };
}

export interface ProductSearch {
  /** The feed whose trace is open. */
  readonly feed?: string | undefined;
}

export function productSearch(given: Readonly<Record<string, unknown>>): ProductSearch {
  return { feed: textIn(given, "feed") };
}
