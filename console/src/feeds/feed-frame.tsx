import { Link, Outlet, useNavigate, useParams, useRouterState } from "@tanstack/react-router";
import { type ReactNode, useEffect, useRef } from "react";
import { messages } from "../messages/messages.ts";
import { useApi } from "../api/queries.ts";
import { feedState } from "../overview/feed-state.ts";
import { useCommands } from "../shell/commands.ts";
import { PageSubject } from "../shell/page-subject.ts";
import { fullId } from "../shell/paths.ts";
import { FEED_PAGES } from "../shell/shop-pages.ts";
import { statusGlyph } from "../ui/status.tsx";
import styles from "./feed-frame.module.css";

const words = messages.feeds;

/** Around the pages of a feed: their tabs. Each page brings its own name and primary action. */
export function FeedFrame(): ReactNode {
  const { shopId, feedId } = useParams({ from: "/shops/$shopId/feeds/$feedId" });
  const navigate = useNavigate();
  const standing = useStanding(fullId("feed", feedId));
  const tabs = useRef<HTMLElement>(null);
  const path = useRouterState({ select: ({ location }) => location.pathname });
  // On a narrow screen the tabs scroll.
  useEffect(() => tabs.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest", inline: "nearest" }), [path]);
  useCommands(
    FEED_PAGES.map((page) => ({
      ...{ id: `feed page ${page.label}`, label: messages.shell.goTo(page.label), group: words.pagesOfFeed },
      ...("keys" in page ? { keys: page.keys } : {}),
      run: () => void navigate({ to: page.to, params: { shopId, feedId } }),
    })),
  );
  return (
    <div className={styles["frame"]}>
      <nav ref={tabs} aria-label={words.feed} className={styles["tabs"]}>
        {FEED_PAGES.map(({ to, label }) => (
          <Link
            key={label}
            to={to}
            params={{ shopId, feedId }}
            activeOptions={{ exact: to === FEED_PAGES[0].to }}
            className={styles["tab"]}
          >
            {label}
          </Link>
        ))}
      </nav>
      <PageSubject value={standing}>
        <Outlet key={feedId} />
      </PageSubject>
    </div>
  );
}

/** The feed's name and state, with how many things of it need a person. */
function useStanding(feedId: string): { readonly name?: string; readonly state?: string } {
  const { data: overview } = useApi("shop.overview", {});
  const feed = overview?.feeds.find(({ feed_id: id }) => id === feedId);
  if (overview === undefined || feed === undefined) return {};
  const waiting = overview.attention.filter(({ object }) => object.feed_id === feedId).length;
  return { name: feed.name, state: [statusGlyph(feedState(feed).status), ...(waiting === 0 ? [] : [waiting])].join(" ") };
}
