import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { addressOf } from "./client.ts";
import { type EventStream, openEventStream, RESET } from "./event-stream.ts";
import { markStale } from "./queries.ts";
import { useSessionState } from "./session.ts";

/**
 * What each event makes stale, by the beginnings of operations' names. Events only mark: a page is right without them, and reads everything from
 * the API.
 */
const STALE_AFTER: Readonly<Record<string, readonly string[]>> = {
  "extract.started": ["extracts.", "shop."],
  "extract.progress": ["extracts.", "shop.overview"],
  "extract.completed": ["extracts.", "shop.", "source.", "columns.", "products."],
  "extract.failed": ["extracts.", "shop."],
  "products.imported": ["products.", "source.", "feeds."],
  "feed.created": ["feeds.", "shop."],
  "feed.updated": ["feeds.", "runs.", "shop.", "products.", "source.", "columns.", "config.", "settings."],
  "run.held": ["runs.", "shop.", "feeds."],
  "run.discarded": ["runs.", "shop.", "feeds."],
  "run.failed": ["runs.", "shop.", "feeds."],
  "definition.changed": ["feeds.", "settings.", "columns.", "source.", "tests.", "feed_channels.", "config.", "shop.overview"],
  "run.progress": ["runs.", "shop.overview"],
  "product.updated": ["products.", "source."],
  "rules.changed": ["rules.", "feeds.", "config."],
  "findings.updated": ["channels.", "feed_channels.", "findings.", "shop.overview"],
  "finding_mute.created": ["findings.", "finding_mutes.", "feed_channels.", "shop.overview"],
  "finding_mute.removed": ["findings.", "finding_mutes.", "feed_channels.", "shop.overview"],
  "channel.synced": ["channels.", "feed_channels.", "datafeeds.", "syncs.", "platform_issues."],
  "channel.failed": ["channels.", "feed_channels.", "datafeeds.", "syncs.", "shop.overview"],
  "subscription.changed": ["subscription.", "shop."],
  "api_key.created": ["keys."],
  "api_key.revoked": ["keys."],
  "webhook.disabled": ["webhooks.", "shop.overview"],
};

/** One stream per visible tab, while somebody is signed in. After an interruption the browser continues where it was; where that's no longer known, everything is stale. */
export function useLiveEvents(shopId: string | null): void {
  const client = useQueryClient();
  const isSignedOut = useSessionState() === "signed_out";
  useEffect(() => {
    if (shopId === null || isSignedOut) return undefined;
    let source: EventStream | undefined;
    const follow = () => {
      const isVisible = document.visibilityState === "visible";
      if (isVisible && source === undefined) source = open(client);
      if (!isVisible) {
        source?.close();
        source = undefined;
      }
    };
    follow();
    document.addEventListener("visibilitychange", follow);
    return () => {
      document.removeEventListener("visibilitychange", follow);
      source?.close();
    };
  }, [client, shopId, isSignedOut]);
}

function open(client: QueryClient): EventStream {
  return openEventStream(addressOf("events.stream", {}), [...Object.keys(STALE_AFTER), RESET], (event) => {
    void markStale(client, event === RESET ? [""] : (STALE_AFTER[event] ?? []));
  });
}
