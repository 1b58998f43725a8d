import { choiceIn, pageIn, textIn } from "../shell/search.ts";

const SHOWN = ["rows", "fix", "mute"] as const;
export type Shown = (typeof SHOWN)[number];

export interface FindingsSearch {
  /** The finding that is chosen: its code, and the attribute it's about. */
  readonly code?: string | undefined;
  readonly field?: string | undefined;
  /** What is open of it. */
  readonly show?: Shown | undefined;
  readonly muted?: boolean | undefined;
  /** A run's number. Not set: the live run. */
  readonly run?: string | undefined;
  /** Of the finding's rows. */
  readonly page?: number | undefined;
}

export function findingsSearch(given: Readonly<Record<string, unknown>>): FindingsSearch {
  return {
    code: textIn(given, "code"),
    field: textIn(given, "field"),
    show: choiceIn(given, "show", SHOWN),
    muted: given["muted"] === true ? true : undefined,
    run: textIn(given, "run"),
    page: pageIn(given),
  };
}
