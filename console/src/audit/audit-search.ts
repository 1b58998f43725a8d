import { choiceIn, pageIn, textIn } from "../shell/search.ts";

export const SPANS = ["any", "day", "week", "month"] as const;
export const ACTOR_KINDS = ["key", "agent", "command_line", "system"] as const;

export interface AuditSearch {
  readonly page?: number | undefined;
  readonly action?: string | undefined;
  /** A kind, or the name of a key. */
  readonly actor?: string | undefined;
  /** A feed's number. */
  readonly feed?: string | undefined;
  readonly span?: (typeof SPANS)[number] | undefined;
  /** The entry whose drawer is open. */
  readonly entry?: string | undefined;
}

export function auditSearch(given: Readonly<Record<string, unknown>>): AuditSearch {
  return {
    page: pageIn(given),
    action: textIn(given, "action"),
    actor: textIn(given, "actor"),
    feed: textIn(given, "feed"),
    span: choiceIn(given, "span", SPANS),
    entry: textIn(given, "entry"),
  };
}
