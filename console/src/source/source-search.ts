import { textIn } from "../shell/search.ts";

export interface SourceSearch {
  readonly find?: string | undefined;
  /** A condition of the rule language. */
  readonly filter?: string | undefined;
  readonly sort?: string | undefined;
  readonly order?: "asc" | "desc" | undefined;
  /** Names between commas. */
  readonly columns?: string | undefined;
  /** Rows with edited cells alone. */
  readonly edited?: boolean | undefined;
}

export function sourceSearch(given: Readonly<Record<string, unknown>>): SourceSearch {
  return {
    find: textIn(given, "find"),
    filter: textIn(given, "filter"),
    sort: textIn(given, "sort"),
    order: given["order"] === "desc" ? "desc" : undefined,
    columns: textIn(given, "columns"),
    edited: given["edited"] === true ? true : undefined,
  };
}
