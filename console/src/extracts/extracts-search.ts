import { pageIn } from "../shell/search.ts";

export interface ExtractsSearch {
  readonly page?: number | undefined;
}

export function extractsSearch(given: Readonly<Record<string, unknown>>): ExtractsSearch {
  return { page: pageIn(given) };
}
