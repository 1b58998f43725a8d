import { choiceIn, textIn } from "../shell/search.ts";

export const PARTS = ["columns", "extra", "metafields"] as const;
export const SHOWS = ["every", "missing", "changed", "empty"] as const;

export interface MappingsSearch {
  /** Not set: the columns. */
  readonly part?: (typeof PARTS)[number] | undefined;
  readonly find?: string | undefined;
  readonly show?: (typeof SHOWS)[number] | undefined;
  /** The column whose editor is open. */
  readonly column?: string | undefined;
}

export function mappingsSearch(given: Readonly<Record<string, unknown>>): MappingsSearch {
  return {
    part: choiceIn(given, "part", PARTS),
    find: textIn(given, "find"),
    show: choiceIn(given, "show", SHOWS),
    column: textIn(given, "column"),
  };
}
