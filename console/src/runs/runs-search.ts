import { choiceIn, pageIn, textIn } from "../shell/search.ts";

export const RANGES = ["7d", "30d", "90d"] as const;
const CHANGES = ["added", "removed", "changed"] as const;

type Given = Readonly<Record<string, unknown>>;

export interface RunsSearch {
  readonly page?: number | undefined;
  readonly range?: (typeof RANGES)[number] | undefined;
}

export function runsSearch(given: Given): RunsSearch {
  return { page: pageIn(given), range: choiceIn(given, "range", RANGES) };
}

/** `against` is a run's number, or `live`. */
export interface RunSearch {
  readonly against?: string | undefined;
  readonly change?: (typeof CHANGES)[number] | undefined;
  readonly field?: string | undefined;
  readonly find?: string | undefined;
  readonly page?: number | undefined;
}

export function runSearch(given: Given): RunSearch {
  return {
    against: textIn(given, "against"),
    change: choiceIn(given, "change", CHANGES),
    field: textIn(given, "field"),
    find: textIn(given, "find"),
    page: pageIn(given),
  };
}
