import { Link, Outlet, useNavigate, useParams } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { messages } from "../messages/messages.ts";
import { useCommands } from "../shell/commands.ts";
import { FEED_PAGES } from "../shell/shop-pages.ts";
import styles from "./feed-frame.module.css";

const words = messages.feeds;

/** Around the pages of a feed: their tabs. Each page brings its own name and primary action. */
export function FeedFrame(): ReactNode {
  const { shopId, feedId } = useParams({ from: "/shops/$shopId/feeds/$feedId" });
  const navigate = useNavigate();
  useCommands(
    FEED_PAGES.map((page) => ({
      ...{ id: `feed page ${page.label}`, label: messages.shell.goTo(page.label), group: words.pagesOfFeed },
      ...("keys" in page ? { keys: page.keys } : {}),
      run: () => void navigate({ to: page.to, params: { shopId, feedId } }),
    })),
  );
  return (
    <div className={styles["frame"]}>
      <nav aria-label={words.feed} className={styles["tabs"]}>
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
      <Outlet key={feedId} />
    </div>
  );
}
