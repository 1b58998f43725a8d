import { call } from "../api/client.ts";
import { useAsked } from "../api/queries.ts";
import { useFeed } from "../feeds/use-feed.ts";

/** A condition over the source data alone is counted without the feed's other rules. */
const OF_FEED = /\[G\]/;

/** How many rows of the catalog meet the condition, while nothing better is known. */
export function useMatching(condition: string | undefined): number | undefined {
  const { id } = useFeed();
  const isCountable = condition !== undefined && condition.trim() !== "" && !OF_FEED.test(condition);
  const rows = useAsked(
    ["source.rows", id, "matching", condition ?? ""],
    (signal) => call("source.rows", { path: { id }, query: { filter: condition, per_page: 1 } }, { signal }),
    { enabled: isCountable },
  );
  return isCountable && !rows.isPlaceholderData ? rows.data?.meta.total : undefined;
}
