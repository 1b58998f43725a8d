import type { ApiAnswer } from "../api/client.ts";
import type { Status } from "../ui/status.tsx";

type OverviewFeed = ApiAnswer<"shop.overview">["feeds"][number];

/** One word for how a feed is: what moves first, then what waits, then what failed, then what is served. */
export function feedState(feed: OverviewFeed): { readonly status: Status; readonly word: string } {
  if (feed.running_run !== null) return { status: "running", word: "running" };
  if (feed.held_run !== null) return { status: "held", word: "held" };
  if (feed.last_error !== null) return { status: "failed", word: "failed" };
  if (feed.live_run === null) return { status: "idle", word: "never run" };
  return { status: "live", word: feed.live_run.outdated ? "live, older than its data" : "live" };
}
