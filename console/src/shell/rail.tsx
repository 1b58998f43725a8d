import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useApi } from "../api/queries.ts";
import type { ApiAnswer } from "../api/client.ts";
import { messages } from "../messages/messages.ts";
import { Icon } from "../ui/icon.tsx";
import { StatusMark } from "../ui/status.tsx";
import { feedState } from "../overview/feed-state.ts";
import { AccountMenu } from "./account-menu.tsx";
import { Brand } from "./brand.tsx";
import styles from "./rail.module.css";
import { shortId } from "./paths.ts";
import { SHOP_PAGES } from "./shop-pages.ts";
import { ShopSwitcher } from "./shop-switcher.tsx";

const words = messages.shell;

/** The shop, its feeds with their states, its pages, and who is signed in. */
export function Rail({ shopId, onNavigate }: { readonly shopId: string; readonly onNavigate: () => void }): ReactNode {
  const overview = useApi("shop.overview", {});
  return (
    <nav className={styles["rail"]} aria-label={words.shop}>
      <Link to="/shops/$shopId" params={{ shopId }} className={styles["home"]}>
        <Brand />
      </Link>
      <ShopSwitcher shopId={shopId} />
      <ul className={styles["list"]}>
        {SHOP_PAGES.map(({ to, label, icon }) => (
          <li key={label}>
            <Link
              to={to}
              params={{ shopId }}
              onClick={onNavigate}
              activeOptions={{ exact: to === "/shops/$shopId" }}
              className={styles["link"]}
            >
              <Icon name={icon} />
              {label}
            </Link>
          </li>
        ))}
      </ul>
      <h2 className={styles["heading"]}>{words.feeds}</h2>
      <ul className={styles["list"]}>
        {overview.data?.feeds.map((feed) => (
          <FeedLink key={feed.feed_id} shopId={shopId} feed={feed} onNavigate={onNavigate} />
        ))}
      </ul>
      <div className={styles["account"]}>
        <AccountMenu />
      </div>
    </nav>
  );
}

interface FeedLinkProps {
  readonly shopId: string;
  readonly feed: ApiAnswer<"shop.overview">["feeds"][number];
  readonly onNavigate: () => void;
}

function FeedLink({ shopId, feed, onNavigate }: FeedLinkProps): ReactNode {
  const { status, word } = feedState(feed);
  return (
    <li>
      <Link
        to="/shops/$shopId/feeds/$feedId"
        params={{ shopId, feedId: shortId(feed.feed_id) }}
        onClick={onNavigate}
        className={styles["link"]}
      >
        <span className={styles["feed"]}>{feed.name}</span>
        <StatusMark status={status}>
          <span className="visually-hidden">{word}</span>
        </StatusMark>
      </Link>
    </li>
  );
}
