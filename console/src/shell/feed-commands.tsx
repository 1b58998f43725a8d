import { useNavigate, useParams } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useApi } from "../api/queries.ts";
import { messages } from "../messages/messages.ts";
import { type Command, useCommands } from "./commands.ts";
import { shortId } from "./paths.ts";
import { FEED_PAGES, SHOP_PAGES } from "./shop-pages.ts";

const KEYS_OF_SHOP = new Set<string>(SHOP_PAGES.flatMap((page) => ("keys" in page ? page.keys : [])));

/** Outside of a feed, the keys of a feed's pages lead to those of the shop's primary feed. If it's inactive, they lead to the first feed. */
export function FeedCommands({ shopId }: { readonly shopId: string }): ReactNode {
  const { feedId } = useParams({ strict: false });
  const navigate = useNavigate();
  const { data: overview } = useApi("shop.overview", {});
  const feed = overview?.feeds.find(({ feed_type: type }) => type === "primary") ?? overview?.feeds[0];
  const isNeeded = feedId === undefined && feed !== undefined;
  const commands = FEED_PAGES.flatMap((page): readonly Command[] =>
    !isNeeded || !("keys" in page) || KEYS_OF_SHOP.has(page.keys)
      ? []
      : [
          {
            id: `feed page ${page.label}`,
            label: messages.shell.goTo(page.label),
            keys: page.keys,
            group: messages.feeds.pagesOf(feed.name),
            run: () => void navigate({ to: page.to, params: { shopId, feedId: shortId(feed.feed_id) } }),
          },
        ],
  );
  useCommands(commands);
  return null;
}
