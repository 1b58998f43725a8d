import type { ApiAnswer } from "../api/client.ts";
import { messages } from "../messages/messages.ts";
import type { Status } from "../ui/status.tsx";

const words = messages.overview.states;

type OverviewFeed = ApiAnswer<"shop.overview">["feeds"][number];

/** One word for how a feed is: what moves first, then what waits, then what failed, then what is served. */
export function feedState(feed: OverviewFeed): { readonly status: Status; readonly word: string } {
  if (feed.running_run !== null) return { status: "running", word: words.running };
  if (feed.held_run !== null) return { status: "held", word: words.held };
  if (feed.last_error !== null) return { status: "failed", word: words.failed };
  if (feed.live_run === null) return { status: "idle", word: words.neverRun };
  return { status: "live", word: feed.live_run.outdated ? words.outdated : words.live };
}
