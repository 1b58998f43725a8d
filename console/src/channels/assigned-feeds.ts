import { call } from "../api/client.ts";
import { useApi, useAsked } from "../api/queries.ts";
import type { FeedChannel } from "./channel-state.tsx";

export interface AssignedFeed {
  readonly id: string;
  readonly name: string;
  readonly channels: readonly FeedChannel[];
}

/** The shop's active feeds with the channels each is assigned to. A shop has a few feeds. */
export function useAssignedFeeds() {
  const overview = useApi("shop.overview", {});
  const feeds = (overview.data?.feeds ?? []).map(({ feed_id: id, name }) => ({ id, name }));
  return useAsked(
    ["feed_channels.list", "every-feed", feeds],
    () =>
      Promise.all(
        feeds.map(async ({ id, name }): Promise<AssignedFeed> => ({
          id,
          name,
          channels: await call("feed_channels.list", { path: { feed_id: id } }),
        })),
      ),
    { enabled: overview.data !== undefined },
  );
}
