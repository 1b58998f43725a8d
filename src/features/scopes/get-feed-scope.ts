import { formatId, storedId } from "../../kernel/ids.ts";
import { dataOf } from "../../kernel/page.ts";
import { read } from "../operation.ts";
import { findFeedView, findScope, type FeedView } from "./feed-queries.ts";
import { FeedPath, FeedScopeShape } from "./feed-shapes.ts";

export const getFeedScope = read({
  name: "feeds.scope",
  summary: "Counts what the feed includes and excludes, by reason.",
  description:
    "From the last computed scope: `computing` until there is one, `refreshing` while the definition or the snapshot is newer than the counts.",
  scope: "read_feeds",
  http: { method: "GET", path: "/feeds/{id}/scope", status: 200 },
  path: FeedPath,
  output: dataOf(FeedScopeShape),
  errors: ["resource_not_found"],
  mcp: { tool: "feed_scope" },
  target: async (call, { id }) => (await findFeedView(call.shop, id)) ?? call.fail("resource_not_found"),
  async run({ shop }, { target: feed }) {
    const scope = await findScope(shop, storedId("feed", feed.id));
    return { data: scope === undefined ? emptyScope(feed) : computedScope(feed, scope) };
  },
});

function emptyScope(feed: FeedView): FeedScopeShape {
  return {
    feed_id: formatId("feed", storedId("feed", feed.id)),
    status: "computing",
    included_count: null,
    excluded_count: null,
    total_count: null,
    reasons: [],
    computed_at: null,
  };
}

function computedScope(feed: FeedView, scope: NonNullable<Awaited<ReturnType<typeof findScope>>>): FeedScopeShape {
  const fresh = scope.definition_version === feed.definition_version && scope.extract_id === feed.live_extract_id;
  return {
    ...emptyScope(feed),
    status: fresh ? "fresh" : "refreshing",
    included_count: scope.included_count,
    excluded_count: scope.excluded_count,
    total_count: scope.total_count,
    reasons: Object.entries(scope.reasons)
      .map(([reason, count]) => ({ reason, count }))
      .toSorted((a, b) => b.count - a.count || (a.reason < b.reason ? -1 : 1)),
    computed_at: scope.computed_at.toISOString(),
  };
}
