import { choiceIn, textIn } from "../shell/search.ts";

const ENDS = ["choose_account", "connected", "failed"] as const;

/** What the service adds to the page's address after a sign-in. */
export interface ChannelSearch {
  readonly status?: (typeof ENDS)[number] | undefined;
  readonly message?: string | undefined;
}

export function channelSearch(given: Readonly<Record<string, unknown>>): ChannelSearch {
  return { status: choiceIn(given, "status", ENDS), message: textIn(given, "message") };
}
