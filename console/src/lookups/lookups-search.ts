import { pageIn, textIn } from "../shell/search.ts";

type Given = Readonly<Record<string, unknown>>;

export interface LookupsSearch {
  readonly page?: number | undefined;
}

export function lookupsSearch(given: Given): LookupsSearch {
  return { page: pageIn(given) };
}

export interface LookupSearch extends LookupsSearch {
  readonly find?: string | undefined;
}

export function lookupSearch(given: Given): LookupSearch {
  return { page: pageIn(given), find: textIn(given, "find") };
}
