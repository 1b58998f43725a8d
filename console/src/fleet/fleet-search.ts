import { choiceIn, pageIn, textIn } from "../shell/search.ts";

type Given = Readonly<Record<string, unknown>>;

export const HEALTHS = ["error", "warning", "ok", "unknown"] as const;
export const SORTS = ["need", "name", "rows", "findings", "last_run"] as const;

export interface FleetSearch {
  readonly find?: string | undefined;
  readonly show?: (typeof HEALTHS)[number] | undefined;
  readonly sort?: (typeof SORTS)[number] | undefined;
  readonly page?: number | undefined;
}

export function fleetSearch(given: Given): FleetSearch {
  return { find: textIn(given, "find"), show: choiceIn(given, "show", HEALTHS), sort: choiceIn(given, "sort", SORTS), page: pageIn(given) };
}

export interface FleetChangesSearch {
  readonly page?: number | undefined;
}

export function fleetChangesSearch(given: Given): FleetChangesSearch {
  return { page: pageIn(given) };
}

/** Numbers of shops, with commas between them. */
export interface NewChangeSearch {
  readonly shops?: string | undefined;
}

export function newChangeSearch(given: Given): NewChangeSearch {
  return { shops: textIn(given, "shops") };
}
